// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { createLocalEntries } from "./local-entries.ts";
import { readSessionUser, SessionStore } from "./session.ts";
import { createViewAs } from "./view-as.ts";

const entries = () => createLocalEntries(() => localStorage);

test("SYS-01 the end of a look signs it out, then asks with the own session, which takes the pictures back", async () => {
  const session = new SessionStore(entries(), entries());
  session.signIn("own", readSessionUser({ username: "admin" }), false);
  const calls: string[] = [];
  const client = {
    request: async ({ method, url }: { readonly method?: string; readonly url?: string }) => {
      calls.push(`${session.token} ${method} ${url}`);
      return { token: "lent", userInfo: { username: "clerk" }, viewer: "管理员" } as never;
    },
  };
  const viewAs = createViewAs({ client, session, restart: () => calls.push("restart") });
  await viewAs.begin("1");
  await viewAs.end();
  expect(calls).toEqual([
    "own POST /sys/user/viewAs",
    "restart",
    "lent POST /sys/logout",
    "own GET /sys/user/getUserInfo",
    "restart",
  ]);
  localStorage.clear();
});
