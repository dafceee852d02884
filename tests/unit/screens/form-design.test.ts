import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import "../../../renderers/actions/index.gen.ts";
import { compileModels } from "../../../runtime/online-forms/compile-model.ts";
import type { OnlineFormField } from "../../../runtime/online-forms/definition.ts";
import { aForm, emptyWorld } from "../../../runtime/online-forms/form-fixture.ts";
import { type ActionHost, runActions } from "../../../runtime/react/run-actions.ts";
import type { ConsoleServices } from "../../../runtime/react/services.ts";
import type { Actions } from "../../../runtime/schema/types.gen.ts";

type Values = Readonly<Record<string, unknown>>;

/** Every list of actions in the designer that asks for a name, with the field that the name is for. */
function proposals(value: unknown): readonly { readonly field: string; readonly actions: Actions }[] {
  if (typeof value !== "object" || value === null) return [];
  const { change } = value as { readonly change?: Actions };
  if (Array.isArray(change) && JSON.stringify(change).includes("proposeName")) {
    return [{ field: JSON.stringify(change).includes('"tableName"') ? "tableName" : "dbFieldName", actions: change }];
  }
  return Object.values(value).flatMap(proposals);
}

/** What a field gets that is added by its purpose. */
function templates(value: unknown): readonly { readonly title: string; readonly values: Values }[] {
  if (typeof value !== "object" || value === null) return [];
  const { templates: found } = value as { readonly templates?: ReturnType<typeof templates> };
  return found ?? Object.values(value).flatMap(templates);
}

const screen: unknown = JSON.parse(readFileSync("schemas/online/form-design.screen.json", "utf8"));

/** Runs them over values; `typed` is what the person types while the server is asked. */
async function propose(actions: Actions, typed: Values): Promise<Values> {
  let values: Values = { tableTxt: "合同", dbFieldTxt: "编号" };
  const host = {
    services: {
      request: async () => {
        values = { ...values, ...typed };
        return { name: "proposed" };
      },
    } as unknown as ConsoleServices,
    scope: () => ({ form: values, row: values, rows: [values] }),
    setValue: (field: string, value: unknown) => {
      values = { ...values, [field]: value };
    },
  } as unknown as ActionHost;
  await runActions(actions, host);
  return values;
}

test("the designer proposes a name for the table and in five tables of fields", () => {
  expect(proposals(screen).map(({ field }) => field)).toEqual(["tableName", ...Array(5).fill("dbFieldName")]);
});

test.each(proposals(screen))(
  "a proposed $field fills an empty field and leaves a typed name alone",
  async (proposal) => {
    const { field, actions } = proposal;
    expect((await propose(actions, {}))[field]).toBe("proposed");
    expect((await propose(actions, { [field]: "my" }))[field]).toBe("my");
  },
);

test("a select that is added by its purpose has no dictionary yet, and the findings ask for one", () => {
  const select = templates(screen).find(({ title }) => title === "下拉选择");
  const field = { dbFieldName: "state", dbType: "string", ...select?.values } as OnlineFormField;
  const { findings } = compileModels(aForm({ id: "1", tableName: "ext_order" }, [field]), emptyWorld);
  expect(findings.map(({ key, message }) => [key, message])).toEqual([["dictField", "请填写字典"]]);
});
