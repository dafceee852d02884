import { expect, it } from "vitest";
import { entryOf, UpdateStore } from "./update.ts";

const page = (entry: string) => `<!doctype html><script type="module" crossorigin src="${entry}"></script>`;

function aStore(served: () => string | Promise<string>) {
  let looks = 0;
  const clock = { now: 0 };
  const store = new UpdateStore({
    entry: "/assets/index-a.js",
    now: () => clock.now,
    fetchPage: async () => {
      looks += 1;
      return served();
    },
  });
  return { store, clock, looks: () => looks };
}

it("NAV-10 after a deployment the page says that there is a new version", async () => {
  let entry = "/assets/index-a.js";
  const { store, clock } = aStore(() => page(entry));
  await store.look();
  expect(store.isOutdated).toBe(false);
  entry = "/assets/index-b.js";
  clock.now = 300_000;
  await store.look();
  expect(store.isOutdated).toBe(true);
});

it("looks at most every five minutes, unless a file of the console was missing", async () => {
  const { store, clock, looks } = aStore(() => page("/assets/index-a.js"));
  await store.look();
  clock.now = 299_999;
  await store.look();
  expect(looks()).toBe(1);
  await store.look(true);
  expect(looks()).toBe(2);
});

it.each([
  ["nothing", ""],
  ["a page of a proxy", "<html>登录上网</html>"],
  ["JSON", '{"success":false}'],
])("%s in place of the page is no new version", async (_what, text) => {
  const { store } = aStore(() => text);
  await store.look(true);
  expect(store.isOutdated).toBe(false);
});

it("a server that cannot be reached is no new version; later puts it off", async () => {
  const { store, clock } = aStore(() => Promise.reject(new Error("offline")));
  await store.look(true);
  expect(store.isOutdated).toBe(false);
  store.tell();
  store.postpone();
  expect(store.isOutdated).toBe(false);
  clock.now = 1;
  await store.look();
  expect(store.isOutdated).toBe(false);
});

it("reads the first module of a page, whatever the order of its attributes", () => {
  expect(entryOf('<script src="/x.js"></script><script type="module" src="/a.js">')).toBe("/a.js");
  expect(entryOf('<script crossorigin src="/b.js" type="module">')).toBe("/b.js");
  expect(entryOf("<p>")).toBeUndefined();
});
