import { expect, it } from "vitest";
import { resolveModel } from "../../runtime/model/resolve-model.ts";
import type { ModelDocument } from "../../runtime/schema/types.gen.ts";
import { fitDraft } from "./fit-draft.ts";

const model = (id: string, fields: ModelDocument["fields"], relations: ModelDocument["relations"] = {}) =>
  resolveModel(
    {
      schemaVersion: 1,
      id,
      title: "拜访",
      table: "visit",
      base: `/${id}`,
      permissionPrefix: "test",
      fields,
      relations,
    },
    () => undefined,
  );

const line = model("test/line", { matter: { type: "string", title: "事项", renamedFrom: "item" } });
const visit = model(
  "test/visit",
  { customer: { type: "string", title: "客户", renamedFrom: "cust" }, title: { type: "string", title: "主题" } },
  { lines: { kind: "one-to-many", model: "test/line", foreignKey: "visitId" } },
);
const models = new Map([visit, line].map((one) => [one.id, one]));

it("a draft goes to the fields that its fields have become, in rows too, and names what has none any more", () => {
  const row = { id: "1", version: 2, item: "事一", visitId_dictText: "甲", gone: "旧" };
  expect(fitDraft({ title: "甲", cust: "乙", note: "丙", empty: "", lines: [row] }, visit, models)).toEqual({
    values: {
      title: "甲",
      customer: "乙",
      lines: [{ id: "1", version: 2, matter: "事一", visitId_dictText: "甲" }],
    },
    lost: [
      { name: "note", text: "丙" },
      { name: "gone", text: "旧" },
    ],
  });
});
