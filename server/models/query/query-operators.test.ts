import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import { aClerk } from "../../../tests/support/callers.ts";
import { type EngineFixture, openEngine } from "../../../tests/support/engine-fixture.ts";

/** The same questions as `parse-filter.test.ts`, asked of rows. */
let fixture: EngineFixture;

const buyers: Row[] = [
  { buyer: "张三丰", mobile: "13900010001", remark: "50%", tags: "a,b", bornOn: "2026-01-31", qty: 1 },
  { buyer: "张无忌", mobile: "13900020002", remark: "50_", tags: "b", bornOn: "2026-02-01", qty: 2 },
  { buyer: "赵敏", mobile: "13800010003", remark: "500", tags: "abc", bornOn: "2026-02-28", qty: 3 },
  { buyer: "周芷若", mobile: "13700010004", remark: "a,b", tags: "c,a", bornOn: "2026-03-01", qty: 4 },
  { buyer: "小昭", mobile: "13600010005", remark: "C:\\x", tags: null, bornOn: null, qty: 5 },
];

beforeAll(async () => {
  fixture = await openEngine();
  const { engine, admin, ids } = fixture;
  for (const { qty, ...values } of buyers) {
    const appointTime = values.bornOn === null ? null : `${String(values.bornOn)} 08:30:00`;
    const details = [{ productId: ids.tea, qty }];
    await engine.add("test/order", { shopId: ids.shopA, ...values, appointTime, details }, admin);
  }
});
afterAll(() => fixture.close());

/** First characters of the buyers found, in the order of their quantities. */
async function found(query: Record<string, unknown>): Promise<string> {
  const page = await fixture.engine.list("test/order", { column: "qty", order: "asc", ...query }, fixture.admin);
  expect(page.total).toBe(page.records.length);
  return page.records.map((row) => String(row.buyer).slice(-1)).join("");
}

describe("operators on rows", () => {
  const cases: [Record<string, string>, string][] = [
    [{ buyer: "赵敏" }, "敏"],
    [{ buyer: "*张*" }, "丰忌"],
    [{ buyer: "*三丰*" }, "丰"],
    [{ buyer: "*丰三*" }, ""],
    [{ buyer: "张*" }, "丰忌"],
    [{ buyer: "*若" }, "若"],
    [{ buyer: "赵敏,小昭" }, "敏昭"],
    [{ buyer: "!赵敏" }, "丰忌若昭"],
    [{ remark: "*50%*" }, "丰"],
    [{ remark: "*50_*" }, "忌"],
    [{ remark: "50*" }, "丰忌敏"],
    [{ remark: "a++b" }, "若"],
    [{ remark: "*C:\\*" }, "昭"],
    [{ qty: ">= 4" }, "若昭"],
    [{ qty: ">=4" }, "若昭"],
    [{ qty: "<=2" }, "丰忌"],
    [{ qty: "> 4" }, "昭"],
    [{ qty: "lt 2" }, "丰"],
    [{ qty: "1,3" }, "丰敏"],
    [{ qty_MultiString: "1,3" }, "丰敏"],
    [{ qty_begin: "2", qty_end: "3" }, "忌敏"],
    [{ qty: "99999999999999999" }, ""],
    [{ payAmount: ">=107.4" }, "敏若昭"],
    [{ payAmount: "71.60" }, "忌"],
    [{ tags: ",a,b," }, "丰忌若"],
    [{ tags: "a" }, "丰若"],
    [{ tags: "b,c" }, "丰忌若"],
    [{ bornOn_begin: "2026-02-01", bornOn_end: "2026-02" }, "忌敏"],
    [{ bornOn: "2026-02-28" }, "敏"],
    [{ appointTime: "2026-02-28" }, "敏"],
    [{ appointTime_begin: "2026-02-01", appointTime_end: "2026-02-28" }, "忌敏"],
    [{ appointTime_end: "2026-02-01 08:29:59" }, "丰"],
    [{ buyer: " ", qty: "" }, "丰忌敏若昭"],
    [{ nothing: "x", _t: "1" }, "丰忌敏若昭"],
  ];
  it.each(cases)("%j finds %s", async (query, expected) => {
    expect(await found(query)).toBe(expected);
  });

  it("a repeated parameter means any of its values", async () => {
    expect(await found({ buyer: ["赵敏", "小昭"] })).toBe("敏昭");
  });
});

