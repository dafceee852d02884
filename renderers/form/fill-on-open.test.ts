import { expect, test } from "vitest";
import { compileScreen } from "../../runtime/compile/compile-screen.ts";
import type { ListPlan } from "../../runtime/compile/plan.ts";
import { resolveModel } from "../../runtime/model/resolve-model.ts";
import type { ConsoleServices, RequestOptions } from "../../runtime/react/services.ts";
import type { ScreenDocument } from "../../runtime/schema/types.gen.ts";
import { fillOnOpen } from "./fill-on-open.ts";
import { recordLogic } from "./form-logic.ts";
import { FormSession } from "./form-session.ts";

const model = resolveModel(
  {
    schemaVersion: 1,
    id: "test/ticket",
    title: "工单",
    table: "test_ticket",
    base: "/test/ticket",
    permissionPrefix: "test:ticket",
    fields: {
      ticketNo: { type: "string", title: "编号", readOnly: true, fill: { rule: "ticket_no" } },
      storeCode: { type: "string", title: "门店", required: true, fill: { rule: "my_store" } },
      owner: { type: "string", title: "经办人", fill: { rule: "me" } },
      label: { type: "string", title: "标签", readOnly: true, value: "{{ row.storeCode + '店' }}" },
    },
  },
  () => "ticketNo",
);
const screen = { schemaVersion: 1, kind: "list", id: "test/ticket", model: "test/ticket" } as ScreenDocument;
const plan = compileScreen(screen, new Map([["test/ticket", model]])) as ListPlan;

function openForm(given = {}) {
  const view = plan.views.get("form");
  if (!view) throw new Error("no form");
  const context = { mode: "add", now: new Date(0), user: {}, dictionaries: {} } as never;
  const session = new FormSession(recordLogic(plan, view, given, context, new Set()));
  return { plan, view, session, dictionaries: { know: () => undefined } };
}

test("SYS-11 fields that a person may write are filled when the form opens; nothing counts as typed", async () => {
  const form = openForm({ owner: "林悦" });
  const asked: RequestOptions[] = [];
  const services = {
    async request(options: RequestOptions) {
      asked.push(options);
      return [{ ruleCode: "my_store", result: "S01" }];
    },
  } as unknown as ConsoleServices;
  await fillOnOpen({ ...form, services });
  expect(asked).toMatchObject([
    { method: "PUT", url: "/sys/fillRule/executeRuleByCodeBatch", data: { rules: [{ ruleCode: "my_store" }] } },
  ]);
  expect(form.session.row).toMatchObject({ storeCode: "S01", owner: "林悦", label: "S01店" });
  expect(form.session.isDirty).toBe(false);
});

test("SYS-11 what a person typed meanwhile stays, and a refusal leaves the form as it is", async () => {
  const form = openForm();
  const typing = {
    async request() {
      form.session.input("storeCode", "S02");
      return [{ result: "S01" }, { result: null }];
    },
  } as unknown as ConsoleServices;
  await fillOnOpen({ ...form, services: typing });
  expect(form.session.row.storeCode).toBe("S02");
  const refused = openForm();
  const refusing = { request: () => Promise.reject(new Error("busy")) } as unknown as ConsoleServices;
  await fillOnOpen({ ...refused, services: refusing });
  expect(refused.session.isDirty).toBe(false);
});
