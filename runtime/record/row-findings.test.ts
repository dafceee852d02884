import { expect, test } from "vitest";
import type { Row } from "../model/resolved-model.ts";
import { aContext, aModel, orderModel, orderModels } from "./order-fixture.ts";
import { createRecordRules } from "./record-rules.ts";

const lines = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => ({ productId: `p${at}`, price: 1, qty: 1, discountable: "Y" }));

test("in a form the check after one changed row looks at that row alone", () => {
  const rules = createRecordRules(orderModel(), orderModels, { keepsFindings: true });
  let asked = 0;
  const dictHas = ({ kind }: { readonly kind: string }) => {
    asked += kind === "code" ? 1 : 0;
    return true;
  };
  const context = aContext({ dictHas });
  const rows = lines(100);
  const order: Row = { memberId: "7", orderType: "1", payType: "wechat", details: rows };
  rules.check(order, context);
  asked = 0;
  const changed = rows.with(40, { ...rows[40], qty: 1000 });
  const errors = rules.check({ ...order, details: changed }, context);
  expect(errors.filter(({ relation }) => relation === "details").map(({ field }) => field)).toEqual([
    "details",
    "details[40].qty",
  ]);
  // Order type and way of payment of the record, and the one row.
  expect(asked).toBe(3);
});

test("a row is checked again when what its rules read of the record is another value", () => {
  const detail = aModel(
    { qty: { type: "integer", title: "数量", rules: [{ expr: "{{ row.qty <= master.most }}", message: "太多" }] } },
    { id: "demo/line" },
  );
  const record = aModel(
    { most: { type: "integer", title: "上限" }, other: { type: "string", title: "其他" } },
    { relations: { lines: { kind: "one-to-many", model: "demo/line", foreignKey: "thingId" } } },
  );
  const rules = createRecordRules(record, () => detail, { keepsFindings: true });
  const context = aContext();
  const rows = [{ qty: 3 }];
  expect(rules.check({ most: 5, lines: rows }, context)).toEqual([]);
  expect(rules.check({ most: 5, other: "x", lines: rows }, context)).toEqual([]);
  expect(rules.check({ most: 2, lines: rows }, context).map(({ message }) => message)).toEqual(["太多"]);
});
