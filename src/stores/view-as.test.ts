// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { CallOptions } from "../api/client.ts";
import { createLocalEntries } from "./local-entries.ts";
import { readSessionUser, SessionStore } from "./session.ts";
import { createViewAs } from "./view-as.ts";

const entries = () => createLocalEntries(() => localStorage);

test("SYS-01 the end of a look goes on with the own session, signs the look out, then takes the pictures back", async () => {
  const session = new SessionStore(entries(), entries());
  session.signIn("own", readSessionUser({ username: "admin" }), false);
  const calls: string[] = [];
  const client = {
    request: async ({ method, url, token = session.token }: CallOptions) => {
      calls.push(`${session.token} ${method} ${url} with ${token}`);
      return { token: "lent", userInfo: { username: "clerk" }, viewer: "管理员" } as never;
    },
  };
  const viewAs = createViewAs({ client, session, restart: () => calls.push("restart") });
  await viewAs.begin("1");
  await viewAs.end();
  expect(calls).toEqual([
    "own POST /sys/user/viewAs with own",
    "restart",
    "own POST /sys/logout with lent",
    "own GET /sys/user/getUserInfo with own",
    "restart",
  ]);
  localStorage.clear();
});
