import { expect, test } from "vitest";
import { aContext, orderModel, orderModels } from "../record/order-fixture.ts";
import { linkageItems } from "./form-items.ts";
import { createLinkage } from "./linkage.ts";
import { heldForm } from "./linkage-fixture.ts";

const items = linkageItems([
  {
    group: "基本信息",
    items: [
      "memberId",
      "orderType",
      "address",
      { field: "remark", visible: "{{ mode == 'edit' }}" },
      { field: "discountRate", disabled: "{{ !hasRole('manager') }}" },
    ],
  },
  {
    group: "商品明细",
    items: [
      {
        subTable: {
          kind: "table",
          relation: "details",
          columns: ["productId", { field: "price", disabled: "{{ master.orderType == '2' }}" }, "qty"],
        },
      },
    ],
  },
  {
    group: "支付信息",
    visible: "{{ form.amount > 0 }}",
    items: [
      "payType",
      "bankCardNo",
      { field: "pointsUsed", disabled: "{{ !form.memberId }}", required: "{{ form.payType == 'card' }}" },
    ],
  },
]);
const linkage = createLinkage(orderModel(), orderModels, items);

const line = { id: "l1", productId: "p1", price: 10, qty: 2, discountable: "Y" };
const opened = () =>
  heldForm(linkage, linkage.rules.newRow(aContext(), { memberId: "7", discountRate: 90, details: [line] }), aContext());

test("opening a form computes every value and state once", () => {
  const form = opened();
  expect(form.row).toMatchObject({ amount: 20, discountAmount: 2, payAmount: 18, orderType: "1" });
  expect(form.state("bankCardNo")).toEqual({ visible: false, disabled: false, required: false });
  expect(form.state("memberId")).toEqual({ visible: true, disabled: false, required: true });
  expect(form.state("amount").disabled).toBe(true);
  expect(form.state("remark").visible).toBe(false);
});

test("choosing transfer shows the card number and makes it required", () => {
  const form = opened();
  expect(form.set({ payType: "transfer" })).toEqual([
    { field: "payType", value: "transfer" },
    { field: "bankCardNo", state: { visible: true, disabled: false, required: true } },
    // Asks the kind of payment too, and stands as it stood.
    { field: "pointsUsed", state: { visible: true, disabled: false, required: false } },
  ]);
});

test("what was typed into a field comes back when the field applies again", () => {
  const form = opened();
  form.set({ payType: "transfer" });
  form.set({ bankCardNo: "6222020200112233" });
  expect(form.set({ payType: "cash" })).toContainEqual({
    field: "bankCardNo",
    value: null,
    state: { visible: false, disabled: false, required: false },
  });
  expect(form.row.bankCardNo).toBeNull();
  form.set({ payType: "transfer" });
  expect(form.row.bankCardNo).toBe("6222020200112233");
});

test("a value set for a field that does not apply is held back", () => {
  const form = opened();
  form.set({ bankCardNo: "6222020200112233" });
  expect(form.row.bankCardNo).toBeNull();
});

test("a cell of a sub-row moves the row's amounts and the totals of the record", () => {
  const form = opened();
  const changes = form.setSubRow("details", 0, { qty: 3 });
  expect(form.row.details).toMatchObject([{ qty: 3, amount: 30, discountAmount: 3, payAmount: 27 }]);
  expect(changes.filter((change) => "value" in change && change.field !== "details")).toEqual([
    { field: "qty", value: 3 },
    { field: "payAmount", value: 27 },
    { field: "amount", value: 30 },
    { field: "discountAmount", value: 3 },
  ]);
});

test("a field of the record that sub-rows read moves all of them", () => {
  const form = opened();
  form.set({
    details: [...(form.row.details as []), { id: "l2", productId: "p2", price: 100, qty: 1, discountable: "Y" }],
  });
  form.set({ discountRate: 50 });
  expect(form.row.details).toMatchObject([{ discountAmount: 10 }, { discountAmount: 50 }]);
  expect(form.row.payAmount).toBe(60);
});

test("removing the last row empties the totals and hides the group that depends on them", () => {
  const form = opened();
  const changes = form.set({ details: [] });
  expect(form.row.amount).toBe(0);
  expect(changes).toContainEqual({
    field: "payType",
    state: { visible: false, disabled: false, required: false },
  });
});

test("the screen narrows what the model allows and never widens it", () => {
  const wide = createLinkage(
    orderModel(),
    orderModels,
    linkageItems([
      { field: "bankCardNo", visible: true, required: false },
      { field: "amount", disabled: false, value: "{{ 1 }}" },
      { field: "memberId", required: false },
    ]),
  );
  const form = heldForm(wide, wide.rules.newRow(aContext(), { memberId: "7", details: [line] }), aContext());
  expect(form.state("bankCardNo").visible).toBe(false);
  expect(form.state("amount").disabled).toBe(true);
  expect(form.row.amount).toBe(20);
  expect(form.state("memberId").required).toBe(true);
});

