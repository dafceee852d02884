import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { proveCount } from "../../../tests/support/prove.ts";
import { resolveModel } from "../../model/resolve-model.ts";
import { createRecordRules } from "../../record/record-rules.ts";
import type { ModelDocument } from "../../schema/types.gen.ts";
import { compileModels } from "../compile-model.ts";
import { formScreen } from "../compile-screen.ts";
import type { OnlineFormDefinition, OnlineFormField } from "../definition.ts";
import { readPages } from "../pages/read-pages.ts";
import { checkRules, withUsableRules } from "./check-rules.ts";
import { followedRules, renameInRules } from "./follow-rules.ts";
import { type FormRule, type RuleEffect, type RuleTest, ruleOps, stateEffects } from "./form-rule.ts";

const names = ["kind", "level", "note", "amount"] as const;
const fields: readonly OnlineFormField[] = names.map((dbFieldName, at) => ({
  id: `f${at}`,
  dbFieldName,
  dbFieldTxt: `字段${at}`,
  dbType: dbFieldName === "amount" ? "int" : "string",
  dbLength: 50,
  isShowForm: 1,
  isShowList: 1,
}));
const world = { tableOf: () => undefined };

function formWith(rules: readonly FormRule[]): OnlineFormDefinition {
  const key = {
    dbFieldName: "main_id",
    dbFieldTxt: "主表",
    dbType: "string",
    mainTable: "ext_a",
    mainField: "id",
  } as const;
  const sub = {
    head: { id: "s1", tableName: "ext_a_line", tableTxt: "明细", tableType: 3 } as const,
    fields: [key, ...fields],
    indexes: [],
    buttons: [],
    subs: [],
  };
  const head = { id: "h1", tableName: "ext_a", tableTxt: "单据", tableType: 2, rules } as const;
  return { head, fields, indexes: [], buttons: [], subs: [sub] };
}

const pagesOf = (form: OnlineFormDefinition) => {
  const { models } = compileModels(form, world);
  return { models, screen: formScreen("list", form, world, models[0]?.titleField) };
};

const modelOf = (rules: readonly FormRule[]) => {
  const [model] = pagesOf(formWith(rules)).models;
  return resolveModel(model as ModelDocument, () => undefined);
};
const record = { mode: "edit", now: "2026-11-27 10:00:00", user: {} } as const;
const one = (when: readonly RuleTest[], ...then: readonly RuleEffect[]): FormRule => ({ match: "all", when, then });
const isA: RuleTest = { field: "kind", op: "eq", value: "A" };

describe("what a rule does to a record", () => {
  const cases: readonly [RuleTest, unknown, boolean][] = [
    [{ field: "kind", op: "eq", value: 'it\'s \\ "A"' }, 'it\'s \\ "A"', true],
    [{ field: "kind", op: "ne", value: "A" }, null, true],
    [{ field: "amount", op: "gt", value: 5 }, 6, true],
    [{ field: "amount", op: "gt", value: 5 }, null, false],
    [{ field: "amount", op: "ge", value: 6 }, 6, true],
    [{ field: "amount", op: "lt", value: -1 }, -2, true],
    [{ field: "amount", op: "le", value: 0 }, 1, false],
    [{ field: "kind", op: "contains", value: "b" }, "abc", true],
    [{ field: "kind", op: "has", value: "b" }, "a,b", true],
    [{ field: "kind", op: "in", value: ["a", "b"] }, "b", true],
    [{ field: "amount", op: "empty" }, 0, false],
    [{ field: "kind", op: "empty" }, null, true],
    [{ field: "kind", op: "filled" }, "x", true],
  ];
  it.each(cases)("compares: %j with %j", (test, value, holds) => {
    const rules = createRecordRules(modelOf([one([test], { do: "require", fields: ["note"] })]), () => undefined);
    expect(rules.isRequired("note", { [test.field]: value }, record)).toBe(holds);
  });

  it("shows, hides, requires, locks, limits, refuses", () => {
    const rules = createRecordRules(
      modelOf([
        one([isA], { do: "show", fields: ["note"] }, { do: "require", fields: ["note"] }),
        one([{ field: "amount", op: "gt", value: 9 }], { do: "hide", fields: ["note"] }),
        one([{ field: "kind", op: "eq", value: "closed" }], { do: "lock", fields: ["amount"] }),
        one([isA], { do: "options", field: "level", values: ["1", "2"] }),
        one([{ field: "amount", op: "lt", value: 0 }], { do: "refuse", field: "amount", message: "不能是负数" }),
      ]),
      () => undefined,
    );
    const errors = (row: object, before?: object) =>
      rules
        .apply({ ...row }, { ...record, ...(before ? { before: { ...before } } : {}) })
        .errors.map(({ field }) => field);
    expect(errors({ kind: "A" })).toEqual(["note"]);
    expect(rules.apply({ kind: "B", note: "x" }, record)).toMatchObject({ row: { note: null }, errors: [] });
    expect(rules.apply({ kind: "A", note: "x", amount: 10 }, record)).toMatchObject({
      row: { note: null },
      errors: [],
    });
    expect(errors({ kind: "A", note: "x", level: "3" })).toEqual(["level"]);
    expect(errors({ kind: "A", note: "x", level: "3" }, { level: "3" })).toEqual([]);
    expect(errors({ kind: "B", amount: -1 })).toEqual(["amount"]);
    const closed = { kind: "closed", amount: 1 };
    expect(errors({ ...closed, amount: 2 }, closed)).toEqual(["amount"]);
    expect(errors({ kind: "closed", amount: 2 }, { kind: "B", amount: 1 })).toEqual([]);
    expect(errors({ kind: "B", amount: 2 }, closed)).toEqual([]);
  });

  it("stands in the documents as a person would write it", () => {
    const { screen } = pagesOf(
      formWith([
        one([isA], { do: "set", field: "level", value: "1" }, { do: "hint", field: "note", message: "写'原因'" }),
        one([{ field: "amount", op: "gt", value: 9 }], {
          do: "compute",
          field: "note",
          formula: "{{ row.kind + 'row.' }}",
        }),
        one([isA], { do: "hide", fields: ["ext_a_line"] }),
      ]),
    );
    const { items } = (screen as unknown as { views: { form: { items: readonly Record<string, unknown>[] } } }).views
      .form;
    expect(items).toMatchObject([
      {
        field: "kind",
        on: {
          change: [
            { test: "{{ form.kind == 'A' }}", then: [{ type: "setValue", field: "level", value: "1" }] },
            { test: "{{ form.amount > 9 }}", then: [{ field: "note", value: "{{ form.kind + 'row.' }}" }] },
          ],
        },
      },
      "level",
      { field: "note", tip: "{{ if(row.kind == 'A', '写\\'原因\\'', '') }}" },
      { field: "amount", on: { change: [{ test: "{{ form.amount > 9 }}" }] } },
      { tabs: [{ items: [{ subTable: { relation: "ext_a_line", visible: "{{ !(master.kind == 'A') }}" } }] }] },
    ]);
  });
});

