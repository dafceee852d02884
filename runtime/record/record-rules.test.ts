import { expect, test } from "vitest";
import { aContext, aModel, orderModel, orderModels } from "./order-fixture.ts";
import { createRecordRules } from "./record-rules.ts";

const rules = createRecordRules(orderModel(), orderModels);

/** A new order of two lines: 2 × 19.99 with discount, 1 × 0.30 without. */
const anOrder = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  memberId: "7",
  discountRate: 88,
  details: [
    { productId: "p1", price: 19.99, qty: 2 },
    { productId: "p2", price: "0.30", discountable: "N" },
  ],
  ...more,
});

test("defaults fill what a new record leaves out, literal or computed, and an explicit null stays empty", () => {
  const { row } = rules.apply(anOrder({ pointsUsed: null }), aContext());
  expect(row).toMatchObject({ orderType: "1", payType: "wechat", orderTime: "2026-11-21 14:32:05", pointsUsed: null });
  expect(row.details).toMatchObject([{ qty: 2 }, { qty: 1, discountable: "N" }]);
});

test("PCK-09 a switch that nobody touched holds its off value in a new record and a new sub-row", () => {
  const toggles = {
    plain: { type: "string", title: "开", widget: { type: "switch" } },
    pair: { type: "string", title: "开", widget: { type: "switch", values: ["on", "off"] } },
    tick: { type: "integer", title: "勾", widget: { type: "checkbox" } },
    open: { type: "boolean", title: "开" },
    given: { type: "string", title: "开", widget: { type: "switch" }, default: "Y" },
    computed: { type: "string", title: "开", widget: { type: "switch" }, value: "{{ null }}" },
    served: { type: "string", title: "开", widget: { type: "switch" }, readOnly: true },
  } as const;
  const off = { plain: "N", pair: "off", tick: 0, open: false, given: "Y" };
  const line = aModel({ ...toggles, headId: { type: "string", title: "主" } }, { id: "t/line" });
  const relation = { kind: "one-to-many", model: "t/line", foreignKey: "headId", title: "行" } as const;
  const head = aModel(toggles, { id: "t/head", relations: { lines: relation } });
  const own = createRecordRules(head, () => line);
  expect(own.newRow(aContext())).toMatchObject(off);
  expect(own.newSubRow("lines", {}, aContext())).toEqual(off);
  expect(own.newRow(aContext()).served).toBeUndefined();
  expect(own.apply({ plain: null }, aContext()).row).toMatchObject({ ...off, plain: null });
  expect(own.apply({ id: "1" }, aContext({ mode: "edit" })).row).not.toHaveProperty("plain");
});

test("an edit gets no defaults", () => {
  const { row } = rules.apply({ id: "1", memberId: "7" }, aContext({ mode: "edit" }));
  expect(row).not.toHaveProperty("orderType");
});

test("totals flow from the sub-rows to the record, whatever order the fields stand in", () => {
  const { row, errors } = rules.apply(anOrder({ pointsUsed: 100 }), aContext());
  expect(row.details).toMatchObject([
    { amount: 39.98, discountAmount: 4.8, payAmount: 35.18 },
    { amount: 0.3, discountAmount: 0, payAmount: 0.3 },
  ]);
  expect(row).toMatchObject({ qty: 3, amount: 40.28, discountAmount: 4.8, pointsAmount: 1, payAmount: 34.48 });
  expect(errors).toEqual([]);
});

test("computed values that a caller sends are replaced", () => {
  const { row } = rules.apply(anOrder({ amount: 1, payAmount: 1 }), aContext());
  expect(row).toMatchObject({ amount: 40.28, payAmount: 35.48 });
});

test("a relation that was not sent leaves the values computed from it as they are", () => {
  const stored = {
    id: "1",
    memberId: "7",
    amount: 40.28,
    discountAmount: 4.8,
    payAmount: 35.48,
    pointsUsed: 0,
    qty: 3,
  };
  const { row } = rules.apply({ ...stored, pointsUsed: 100 }, aContext({ mode: "edit" }));
  expect(row).toMatchObject({ amount: 40.28, payAmount: 35.48, qty: 3, pointsAmount: 1 });
  expect(row).not.toHaveProperty("details");
});

test("a field that does not apply is null, not required and not checked", () => {
  const { row, errors } = rules.apply(anOrder({ bankCardNo: "not a number" }), aContext());
  expect(row.bankCardNo).toBeNull();
  expect(errors).toEqual([]);
});

test("a field that applies is required and checked", () => {
  const missing = rules.apply(anOrder({ payType: "transfer" }), aContext());
  expect(missing.errors).toEqual([{ field: "bankCardNo", message: "请输入转账卡号", level: "error" }]);
  const wrong = rules.apply(anOrder({ payType: "transfer", bankCardNo: "12-34" }), aContext());
  expect(wrong.errors).toEqual([{ field: "bankCardNo", message: "请输入正确的银行卡号码", level: "error" }]);
});

