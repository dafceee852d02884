import { describe, expect, it } from "vitest";
import { type DocumentText, explainPart, readingsOf } from "./explain.ts";

const file = `{
  "table": {
    "columns": [
      "orderNo",
      { "field": "amount", "width": 120 }
    ],
    "override": { "status": { "title": "进度" } }
  }
}`;
const model = `{
  "fields": {
    "orderNo": { "type": "string", "title": "订单号" },
    "amount": { "type": "money", "title": "金额", "width": 90 },
    "status": { "type": "string", "title": "状态" }
  }
}`;
const same = (text: string): DocumentText => ({ text, fileText: text });
const documents = (page: DocumentText) =>
  new Map([
    ["a/order.screen.json", page],
    ["a/order.model.json", same(model)],
  ]);
const explain = (pointer: string, field: string, page = same(file)) =>
  explainPart({ at: `a/order.screen.json#${pointer}`, from: `a/order.model.json#/fields/${field}` }, (name) =>
    documents(page).get(name),
  );
const told = ({ properties }: ReturnType<typeof explain>) =>
  properties.map(({ name, value, origin }) => [name, value, origin.kind, origin.line]);

describe("where a part comes from", () => {
  it("tells what the page writes before what the model gives, and leaves out what is overridden", () => {
    const found = explain("/table/columns/1", "amount");
    expect(found.at).toEqual({ kind: "file", file: "a/order.screen.json", line: 5, pointer: "/table/columns/1" });
    const twice = told(found).filter(([name]) => name === "width");
    expect(twice).toEqual([["width", 120, "file", 5]]);
    expect(told(found)).toContainEqual(["title", "金额", "model", 4]);
  });

  it("a column of one word has its place and only the model's properties", () => {
    const found = explain("/table/columns/0", "orderNo");
    expect(found.at?.line).toBe(4);
    expect(told(found)).toEqual([
      ["type", "string", "model", 3],
      ["title", "订单号", "model", 3],
    ]);
  });

  it("an inherited part is written nowhere on the page", () => {
    const found = explain("/table/override/amount", "amount");
    expect(found.at).toBe(undefined);
    expect(told(found).every(([, , kind]) => kind === "model")).toBe(true);
  });

  it("a value that differs from its file was published", () => {
    const page = { text: file.replace('"width": 120', '"width": 160'), fileText: file };
    const found = explain("/table/columns/1", "amount", page);
    expect(told(found)).toContainEqual(["width", 160, "published", 5]);
    expect(told(found)).toContainEqual(["field", "amount", "file", 5]);
    expect(found.at?.kind).toBe("published");
  });

  it("a document that cannot be read says nothing", () => {
    expect(explainPart({ at: "b.screen.json#/table", from: undefined }, () => undefined)).toEqual({
      at: undefined,
      properties: [],
    });
  });
});

describe("what expressions give", () => {
  it("each is told with its result and the names it read, however deep in the value", () => {
    const scope = { row: { status: "2", amount: 5 }, user: { orgCode: "A01" } };
    const value = { visible: "{{ row.status == '9' }}", do: [{ data: { code: "{{ user.orgCode + row.amount }}" } }] };
    expect(readingsOf(value, scope)).toEqual([
      { source: "row.status == '9'", result: false, reads: [{ name: "row.status", value: "2" }] },
      {
        source: "user.orgCode + row.amount",
        result: "A015",
        reads: [
          { name: "user.orgCode", value: "A01" },
          { name: "row.amount", value: 5 },
        ],
      },
    ]);
  });

  it("what cannot be read gives nothing and throws nothing", () => {
    expect(readingsOf("{{ row. }}", {})).toMatchObject([{ source: "row.", reads: [] }]);
    expect(readingsOf("{{ row.a.b }}", {})).toMatchObject([{ reads: [{ name: "row.a.b", value: undefined }] }]);
  });
});
