import { expect, test } from "vitest";
import { compileScreen } from "../../runtime/compile/compile-screen.ts";
import { fixtureModels } from "../../runtime/compile/fixture-models.ts";
import type { ListPlan } from "../../runtime/compile/plan.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { ScreenDocument } from "../../runtime/schema/types.gen.ts";
import { recordLogic } from "./form-logic.ts";
import { FormSession } from "./form-session.ts";

const screen = { schemaVersion: 1, kind: "list", id: "test/shop", model: "test/shop" } as ScreenDocument;
const plan = compileScreen(screen, fixtureModels()) as ListPlan;

function openForm(row: Row) {
  const view = plan.views.get("form");
  if (!view) throw new Error("no form");
  const context = { mode: "edit", now: "2026-01-01 00:00:00", user: {}, before: row } as never;
  return new FormSession(recordLogic(plan, view, row, context, new Set()));
}

const shop = { id: "s1", version: 1, name: "望江店", payType: "cash", price: 10, count: 2, amount: 20, status: "0" };

test("an input of Formily's moves what depends on it, and the record is what Formily holds", () => {
  const session = openForm(shop);
  const { form } = session;
  void session.field("price").onInput(12.5);
  expect(form.values).toMatchObject({ price: 12.5, amount: 25 });
  expect(session.row).toEqual({ ...form.values });
  void session.field("payType").onInput("transfer");
  expect(session.field("cardNo")).toMatchObject({ display: "visible", pattern: "editable" });
  expect(session.state("cardNo")).toEqual({ visible: true, disabled: false, required: true });
});

test("what was put into a field that no longer applies comes back with it, and is not saved meanwhile", () => {
  const session = openForm({ ...shop, payType: "transfer", cardNo: "6222020200112233" });
  session.input("payType", "cash");
  expect(session.form.values.cardNo).toBeNull();
  expect(session.changes()).toEqual({ payType: "cash", cardNo: null });
  session.input("payType", "transfer");
  expect(session.form.values.cardNo).toBe("6222020200112233");
  expect(session.isDirty).toBe(false);
});

test("rows of a relation are held as they are, frozen ones too, and only those that moved are others", () => {
  const session = openForm(shop);
  const rows = Object.freeze([Object.freeze({ id: "l1", product: "深度保洁", qty: 12 })]);
  session.load({ lines: rows });
  expect(session.form.values.lines).toBe(rows);
  expect(session.form.values.lines[0]).toBe(rows[0]);
  expect(session.isDirty).toBe(false);
  session.set({ lines: [...rows, { product: "擦窗", qty: 1 }] });
  expect(session.form.values.lines[0]).toBe(rows[0]);
  expect(Object.keys(session.changes())).toEqual(["lines"]);
  session.settle();
  expect(session.isDirty).toBe(false);
});

test("a field that no longer applies loses its errors", () => {
  const session = openForm({ ...shop, payType: "transfer", cardNo: "12" });
  const card = session.field("cardNo");
  session.leave("cardNo");
  expect(card.selfErrors).toEqual(["请输入正确的银行卡号码"]);
  session.input("payType", "cash");
  expect(card.selfErrors).toEqual([]);
});

test("TBL-21 a table is named by the pane that it stands in, or else by its relation", () => {
  const session = openForm(shop);
  const view = { changed: () => undefined, showErrors: () => undefined, validate: async () => true };
  session.attach("lines", { ...view, pane: "明细与赠品" });
  session.attach("lines", view);
  expect(session.tables().map(({ paneKey }) => paneKey)).toEqual(["明细与赠品", "lines"]);
});

test("of tables over the same rows the first of the view tells of a column, in whatever order they were opened", () => {
  const session = openForm(shop);
  session.tableOrder = ["品名", "数量"];
  const opened = (title: string) => {
    const view = {
      wrong: { title, count: () => 0, onChange: () => () => undefined },
      mayFill: (column: string) => column === "product",
      changed: () => undefined,
      showErrors: () => undefined,
      validate: async () => true,
    };
    session.attach("lines", view);
    return view;
  };
  const [counts, names] = [opened("数量"), opened("品名")];
  expect([names, counts].map((view) => session.isToldElsewhere("lines", "product", view))).toEqual([false, true]);
  expect(session.isToldElsewhere("lines", "qty", counts)).toBe(false);
  expect(session.wrongRows().map(({ title }) => title)).toEqual(["品名", "数量"]);
});