describe("advanced query on rows", () => {
  const cases: [string, string, unknown, string][] = [
    ["buyer", "like", "张", "丰忌"],
    ["buyer", "left_like", "忌", "忌"],
    ["buyer", "right_like", "周", "若"],
    ["buyer", "not_like", "张", "敏若昭"],
    ["qty", "not_in", "1,2", "敏若昭"],
    ["qty", "range", "2,3", "忌敏"],
    ["qty", "not_range", "2,3", "丰若昭"],
    ["bornOn", "empty", "", "昭"],
    ["bornOn", "not_empty", "", "丰忌敏若"],
    ["tags", "not_empty", "", "丰忌敏若"],
    ["appointTime", "gt", "2026-02-28", "若"],
    ["appointTime", "le", "2026-02-28", "丰忌敏"],
    ["appointTime", "ne", "2026-02-28", "丰忌若"],
  ];
  it.each(cases)("%s %s %s", async (field, rule, val, expected) => {
    expect(await found({ superQueryParams: JSON.stringify([{ field, rule, val }]) })).toBe(expected);
  });

  it("asks the sub-rows by relation, table or model, as far as the caller sees them", async () => {
    const ask = (field: string, rule: string, val: string) =>
      found({ superQueryParams: JSON.stringify([{ field, rule, val }]) });
    expect(await ask("details@qty", "ge", "4")).toBe("若昭");
    expect(await ask("test_order_detail,qty", "eq", "3")).toBe("敏");
    expect(await ask("details@productName", "like", "龙")).toBe("丰忌敏若昭");
    await expect(ask("refunds@nothing", "eq", "1")).rejects.toMatchObject({
      details: { reason: "高级查询中没有字段“refunds@nothing”" },
    });
    const blind = aClerk("A01");
    const rule = { column: "sysOrgCode", condition: "=", value: "nowhere" };
    const dataRules = new Map([...blind.dataRules, ["test:orderDetail", [rule]] as const]);
    const query = { superQueryParams: '[{"field":"details@qty","rule":"ge","val":"1"}]' };
    expect((await fixture.engine.list("test/order", query, { ...blind, dataRules })).total).toBe(0);
  });

  it("joins its conditions by or, and all of them with the list's own by and", async () => {
    const superQueryParams = JSON.stringify([
      { field: "qty", rule: "eq", val: 1 },
      { field: "qty", rule: "eq", val: 5 },
    ]);
    expect(await found({ superQueryParams, superQueryMatchType: "or" })).toBe("丰昭");
    expect(await found({ superQueryParams, superQueryMatchType: "or", buyer: "张*" })).toBe("丰");
  });
});

describe("sorting and paging", () => {
  it("sorts by known columns, dictionary texts by their values, and never loses a row between pages", async () => {
    const { engine, admin } = fixture;
    const seen: unknown[] = [];
    for (const pageNo of [1, 2, 3]) {
      const query = { column: "payType_dictText,status", order: "asc", pageNo, pageSize: 2 };
      const page = await engine.list("test/order", query, admin);
      expect(page).toMatchObject({ total: 5, size: 2, current: pageNo, pages: 3 });
      seen.push(...page.records.map((row) => row.id));
    }
    expect(new Set(seen).size).toBe(5);
  });

  it("clamps sizes and pages, and answers an empty page beyond the end", async () => {
    const { engine, admin } = fixture;
    expect(await engine.list("test/order", { pageNo: "-3", pageSize: "0" }, admin)).toMatchObject({
      current: 1,
      size: 1,
    });
    expect(await engine.list("test/order", { pageSize: "-521" }, admin)).toMatchObject({ size: 1 });
    expect(await engine.list("test/order", { pageSize: "5000" }, admin)).toMatchObject({ size: 1000 });
    expect(await engine.list("test/order", { pageNo: "9000" }, admin)).toMatchObject({ records: [], total: 5 });
  });

  const refused: [Record<string, string>, string][] = [
    [{ pageNo: "1000000000" }, "最多翻到第 1000000 行，请缩小查询范围"],
    [{ pageNo: "1e9" }, "参数 pageNo 须为整数"],
    [{ column: "nothing" }, "不支持按“nothing”排序"],
    [{ column: "id;drop table test_order" }, "不支持按“id;drop table test_order”排序"],
    [{ column: "__proto__" }, "不支持按“__proto__”排序"],
  ];
  it.each(refused)("%j is refused", async (query, reason) => {
    const { engine, admin } = fixture;
    await expect(engine.list("test/order", query, admin)).rejects.toMatchObject({ details: { reason } });
  });
});

