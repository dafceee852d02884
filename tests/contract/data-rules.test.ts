import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Page } from "../../runtime/wire/envelope.ts";
import { BrokenRules } from "../../server/modules/grants/broken-rules.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let admin: TestClient;
let roleId: string;
beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
  await addUser(server, { username: "clerk", departs: ["A01"], permissions: ["system:position:list"] });
  roleId = await idOf("sys_role", "role_code", "role_clerk");
  for (const code of ["a", "b", "c"])
    await admin.post("/sys/position/add", { code, name: `岗位 ${code}`, postRank: "1" });
});
afterAll(() => server.close());

async function idOf(table: string, column: string, value: string): Promise<string> {
  const row = await server.db.kysely.selectFrom(table).select("id").where(column, "=", value).executeTakeFirstOrThrow();
  return String(row.id);
}

const rule = { ruleName: "岗位规则", ruleColumn: "code", ruleConditions: "=", ruleValue: "a", status: "1" };
const permissionId = () => idOf("sys_permission", "perms", "system:position:list");

/** A rule as it may lie in the table, past all checks, and granted to the clerk. */
async function grantRule(id: string, change: Partial<typeof rule>): Promise<void> {
  const { ruleName, ruleColumn, ruleConditions, ruleValue } = { ...rule, ...change };
  await server.db.kysely
    .deleteFrom("sys_permission_data_rule")
    .where("permission_id", "=", await permissionId())
    .execute();
  await server.db.kysely
    .insertInto("sys_permission_data_rule")
    .values({
      id,
      version: 1,
      tenant_id: 0,
      permission_id: await permissionId(),
      rule_name: ruleName,
      rule_column: ruleColumn,
      rule_conditions: ruleConditions,
      rule_value: ruleValue,
      status: "1",
    })
    .execute();
  await server.db.kysely
    .updateTable("sys_role_permission")
    .set({ data_rule_ids: id })
    .where("role_id", "=", roleId)
    .where("permission_id", "=", await permissionId())
    .execute();
  await server.context.authentication.invalidate();
}

const seen = async () => (await (await server.as("clerk")).get<Page<object>>("/sys/position/list")).result.total;

describe("PRM-05 a data rule that cannot be applied leaves no row", () => {
  it("a sound one leaves its rows", async () => {
    await grantRule("sound", {});
    expect(await seen()).toBe(1);
  });

  it.each([
    ["a column that is misspelt or gone", { ruleColumn: "cod" }, "职务没有字段 cod，是否应为 code"],
    ["an unknown operator", { ruleConditions: "LIKES" }, "没有条件规则 LIKES，是否应为 LIKE"],
    ["an unknown variable", { ruleConditions: "!=", ruleValue: "#{sys_org_cod}" }, "没有系统变量 #{sys_org_cod}"],
    ["a variable that does not end", { ruleConditions: "!=", ruleValue: "#{sys_org_code" }, "没有系统变量"],
    ["a value of the wrong type", { ruleColumn: "createTime", ruleValue: "soon" }, "规则值“soon”不能与创建时间比较"],
    ["an empty value", { ruleConditions: "!=", ruleValue: "" }, "规则值“”不能与"],
  ] as const)("%s; the role's page and the list of rules say so", async (_, change, told) => {
    await grantRule("broken", change);
    expect(await seen()).toBe(0);
    const onRole = await admin.get<{ datarule: { fault: string | null }[] }>(
      `/sys/role/datarule/${encodeURIComponent(await permissionId())}/${roleId}`,
    );
    expect(onRole.result.datarule[0]?.fault).toContain(told);
    const listed = await admin.get<Page<{ id: string; fault: string | null }>>("/sys/permissionDataRule/list", {
      query: { pageSize: "1000" },
    });
    expect(listed.result.records.find(({ id }) => id === "broken")?.fault).toContain(told);
    expect(listed.result.records.filter(({ fault, id }) => fault !== null && id !== "broken")).toEqual([]);
  });

  it("saving it is refused and names what is wrong", async () => {
    const add = async (change: Partial<typeof rule>) =>
      admin.post("/sys/permission/addPermissionRule", { ...rule, ...change, permissionId: await permissionId() });
    expect(await add({ ruleColumn: "cod" })).toMatchObject({
      success: false,
      message: "职务没有字段 cod，是否应为 code",
    });
    expect(await add({ ruleValue: "#{sys_user_cod}" })).toMatchObject({
      success: false,
      message: "没有系统变量 #{sys_user_cod}，是否应为 #{sys_user_code}",
    });
    expect((await add({ ruleConditions: "~" })).success).toBe(false);
    expect(await add({ ruleName: "好的规则" })).toMatchObject({ success: true, result: { fault: null } });
  });
});

it("PRM-05 a request that a broken rule empties is an error in the server's log, once", async () => {
  const error = vi.spyOn(server.log, "error");
  await grantRule("planted", { ruleColumn: "codd" });
  expect([await seen(), await seen()]).toEqual([0, 0]);
  expect(error.mock.calls).toEqual([
    [
      {
        ...{ event: "data rule matches no row", prefix: "system:position", column: "codd", condition: "=", value: "a" },
        fault: "职务没有字段 codd，是否应为 code",
      },
      "data rules",
    ],
  ]);
});

it("PRM-05 a broken rule is one error in the log, however many people and requests it concerns", () => {
  const notes: unknown[] = [];
  const { models } = server.context.engine;
  const watcher = new BrokenRules({
    models: () => models,
    note: (event, details) => notes.push({ event, ...details }),
  });
  const callers = ["cod", "cod", "code"].map((column) => ({
    dataRules: new Map([["system:position", [{ column, condition: "=", value: "a" }]]]),
  }));
  for (let request = 0; request < 3; request += 1) for (const caller of callers) watcher.report(caller);
  expect(notes).toEqual([
    {
      event: "data rule matches no row",
      prefix: "system:position",
      column: "cod",
      condition: "=",
      value: "a",
      fault: "职务没有字段 cod，是否应为 code",
    },
  ]);
});
