import { describe, expect, test } from "vitest";
import { definitions } from "../../renderers/definitions.gen.ts";
import { checkDocuments } from "../../runtime/check/check-documents.ts";
import type { SourceFile } from "../../runtime/schema/diagnostic.ts";
import { proveCount } from "../../tests/support/prove.ts";
import { shippedFiles } from "../../tests/unit/language/document-files.ts";
import { randomOf } from "../../tests/unit/language/typos.ts";
import { renameField } from "./rename-field.ts";

const files = shippedFiles();
const options = { definitions };
const rename = (model: string, from: string, to: string) => renameField(files, { model, from, to }, options);
const withChanged = (changed: readonly SourceFile[]) =>
  files.map((file) => changed.find(({ path }) => path === file.path) ?? file);

test("a renamed field has its new name wherever documents name it, and its column keeps the data", () => {
  const renamed = rename("store/store-order", "payAmount", "paidAmount");
  if (renamed.kind !== "renamed") throw new Error(JSON.stringify(renamed));
  const paths = renamed.changed.map(({ path }) => path);
  expect(paths).toContain("store/store-order.screen.json");
  expect(paths).toContain("dashboard/charts.screen.json");
  const model = renamed.changed.find(({ path }) => path === "store/store-order.model.json")?.text;
  expect(model).toMatch(/"paidAmount": \{ "type": "money", [^\n]*"renamedFrom": "payAmount"/);
  const { models } = checkDocuments(withChanged(renamed.changed), options);
  expect(models.get("store/store-order")?.fields.payAmount).toBeUndefined();
});

test("paths of sample rows follow, in values and in keys", () => {
  const textOf = (renamed: ReturnType<typeof rename>, path: string) => {
    if (renamed.kind !== "renamed") throw new Error(JSON.stringify(renamed));
    return renamed.changed.find((one) => one.path === path)?.text;
  };
  const orders = rename("store/store-order", "payAmount", "paidAmount");
  expect(textOf(orders, "settle/handle-order.model.json")).toContain('"copy", "from": "master.paidAmount"');
  const members = rename("member/member", "directCount", "broughtCount");
  expect(textOf(members, "settle/settle-record.model.json")).toContain('"min": { "memberId.broughtCount": 50 }');
});

test("a field whose column is named keeps the column, and no former name is noted", () => {
  const renamed = rename("member/member-net", "memberName", "displayName");
  if (renamed.kind !== "renamed") throw new Error(JSON.stringify(renamed));
  const model = renamed.changed.find(({ path }) => path === "member/member-net.model.json")?.text;
  expect(model).toMatch(/"displayName": \{ [^\n]*"column": "realname"/);
  expect(model).toContain('"titleField": "displayName"');
  expect(model).not.toContain("renamedFrom");
});

test("a field that a transition asks for is renamed in the question and in what reads the answer", () => {
  const renamed = rename("sales/salesman", "leaveDate", "leftOn");
  if (renamed.kind !== "renamed") throw new Error(JSON.stringify(renamed));
  const model = renamed.changed.find(({ path }) => path === "sales/salesman.model.json")?.text;
  expect(model).toContain("{{ form.leftOn >= row.entryDate }}");
});

/** What these rows say is read by the checker itself: their names are ours, not the implementer's. */
const readByChecker = new Set(["system/dict-item", "system/data-rule", "online/cgreport-item"]);

test("any field of the shipped documents can be renamed, and nothing is left with its former name", () => {
  const random = randomOf(2026);
  const { models } = checkDocuments(files, options);
  const fields = [...models]
    .filter(([id]) => !readByChecker.has(id))
    .flatMap(([id, { fields: own }]) => Object.keys(own).map((name) => [id, name] as const));
  for (let round = 0; round < proveCount(3, 40); round++) {
    const [model = "", name = ""] = fields[Math.floor(random() * fields.length)] ?? [];
    expect(rename(model, name, `${name}Renamed`), `${model}.${name}`).toMatchObject({ kind: "renamed" });
  }
});

describe("nothing is changed", () => {
  test.each([
    ["a model that is not there", "store/stroe", "name", "title", "没有模型 “store/stroe”，是否想写 “store/store”？"],
    [
      "a field that is not there",
      "store/store",
      "nmae",
      "title",
      "store/store.model.json 里没有字段 “nmae”，是否想写 “name”？",
    ],
    ["a name that another field has", "store/store", "name", "phone", "store/store.model.json 里已有字段 “phone”"],
  ])("for %s", (_, model, from, to, reason) => {
    expect(rename(model, from, to)).toEqual({ kind: "refused", reason });
  });

  test("for a name that no field may have", () => {
    expect(rename("store/store", "name", "no-name")).toMatchObject({ kind: "broken" });
  });
});