const anyValue = fc.oneof(fc.string({ maxLength: 6 }), fc.integer({ min: -99, max: 99 }), fc.boolean());
const anyField = fc.constantFrom(...names);
const anyTest: fc.Arbitrary<RuleTest> = fc
  .record({
    field: anyField,
    op: fc.constantFrom(...ruleOps),
    value: anyValue,
    more: fc.array(anyValue, { minLength: 1, maxLength: 3 }),
  })
  .map(({ field, op, value, more }) => {
    if (op === "empty" || op === "filled") return { field, op };
    return { field, op, value: op === "in" ? more : value };
  });
const targets = fc.uniqueArray(fc.constantFrom(...names, "ext_a_line"), { minLength: 1, maxLength: 3 });
const message = fc.string({ minLength: 1, maxLength: 8 });
const anyEffect: fc.Arbitrary<RuleEffect> = fc.oneof(
  fc.record({ do: fc.constantFrom(...stateEffects), fields: targets }),
  fc.record({
    do: fc.constant("set" as const),
    field: anyField,
    value: anyValue.filter((value) => !String(value).includes("{{")),
  }),
  fc.record({
    do: fc.constant("compute" as const),
    field: anyField,
    formula: fc.constantFrom("{{ row.amount * 2 }}", "{{ row.kind + row.note }}"),
  }),
  fc.record({
    do: fc.constant("options" as const),
    field: anyField,
    values: fc.array(anyValue, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ do: fc.constant("hint" as const), field: anyField, message }),
  fc.record({ do: fc.constant("refuse" as const), field: anyField, message }),
);
const anyRule: fc.Arbitrary<FormRule> = fc.oneof(
  fc.record({
    match: fc.constantFrom("all" as const, "any" as const),
    when: fc.array(anyTest, { minLength: 1, maxLength: 3 }),
    // biome-ignore lint/suspicious/noThenProperty: 当 … 则 … of the rule
    then: fc.array(anyEffect, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    match: fc.constant("all" as const),
    when: fc.constant([]),
    formula: fc.constantFrom("{{ len(row.note) > 3 ? row.amount > 1 : false }}", "{{ !(row.kind == 'A') }}"),
    // biome-ignore lint/suspicious/noThenProperty: 当 … 则 … of the rule
    then: fc.array(anyEffect, { minLength: 1, maxLength: 2 }),
  }),
);

describe("rules and documents", () => {
  it("ONF-04 come back from the documents that they make as rules that make the same documents", () => {
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 6 }), (rules) => {
        const pages = pagesOf(formWith(rules));
        const [model, line] = pages.models as readonly [ModelDocument, ModelDocument];
        const { definition } = readPages({
          model,
          screen: pages.screen,
          modelOf: (id) => (id === line.id ? line : undefined),
          tableOfModel: () => undefined,
          tableName: ({ table }) => table,
        });
        const again = pagesOf(formWith(definition.head.rules ?? []));
        expect(again).toEqual(pages);
      }),
      { numRuns: proveCount(60, 300) },
    );
  });

  it("ONF-02 hints of a sub-form stand in the cells of its rows, and come back from there", () => {
    const hint = one([isA], { do: "hint", field: "note", message: "请附上行程" });
    const form = formWith([]);
    const withHint = { ...form, subs: form.subs.map((sub) => ({ ...sub, head: { ...sub.head, rules: [hint] } })) };
    const { models, screen } = pagesOf(withHint);
    const [item] = JSON.stringify(screen).match(/\{"field":"note"[^}]*\}\}"\}/) ?? [];
    expect(item && JSON.parse(item)).toEqual({ field: "note", tip: "{{ if(row.kind == 'A', '请附上行程', '') }}" });
    const [model, line] = models as readonly [ModelDocument, ModelDocument];
    const { definition } = readPages({
      model,
      screen,
      modelOf: (id) => (id === line.id ? line : undefined),
      tableOfModel: () => undefined,
      tableName: ({ table }) => table,
    });
    expect(definition.subs[0]?.head.rules).toEqual([hint]);
  });

  it("follow a renaming there and back", () => {
    const there = new Map(names.map((name) => [name, `new_${name}`]));
    const back = new Map(names.map((name) => [`new_${name}`, name as string]));
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 4 }), (rules) => {
        expect(renameInRules(renameInRules(rules, there), back)).toEqual(rules);
      }),
    );
  });

  it("follow two fields that change names, and leave rules alone that know the new one already", () => {
    const before = formWith([one([isA], { do: "require", fields: ["note"] })]);
    const swap: Readonly<Record<string, string>> = { kind: "note", note: "kind" };
    const swapped = before.fields.map((field) => ({
      ...field,
      dbFieldName: swap[field.dbFieldName] ?? field.dbFieldName,
    }));
    expect(followedRules(before, { ...before, fields: swapped })).toMatchObject([
      { when: [{ field: "note" }], then: [{ fields: ["kind"] }] },
    ]);
    const edited = { ...before.head, rules: [one([{ ...isA, field: "sort" }], { do: "require", fields: ["note"] })] };
    const renamed = before.fields.map((field) => (field.id === "f0" ? { ...field, dbFieldName: "sort" } : field));
    expect(followedRules(before, { head: edited, fields: renamed })).toMatchObject([{ when: [{ field: "sort" }] }]);
  });
});

