import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Page } from "../../runtime/wire/envelope.ts";
import { loadGrants } from "../../server/auth/grants.ts";
import { type EffectiveRight, effectiveRights } from "../../server/modules/grants/effective-rights.ts";
import { buildWorld, signedIn, worldCodes, worlds } from "../support/grant-world.ts";
import { addUser } from "../support/people.ts";
import { proveCount, proveSeed } from "../support/prove.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

type Right = Omit<EffectiveRight, "sources" | "rules"> & { readonly sources: string; readonly state: string };
interface Compared {
  readonly path: string;
  readonly mine: string | null;
  readonly others: string | null;
  readonly state: string;
}

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
});
afterAll(() => server.close());

const roleId = async (roleCode: string) => {
  const { result } = await admin.get<Page<{ id: string }>>("/sys/role/list", { query: { roleCode } });
  return result.records[0]?.id ?? "";
};

it("PRM-03: the rights that the page shows are those that the server enforces, whoever holds what", async () => {
  let pairs = 0;
  const holds = fc.asyncProperty(worlds, async (plan) => {
    const world = await buildWorld(server, plan);
    for (const person of world.people) {
      const rights = await effectiveRights(server.db.kysely, person);
      const { isAdmin, permissionIds, dataRules } = await loadGrants(server.db.kysely, person);
      const held = rights.filter((right) => right.held);
      expect(new Set(held.map(({ id }) => id))).toEqual(isAdmin ? new Set(rights.map(({ id }) => id)) : permissionIds);
      const cut = rights.filter(({ rules }) => rules.length > 0).flatMap(({ perms }) => perms.replace(/:\w+$/, ""));
      expect(new Set(cut)).toEqual(new Set(dataRules.keys()));
      pairs += rights.length;
    }
  });
  await fc.assert(holds, { numRuns: proveCount(2, 60), seed: proveSeed });
  expect(pairs).toBeGreaterThanOrEqual(proveCount(500, 1_000));
});

const methods = ["GET", "POST", "PUT", "DELETE"] as const;

/** Asks for a second right: to add roles. */
const copyOfRole = "/api/sys/role/copy";

/** One call per code, about no row; reading calls where there is one. The platform's own are refused to tenants. */
function callsByCode() {
  const calls = new Map<string, { readonly method: (typeof methods)[number]; readonly url: string }>();
  for (const method of methods) {
    for (const route of server.routes) {
      const isPlain = route.method === method && !route.platform && !/^public$|^session$|,/.test(route.permission);
      const url = route.url.replace(/^\/api/, "").replaceAll(/:\w+|\*/g, "none");
      if (isPlain && route.url !== copyOfRole && !calls.has(route.permission))
        calls.set(route.permission, { method, url });
    }
  }
  return calls;
}

it("PRM-03: for hundreds of pairs of person and action the page says what the call then does", async () => {
  const calls = callsByCode();
  const { rows } = await sql<{ perms: string }>`select distinct perms from sys_permission`.execute(server.db.kysely);
  const others = rows.flatMap(({ perms }) =>
    calls.has(perms) && !worldCodes.some((one) => one === perms) ? perms : [],
  );
  const each = proveCount(6, 40);
  const pairs = { open: 0, closed: 0 };
  const holds = fc.asyncProperty(
    worlds,
    fc.shuffledSubarray(others, { minLength: each, maxLength: each }),
    async (plan, some) => {
      const world = await buildWorld(server, plan);
      for (const [index, person] of world.people.entries()) {
        const { status, isDeleted, isAdmin } = plan.people[index - 1] ?? {
          status: 1,
          isDeleted: false,
          isAdmin: false,
        };
        // Administrators of a tenant hold every code; what belongs to the platform is refused to them for another reason.
        if (status !== 1 || isDeleted || isAdmin) continue;
        const rights = await effectiveRights(server.db.kysely, person);
        const shown = new Set(rights.filter(({ held }) => held).flatMap(({ perms }) => perms.split(",")));
        for (const code of [...worldCodes, ...some]) {
          const call = calls.get(code);
          if (!call) continue;
          // Signed in for each call: some of them end the sessions of whoever they concern.
          const client = await signedIn(server, person);
          const send = { GET: client.get, DELETE: client.delete, POST: client.post, PUT: client.put }[call.method];
          const answer = await send(call.url);
          expect([code, person, answer.code !== 510]).toEqual([code, person, shown.has(code)]);
          pairs[shown.has(code) ? "open" : "closed"] += 1;
        }
      }
    },
  );
  await fc.assert(holds, { numRuns: proveCount(2, 40), seed: proveSeed, endOnFailure: true });
  expect(pairs.open).toBeGreaterThan(proveCount(15, 50));
  expect(pairs.open + pairs.closed).toBeGreaterThanOrEqual(proveCount(150, 1_000));
});