test("a computed value does not take what a person sets", () => {
  const form = opened();
  expect(form.set({ amount: 1 })).toEqual([]);
  expect(form.row.amount).toBe(20);
});

test("a cell knows the rules of its column, its row and its record", () => {
  const form = opened();
  expect(form.cellState("details", 0, "price")).toEqual({ visible: true, disabled: false, required: true });
  expect(form.cellState("details", 0, "engraving").visible).toBe(false);
  form.set({ orderType: "2" });
  expect(form.cellState("details", 0, "price").disabled).toBe(true);
  expect(form.cellState("details", 0, "amount").disabled).toBe(true);
});

test("hidden fields are not checked, and what only the screen requires is", () => {
  const form = opened();
  form.set({ payType: "card", pointsUsed: null });
  expect(form.check()).toEqual([{ field: "pointsUsed", message: "请输入使用积分", level: "error" }]);
  form.set({ details: [] });
  expect(form.check().map((error) => error.field)).toEqual(["details"]);
});

test("everything is disabled in a detail view", () => {
  const form = heldForm(linkage, { id: "1", memberId: "7" }, aContext({ mode: "detail" }));
  expect(form.state("memberId").disabled).toBe(true);
});

test("a field in two places is visible where one of them is", () => {
  const twice = createLinkage(
    orderModel(),
    orderModels,
    linkageItems([
      { group: "甲", visible: "{{ form.orderType == '1' }}", items: ["remark"] },
      { group: "乙", visible: "{{ form.orderType == '2' }}", items: ["remark"] },
    ]),
  );
  const form = heldForm(twice, { orderType: "1" }, aContext());
  expect(form.state("remark").visible).toBe(true);
  form.set({ orderType: "2" });
  expect(form.state("remark").visible).toBe(true);
  form.set({ orderType: "3" });
  expect(form.state("remark").visible).toBe(false);
});

test("what closes or hides the rows of a relation reads the record as their master, and follows it", () => {
  const rows = linkageItems([
    {
      subTable: {
        kind: "table",
        relation: "details",
        editable: "{{ master.orderType == '1' }}",
        visible: "{{ master.memberId != null }}",
      },
    },
  ]);
  const form = heldForm(createLinkage(orderModel(), orderModels, rows), opened().row, aContext());
  expect(form.state("details")).toEqual({ visible: true, disabled: false, required: false });
  expect(form.set({ orderType: "2", memberId: null })).toContainEqual({
    field: "details",
    state: { visible: false, disabled: true, required: false },
  });
});

test("an evaluation leaves what it was given alone, and answers the same for the same", () => {
  const context = aContext();
  const record = linkage.open(linkage.rules.newRow(context, { payType: "cash", details: [line] }), context);
  const before = structuredClone(record);
  const first = linkage.evaluate(record, { payType: "transfer", details: [{ ...line, qty: 3 }] }, context);
  expect(record).toEqual(before);
  expect(linkage.evaluate(record, { payType: "transfer", details: [{ ...line, qty: 3 }] }, context)).toEqual(first);
  // A control has written its value before the rules are asked: what follows from it is the same.
  const written = { ...record, row: { ...record.row, payType: "transfer" } };
  expect(linkage.evaluate(written, { payType: "transfer" }, context).changes).toContainEqual({
    field: "bankCardNo",
    state: { visible: true, disabled: false, required: true },
  });
});

test("rules of the screen are checked after the model's, while their field can be edited and holds something", () => {
  const narrowed = createLinkage(
    orderModel(),
    orderModels,
    linkageItems([{ field: "remark", disabled: "{{ form.orderType == '2' }}", rules: [{ pattern: "letters" }] }]),
  );
  const form = heldForm(narrowed, { orderType: "1", remark: "12", memberId: "7", details: [line] }, aContext());
  const ofRemark = () => form.check().filter(({ field }) => field === "remark");
  expect(ofRemark()).toEqual([{ field: "remark", message: "请输入英文字符", level: "error" }]);
  expect(narrowed.checkField("remark", form.row, aContext())).toEqual(ofRemark());
  form.set({ orderType: "2" });
  expect(ofRemark()).toEqual([]);
  form.set({ orderType: "1", remark: null });
  expect(ofRemark()).toEqual([]);
});

test("what is stored can be locked, a new record and a copy of one cannot", () => {
  const model = orderModel();
  const memberId = model.fields.get("memberId");
  if (!memberId) throw new Error("memberId");
  const locked = { ...memberId, locked: "{{ row.orderType == '1' }}" };
  const locking = createLinkage(
    { ...model, fields: new Map([...model.fields, ["memberId", locked]]) },
    orderModels,
    items,
  );
  const isClosed = (mode: "add" | "copy" | "edit") =>
    locking.state("memberId", opened().row, { ...aContext(), mode }).disabled;
  expect([isClosed("add"), isClosed("copy"), isClosed("edit")]).toEqual([false, false, true]);
});