describe("rules that cannot be", () => {
  const show = (field: string): RuleEffect => ({ do: "show", fields: [field] });
  it.each<[string, readonly FormRule[]]>([
    ["规则 1：条件 1：表单没有字段 gone", [one([{ ...isA, field: "gone" }], show("note"))]],
    ["规则 1：结果 1：表单没有字段 gone", [one([isA], show("gone"))]],
    ["规则 1：条件 1还没有选字段", [one([{ ...isA, field: "" }], show("note"))]],
    ["规则 1：条件 1还没有填值", [one([{ ...isA, value: "" }], show("note"))]],
    ["规则 1：条件 1还没有填值", [one([{ ...isA, value: "  " }], show("note"))]],
    [
      "规则 1：条件 1：数字字段的值须是数字",
      [one([{ field: "amount", op: "in", value: [1, "１２个"] }], show("note"))],
    ],
    ["规则 1：结果 1：数字字段的值须是数字", [one([isA], { do: "set", field: "amount", value: "abc" })]],
    ["规则 1：请填写条件", [one([], show("note"))]],
    ["规则 1：请填写结果", [one([isA])]],
    ["规则 1：结果 1还没有选字段", [one([isA], { do: "require", fields: [] })]],
    ["规则 1：结果 1：附表“明细”只能显示、隐藏或只读", [one([isA], { do: "require", fields: ["ext_a_line"] })]],
    ["规则 1：结果 1还没有写提示的话", [one([isA], { do: "refuse", message: " " })]],
    ["规则 1：结果 1：带 {{ }} 的请用“按公式计算”", [one([isA], { do: "set", field: "note", value: "{{ row.x }}" })]],
    ["规则 1：结果 1的公式有误：请写成 {{ 表达式 }}", [one([isA], { do: "compute", field: "note", formula: "row.x" })]],
    [
      "规则 2：与规则 1 在同一条件下对“字段2”的要求相反",
      [one([isA], show("note")), one([isA], { do: "hide", fields: ["note"] })],
    ],
    [
      "规则 2：与规则 1 在同一条件下对“字段2”的要求相反",
      [one([isA], { do: "set", field: "note", value: "a" }), one([isA], { do: "set", field: "note", value: "b" })],
    ],
    ["规则 1：规则互相循环：字段0 → 字段0", [one([isA], show("kind"))]],
    [
      "规则 2：规则互相循环：字段0 → 字段2 → 字段0",
      [one([isA], show("note")), one([{ field: "note", op: "filled" }], show("kind"))],
    ],
  ])("are named: %s", (text, rules) => {
    const form = formWith(rules);
    expect(checkRules(form).map(({ message }) => message)).toContain(text);
    expect(checkRules(withUsableRules(form)).filter(({ severity }) => severity === "error")).toEqual([]);
  });
});
