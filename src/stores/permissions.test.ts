import { afterEach, describe, expect, it, vi } from "vitest";
import { RequestError } from "../../runtime/react/services.ts";
import { PermissionStore } from "./permissions.ts";
import { fakeClient, memoryEntries } from "./test-parts.ts";

const menu = [{ path: "/a", meta: { title: "a" } }];

async function loaded(grants: object): Promise<PermissionStore> {
  const store = new PermissionStore(
    fakeClient(() => ({ menu, auth: [], allAuth: [], ...grants })),
    memoryEntries(),
  );
  await store.load();
  return store;
}

it("an empty menu fails the load", async () => {
  const store = new PermissionStore(
    fakeClient(() => ({ menu: [], auth: [], allAuth: [] })),
    memoryEntries(),
  );
  await expect(store.load()).rejects.toThrow("当前账号没有可用的菜单，请联系管理员授权");
  expect(store.isLoaded).toBe(false);
});

it("navigations that come while the list is loading share one call", async () => {
  const client = fakeClient(() => ({ menu, auth: [], allAuth: [] }));
  const store = new PermissionStore(client, memoryEntries());
  await Promise.all([store.load(), store.load()]);
  expect(client.calls).toHaveLength(1);
});

it("a failed load can be tried again", async () => {
  const answers: unknown[] = [new Error("网络超时"), { menu }];
  const store = new PermissionStore(
    fakeClient(() => answers.shift()),
    memoryEntries(),
  );
  await expect(store.load()).rejects.toThrow("网络超时");
  await store.load();
  expect(store.isLoaded).toBe(true);
});

describe("while the server restarts", () => {
  afterEach(() => {
    vi.useRealTimers();
  });
  const absent = [0, 502, 503, 504].map((status) => new RequestError("服务暂时不可用", status, undefined));

  it("the load goes on asking, so that a reload signs nobody out", async () => {
    vi.useFakeTimers();
    const answers: unknown[] = [...absent, { menu }];
    const store = new PermissionStore(
      fakeClient(() => answers.shift()),
      memoryEntries(),
    );
    const loading = store.load();
    await vi.advanceTimersByTimeAsync(5_000);
    await loading;
    expect(store.isLoaded).toBe(true);
  });

  it("SES-17 a server that stays away fails the load after five tries, a refusal at once", async () => {
    vi.useFakeTimers();
    const client = fakeClient(() => absent[0]);
    const loading = expect(new PermissionStore(client, memoryEntries()).load()).rejects.toThrow("服务暂时不可用");
    await vi.advanceTimersByTimeAsync(5_000);
    await loading;
    expect(client.calls).toHaveLength(5);
    const refusing = fakeClient(() => new RequestError("没有权限", 403, undefined));
    await expect(new PermissionStore(refusing, memoryEntries()).load()).rejects.toThrow("没有权限");
    expect(refusing.calls).toHaveLength(1);
  });
});

describe("a button", () => {
  it("shows when one of the user's codes names it, also inside a list with commas", async () => {
    const store = await loaded({ auth: [{ action: "user:add, user:edit", type: "1" }] });
    expect(store.has("user:edit")).toBe(true);
    expect(store.has("user:delete")).toBe(false);
  });

  it("does not show for a code that only disables fields (type 2)", async () => {
    const store = await loaded({ auth: [{ action: "user:edit", type: "2" }] });
    expect(store.has("user:edit")).toBe(false);
  });

  it("shows to everybody while its code is switched off in the system", async () => {
    const store = await loaded({ allAuth: [{ action: "user:edit", type: "1", status: "0" }] });
    expect(store.has("user:edit")).toBe(true);
  });

  it("does not show because a similar code was granted", async () => {
    const store = await loaded({ auth: [{ action: "user:edit:all", type: "1" }] });
    expect(store.has("user:edit")).toBe(false);
  });

  it("PRM-03 of type 2 follows the page that it stands on before the stored lists", async () => {
    const store = await loaded({ allAuth: [{ action: "user:freeze", type: "2", status: "0" }] });
    expect(store.has("user:freeze")).toBe(false);
    expect(store.has("user:freeze", [{ action: "user:thaw,user:freeze", type: "2" }])).toBe(true);
  });
});

it("LAY-12 the button lists are stored for the browser tab, known before the next answer, and cleared with the session", async () => {
  const entries = memoryEntries();
  const auth = [{ action: "user:add", type: "1" }];
  const store = new PermissionStore(
    fakeClient(() => ({ menu, auth, allAuth: auth })),
    entries,
  );
  await store.load();
  const next = new PermissionStore(
    fakeClient(() => null),
    entries,
  );
  expect([next.isLoaded, next.auth, next.allAuth]).toEqual([false, auth, auth]);
  next.clear();
  expect([entries.read("auth"), entries.read("allAuth"), next.auth]).toEqual([undefined, undefined, []]);
});

it("the code of a page is held by who was granted the page, the code of a button is the buttons' matter", async () => {
  const entry = { action: "store:store:audit", type: "2", describe: "审核" };
  const store = await loaded({
    auth: [entry],
    allAuth: [{ ...entry, status: "1" }],
    codeList: ["store:store:list", "store:store:audit"],
  });
  expect(["store:store:list", "store:order:list", "store:store:audit"].map((code) => store.has(code))).toEqual([
    true,
    false,
    false,
  ]);
});