it("PRM-03: what stays with administrators is refused to who was granted it, is not offered, and the page says why", async () => {
  const userId = await addUser(server, { username: "looker", permissions: ["system:user:viewAs", "system:user:list"] });
  const looker = await server.as("looker");
  expect((await looker.post("/sys/user/viewAs", { userId })).status).toBe(403);
  const info = await looker.get<{ auth: { action: string }[] }>("/sys/permission/getUserPermissionByToken");
  expect(info.result.auth.map(({ action }) => action)).toContain("system:user:list");
  expect(info.result.auth.map(({ action }) => action)).not.toContain("system:user:viewAs");
  const rights = await effectiveRights(server.db.kysely, userId);
  expect(rights.find(({ perms }) => perms === "system:user:viewAs")).toMatchObject({
    ...{ held: false, sources: ["只有管理员可以使用"] },
  });
  const { ids } = (await admin.get<{ ids: string[] }>("/sys/role/queryTreeList")).result;
  expect(ids.filter((id) => /viewAs|backup:create/.test(id))).toEqual([]);
});

it("PRM-03: a right names the roles that give it, one that is missing says so; strangers learn nothing", async () => {
  const userId = await addUser(server, { username: "seen", permissions: ["member:member:list"] });
  const ask = async (client: TestClient, query: Record<string, string>) =>
    client.get<Page<Right>>("/sys/permission/effective", { query: { userId, pageSize: "500", ...query } });
  const { records } = (await ask(admin, { path: "*会员管理 / 会员*" })).result;
  expect(records.find(({ id }) => id === "member.member")).toMatchObject({
    path: "会员管理 / 会员",
    state: "1",
    sources: expect.stringContaining("角色 "),
  });
  expect(records.find(({ id }) => id === "member.member#member:member:delete")).toMatchObject({
    state: "0",
    sources: "没有任何角色授予",
  });
  const missing = (await ask(admin, { state: "0" })).result;
  expect(missing.total).toBeGreaterThan(100);
  expect((await ask(await server.as("seen"), {})).status).toBe(403);
});

it("PRM-03: the page of rights opens before a person is chosen, and answers in the language that is asked for", async () => {
  const userId = await addUser(server, { username: "english", permissions: ["member:member:list"] });
  await addUser(server, { username: "rights-reader", permissions: ["system:right:list"] });
  const reader = await server.as("rights-reader");
  const ask = async (query: Record<string, string>) =>
    reader.get<Page<Right>>("/sys/permission/effective", { query, headers: { "accept-language": "en" } });
  expect((await ask({})).result).toMatchObject({ total: 0, records: [] });
  const { records } = (await ask({ userId, pageSize: "500" })).result;
  expect(records.find(({ id }) => id === "member.member")).toMatchObject({
    path: "Members / Member",
    sources: expect.stringMatching(/^Role /),
  });
  expect(records.find(({ id }) => id === "member.member#member:member:delete")?.sources).toBe("No role grants it");
});

it("SYS-02: a copied role grants the same, rules and all; comparing the two finds no difference until one changes", async () => {
  const clerk = await roleId("store_clerk");
  const body = { roleId: clerk, roleName: "店员二", roleCode: "clerk_two" };
  const copy = await admin.post<{ id: string }>("/sys/role/copy", body);
  expect(copy.message).toBe("复制成功！");
  expect((await admin.post("/sys/role/copy", body)).success).toBe(false);
  const compare = async (query: Record<string, string>) =>
    (
      await admin.get<Page<Compared>>("/sys/role/compare", {
        query: { roleId: clerk, otherId: copy.result.id, pageSize: "500", ...query },
      })
    ).result;
  expect((await compare({ state: "0" })).records).toEqual([]);
  const orders = (await compare({ path: "*门店订单*" })).records[0];
  expect(orders?.mine).toBe("已授权，数据规则：本店的订单（所属部门 等于 本人当前部门）");
  await admin.post("/sys/role/datarule", {
    ...{ roleId: copy.result.id, permissionId: "store.store-order", dataRuleIds: "" },
  });
  expect((await compare({ state: "0" })).records).toMatchObject([
    {
      path: "门店管理 / 门店订单",
      mine: "已授权，数据规则：本店的订单（所属部门 等于 本人当前部门）",
      others: "已授权",
    },
  ]);
});
