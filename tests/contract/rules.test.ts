import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let admin: TestClient;
let nobody: TestClient;
beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
  await addUser(server, { username: "nobody", departs: ["A01"] });
  nobody = await server.as("nobody");
  await admin.post("/sys/fillRule/add", {
    ruleCode: "bill_no",
    ruleName: "单号",
    ruleClass: "serial",
    ruleParams: { pattern: "B{0000}" },
  });
  const added = await admin.post("/sys/checkRule/add", {
    ruleCode: "asset_no",
    ruleName: "资产编号",
    ruleJson: JSON.stringify([
      { digits: "1", pattern: "^[A-Z]$", message: "首位须为大写字母" },
      { digits: "*", pattern: "^.{3,12}$", message: "长度3到12位" },
    ]),
  });
  expect(added.message).toBe("添加成功！");
});
afterAll(() => server.close());

describe("fill rules", () => {
  it("give the next value, one or several at a time; an unknown rule gives null", async () => {
    const one = await admin.put("/sys/fillRule/executeRuleByCode/bill_no", {});
    expect(one).toMatchObject({ success: true, result: "B0001" });
    const many = await admin.put("/sys/fillRule/executeRuleByCodeBatch", {
      commonFormData: {},
      rules: [{ ruleCode: "bill_no" }, { ruleCode: "nothing" }, { ruleCode: "constructor" }],
    });
    expect(many.result).toEqual([
      { ruleCode: "bill_no", result: "B0002" },
      { ruleCode: "nothing", result: null },
      { ruleCode: "constructor", result: null },
    ]);
    expect(await nobody.get("/sys/fillRule/testFillRule", { query: { ruleCode: "bill_no" } })).toMatchObject({
      status: 403,
    });
  });
});

describe("a number of a fill rule is given out", () => {
  const member = "/sys/fillRule/executeRuleByCode/member_no";
  const batch = (client: TestClient, ...codes: string[]) =>
    client.put<{ result: unknown }[]>("/sys/fillRule/executeRuleByCodeBatch", {
      rules: codes.map((ruleCode) => ({ ruleCode })),
    });
  const counters = () => server.db.kysely.selectFrom("engine_counter").selectAll().orderBy("name").execute();

  it("to nobody who may not add the rows that it is for; an unknown rule is still null", async () => {
    const before = await counters();
    expect(await nobody.put(member, {})).toMatchObject({ status: 403, result: null });
    expect(await nobody.put("/sys/fillRule/executeRuleByCode/bill_no", {})).toMatchObject({ status: 403 });
    expect(await batch(nobody, "member_no")).toMatchObject({ status: 403, result: null });
    expect((await batch(nobody, "nothing")).result).toEqual([{ ruleCode: "nothing", result: null }]);
    expect(await counters()).toEqual(before);
  });

  it("to who may add them, by the rule's code", async () => {
    await addUser(server, { username: "adder", departs: ["A01"], permissions: ["member:member:add"] });
    const adder = await server.as("adder");
    expect(await batch(adder, "lowest_level")).toMatchObject({ success: true });
    expect(await adder.put("/sys/fillRule/executeRuleByCode/bill_no", {})).toMatchObject({ status: 403 });
  });
});

describe("trying a fill rule", () => {
  const tried = async (ruleCode: string) =>
    (await admin.get<string>("/sys/fillRule/testFillRule", { query: { ruleCode } })).result;
  const add = async (realname: string, mobile: string) => {
    const body = { realname, mobile, registerSource: "2", sex: "2" };
    const { result, message } = await admin.post<{ memberNo: string }>("/member/member/add", body);
    return result?.memberNo ?? message;
  };

  it("takes no number, however often it is tried: the next row gets the one that was shown", async () => {
    expect([await tried("member_no"), await tried("member_no")]).toEqual(["M00000001", "M00000001"]);
    expect(await add("甲", "13900000001")).toBe("M00000001");
    expect(await tried("member_no")).toBe("M00000002");
  });

  it("a counter that lags behind stored rows moves on; a number asked for by code is the field's next one", async () => {
    const values = { version: 1, tenant_id: 0, create_by: "old", create_time: "2026-01-01 00:00:00" };
    const { kysely } = server.db;
    for (const member_no of ["M00000007", "M00000009-2", "MX"]) {
      await kysely
        .insertInto("member")
        .values({ id: member_no, member_no, mobile: member_no, ...values })
        .execute();
    }
    expect(await tried("member_no")).toBe("M00000008");
    expect((await admin.put("/sys/fillRule/executeRuleByCode/member_no", {})).result).toBe("M00000008");
    expect(await add("乙", "13900000002")).toBe("M00000009");
  });
});