describe("totals", () => {
  it("sum the whole query exactly", async () => {
    const { engine, admin } = fixture;
    const query = { fields: "payAmount,qty", pageSize: "1", qty: "<=3" };
    expect(await engine.totals("test/order", query, admin)).toEqual({ totals: { payAmount: 214.8, qty: 6 } });
  });

  it("are refused for fields that are no numbers or that the caller may not see", async () => {
    const { engine, admin } = fixture;
    await expect(engine.totals("test/order", { fields: "buyer" }, admin)).rejects.toMatchObject({
      details: { reason: "不支持合计字段“buyer”" },
    });
    await expect(engine.totals("test/order", { fields: "serviceFee" }, aClerk("A01"))).rejects.toMatchObject({
      details: { reason: "不支持合计字段“serviceFee”" },
    });
  });
});

describe("fields that a caller may not see", () => {
  it("are absent from rows, ignored as filters, refused in sorting and advanced query", async () => {
    const { engine } = fixture;
    const clerk = aClerk("A01");
    const page = await engine.list("test/order", { serviceFee: "> 100000" }, clerk);
    expect(page.total).toBe(5);
    expect(page.records.every((row) => !("serviceFee" in row) && !("serviceRate" in row))).toBe(true);
    await expect(engine.list("test/order", { column: "serviceFee" }, clerk)).rejects.toMatchObject({
      details: { reason: "不支持按“serviceFee”排序" },
    });
    const superQueryParams = '[{"field":"serviceFee","rule":"gt","val":"1"}]';
    await expect(engine.list("test/order", { superQueryParams }, clerk)).rejects.toMatchObject({
      details: { reason: "高级查询中没有字段“serviceFee”" },
    });
  });

  it("masked ones are shown masked and cannot be asked about in any way", async () => {
    const { engine } = fixture;
    const clerk = aClerk("A01");
    const reason = "“手机号”对您部分隐藏，不能用来查询、排序、统计或查重";
    const refused = { details: { reason } };
    for (const mobile of ["13900010001", "139*", "*0001*", "!13900010001", "> 13900000000", "1,2"]) {
      await expect(engine.list("test/order", { mobile }, clerk)).rejects.toMatchObject(refused);
    }
    for (const query of [{ mobile_begin: "1" }, { mobile_MultiString: "1" }, { column: "mobile" }]) {
      await expect(engine.list("test/order", query, clerk)).rejects.toMatchObject(refused);
    }
    for (const rule of ["eq", "empty", "not_empty", "in", "like_with_or", "not_like"]) {
      const superQueryParams = JSON.stringify([{ field: "mobile", rule, val: "1" }]);
      await expect(engine.list("test/order", { superQueryParams }, clerk)).rejects.toMatchObject(refused);
      await expect(engine.totals("test/order", { superQueryParams, fields: "payAmount" }, clerk)).rejects.toMatchObject(
        refused,
      );
    }
    // An empty box asks nothing.
    const [row] = (await engine.list("test/order", { mobile: "", buyer: "张三丰" }, clerk)).records;
    expect(row?.mobile).toMatch(/^139\*{4}\d{4}$/);
  });
});
