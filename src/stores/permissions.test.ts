import { describe, expect, it } from "vitest";
import { PermissionStore } from "./permissions.ts";
import { fakeClient } from "./test-parts.ts";

const menu = [{ path: "/a", meta: { title: "a" } }];

async function loaded(grants: object): Promise<PermissionStore> {
  const store = new PermissionStore(fakeClient(() => ({ menu, auth: [], allAuth: [], ...grants })));
  await store.load();
  return store;
}

it("an empty menu fails the load", async () => {
  const store = new PermissionStore(fakeClient(() => ({ menu: [], auth: [], allAuth: [] })));
  await expect(store.load()).rejects.toThrow("当前账号没有可用的菜单，请联系管理员授权");
  expect(store.isLoaded).toBe(false);
});

it("navigations that come while the list is loading share one call", async () => {
  const client = fakeClient(() => ({ menu, auth: [], allAuth: [] }));
  const store = new PermissionStore(client);
  await Promise.all([store.load(), store.load()]);
  expect(client.calls).toHaveLength(1);
});

it("a failed load can be tried again", async () => {
  const answers: unknown[] = [new Error("网络超时"), { menu }];
  const store = new PermissionStore(fakeClient(() => answers.shift()));
  await expect(store.load()).rejects.toThrow("网络超时");
  await store.load();
  expect(store.isLoaded).toBe(true);
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
});