describe("check rules", () => {
  const check = (ruleCode: string, value: string) =>
    admin.get("/sys/checkRule/checkByCode", { query: { ruleCode, value: encodeURIComponent(value) } });

  it("answer the first step that a value fails", async () => {
    expect(await check("asset_no", "A01")).toMatchObject({ success: true });
    expect(await check("asset_no", "")).toMatchObject({ success: true });
    expect(await check("asset_no", "a01")).toMatchObject({
      success: false,
      code: 500,
      message: "首位须为大写字母",
      result: { digits: "1", checkValue: "a01", passed: false },
    });
    expect(await check("asset_no", "A")).toMatchObject({ message: "长度3到12位" });
    expect(await check("nothing", "A")).toMatchObject({ message: "该编码不存在" });
  });
});

describe("duplicate check", () => {
  const check = (client: TestClient, query: Record<string, string>) => client.get("/sys/duplicate/check", { query });
  const code = { tableName: "sys_dict", fieldName: "dict_code" };

  it("knows unique fields by table and column, or by the words of the seeds, and leaves out the row itself", async () => {
    const { result } = await admin.post<{ id: string }>("/sys/dict/add", { dictName: "甲", dictCode: "taken" });
    expect(await check(admin, { ...code, fieldVal: "free" })).toMatchObject({ success: true, message: "该值可用！" });
    expect(await check(admin, { ...code, fieldVal: "taken" })).toMatchObject({
      success: false,
      message: "该值不可用，系统中已存在！",
    });
    expect(await check(admin, { ...code, fieldVal: "taken", dataId: result.id })).toMatchObject({ success: true });
    expect(await check(admin, { table: "sys_dict", field: "dictCode", value: "taken" })).toMatchObject({
      success: false,
    });
  });

  it("knows fields that only warn of doubles, and leaves out the row itself", async () => {
    const idNo = "110101199003077758";
    const member = { realname: "丙", mobile: "13900000003", registerSource: "2", sex: "1" };
    const { result } = await admin.post<{ id: string }>("/member/member/add", { ...member, idNo });
    const asked = { tableName: "member/member", fieldName: "idNo", fieldVal: idNo };
    expect(await check(admin, asked)).toMatchObject({ success: false, message: "该值不可用，系统中已存在！" });
    expect(await check(admin, { ...asked, dataId: result.id })).toMatchObject({ success: true });
    const second = { ...member, mobile: "13900000004", idNo };
    expect(await admin.post("/member/member/add", second)).toMatchObject({ success: true });
  });

  it.each([
    { tableName: "sys_user_secret", fieldName: "password_hash" },
    { tableName: "sys_dict", fieldName: "description" },
    { tableName: "sys_dict' or 1=1 --", fieldName: "dict_code" },
    { tableName: "sys_dict", fieldName: "dict_code) or (1=1" },
  ])("is about nothing else: %j", async (query) => {
    expect(await check(admin, { ...query, fieldVal: "x" })).toMatchObject({
      success: false,
      message: "参数不识别！",
      result: null,
    });
  });

  it("answers only those who may write the model", async () => {
    expect(await check(nobody, { ...code, fieldVal: "taken" })).toMatchObject({ status: 403, code: 510 });
  });
});
