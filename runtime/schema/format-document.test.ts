import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesBelow } from "../../server/documents/read-documents.ts";
import { formatDocument } from "./format-document.ts";
import { identify } from "./source-document.ts";

test("keys stand in the order of the language, the tag first, and short values side by side", () => {
  const text = `{"model":"member/member","kind":"list",
    "table": {"selection":"none","columns":["name",{"width":90,"field":"mobile","cell":{"keepEnd":4,"type":"mask"}}]},

    "menu":{"path":"/member","sort":1},"schemaVersion":1}`;
  expect(formatDocument(text, "screen")).toBe(`{
  "schemaVersion": 1,
  "kind": "list",
  "model": "member/member",

  "menu": { "sort": 1, "path": "/member" },
  "table": { "columns": [ "name", { "field": "mobile", "width": 90, "cell": { "type": "mask", "keepEnd": 4 } } ], "selection": "none" }
}
`);
});

test("the order of field names, rows and values is the author's", () => {
  const text = `{ "schemaVersion": 1, "fields": { "z": { "title": "Z", "type": "string" }, "a": { "type": "date", "title": "A" } } }`;
  expect(formatDocument(text, "model")).toBe(`{
  "schemaVersion": 1,
  "fields": { "z": { "type": "string", "title": "Z" }, "a": { "type": "date", "title": "A" } }
}
`);
});

test("an unknown key keeps its place at the end, and values keep their spelling", () => {
  const text = `{ "colour": 1.50, "schemaVersion": 1e0, "title": "\\u4f1a" }`;
  expect(formatDocument(text, "screen")).toContain(`"colour": 1.50`);
  expect(formatDocument(text, "screen")).toContain(`"title": "\\u4f1a"`);
});

test("what is not JSON stays as it is", () => {
  expect(formatDocument('{ "a": }', "screen")).toBe('{ "a": }');
  expect(formatDocument("", "screen")).toBe("");
});

const roots = ["schemas", "tests/fixtures/schemas"];
test.each(roots)("formatting the documents of %s keeps their meaning, and twice is once", (root) => {
  for (const path of filesBelow(root, "")) {
    const kind = identify(path)?.kind ?? "screen";
    const text = readFileSync(join(root, path), "utf8");
    const formatted = formatDocument(text, kind);
    expect(JSON.parse(formatted), path).toEqual(JSON.parse(text));
    expect(formatDocument(formatted, kind), path).toBe(formatted);
  }
});