test("required may depend on a computed value", () => {
  const details = [{ productId: "p1", price: 1000, qty: 1 }];
  const { errors } = rules.apply(anOrder({ discountRate: 50, details }), aContext());
  expect(errors).toEqual([{ field: "reason", message: "请输入优惠原因", level: "error" }]);
});

test("errors of sub-rows name the row and the column", () => {
  const { errors } = rules.apply(anOrder({ details: [{ productId: "p1", price: -1, qty: 1.5 }] }), aContext());
  expect(errors).toContainEqual({
    field: "details[0].price",
    message: "不能小于 0",
    level: "error",
    relation: "details",
    index: 0,
    column: "price",
  });
  expect(errors.map((error) => error.message)).toContain("请输入整数");
});

test("sub-rows have a least and a most number, and their unique index holds among them", () => {
  expect(rules.apply(anOrder({ details: [] }), aContext()).errors[0]?.message).toBe("商品明细至少 1 行");
  const line = { productId: "p1", price: 1, qty: 1 };
  const { errors } = rules.apply(anOrder({ details: [line, line, line, line] }), aContext());
  expect(errors.map((error) => `${error.field} ${error.message}`)).toEqual([
    "details 商品明细最多 3 行",
    "details[1].productId 商品不能重复",
    "details[2].productId 商品不能重复",
    "details[3].productId 商品不能重复",
  ]);
});

test("rules of the model are errors or warnings at their field or at the record", () => {
  const details = [{ productId: "p1", price: 50_001, qty: 1 }];
  const { errors } = rules.apply(anOrder({ discountRate: 100, details }), aContext());
  expect(errors).toEqual([
    { field: "payType", message: "单笔超过 50000 元只能使用转账", level: "error" },
    { field: "", message: "金额较大，请核对", level: "warning" },
  ]);
});

test("a rule says nothing about a comparison that lacks a side", () => {
  const hours = createRecordRules(
    aModel(
      { openTime: { type: "time", title: "开门时间" }, closeTime: { type: "time", title: "打烊时间" } },
      {
        rules: [{ expr: "{{ row.openTime < row.closeTime }}", field: "closeTime", message: "打烊时间须晚于开门时间" }],
      },
    ),
    () => undefined,
  );
  expect(hours.apply({ openTime: "09:00" }, aContext()).errors).toEqual([]);
  expect(hours.apply({ openTime: "09:00", closeTime: "08:59" }, aContext()).errors).toEqual([
    { field: "closeTime", message: "打烊时间须晚于开门时间", level: "error" },
  ]);
});

test("a dictionary value is checked when it changes, and a kept one is not", () => {
  const context = aContext({ mode: "edit", dictHas: (_dict, value) => value !== "old" && value !== "x" });
  const row = { id: "1", memberId: "7", orderType: "old", payType: "wechat", payAmount: 1 };
  expect(rules.apply(row, context).errors.map((error) => error.message)).toEqual(["请从订单类型的选项中选择"]);
  expect(rules.apply(row, { ...context, before: row }).errors).toEqual([]);
});

test("unknown keys are dropped and prototype keys are data at most", () => {
  const hostile = JSON.parse(
    '{"memberId":"7","__proto__":{"polluted":1},"constructor":1,"details":[{"__proto__":{"qty":9}}]}',
  );
  const { row } = rules.apply(hostile, aContext());
  expect(Object.keys(row)).not.toContain("constructor");
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test("a one-to-one sub-row may come as one object and becomes a list of one", () => {
  const extra = aModel({ note: { type: "string", title: "说明", required: true } }, { id: "demo/extra" });
  const owner = aModel(
    { name: { type: "string", title: "名称" } },
    { relations: { extra: { kind: "one-to-one", title: "附加", model: "demo/extra", foreignKey: "ownerId" } } },
  );
  const single = createRecordRules(owner, (id) => (id === "demo/extra" ? extra : undefined));
  expect(single.apply({ extra: { note: "x" } }, aContext())).toEqual({ row: { extra: [{ note: "x" }] }, errors: [] });
  expect(single.apply({ extra: [{ note: "x" }, {}] }, aContext()).errors.map((error) => error.message)).toEqual([
    "附加只能有一条",
    "请输入说明",
  ]);
});

test("a cycle among computed values is reported with its path, and applying still ends", () => {
  const looped = createRecordRules(
    aModel({
      a: { type: "integer", title: "甲", value: "{{ row.b + 1 }}" },
      b: { type: "integer", title: "乙", value: "{{ row.c + 1 }}" },
      c: { type: "integer", title: "丙", value: "{{ row.a + 1 }}" },
    }),
    () => undefined,
  );
  expect(looped.cycle).toEqual(["a", "b", "c", "a"]);
  expect(looped.apply({}, aContext()).row).toMatchObject({ a: null });
});
