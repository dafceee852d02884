import { expect, test } from "vitest";
import { identify } from "../../runtime/schema/source-document.ts";
import { readDocuments } from "../../server/documents/read-documents.ts";
import { migrateDocument } from "./codemods.ts";

test("a document of the first days gets its version and loses words that are gone; the rest stays", () => {
  const old = `{ "kind": "list", "model": "a/b", "table": { "virtual": true, "pageSize": 20 } }`;
  const { text, changes } = migrateDocument(old, "screen");
  expect(changes).toEqual(["写明 schemaVersion", "删去表格的 virtual（0026）"]);
  expect(JSON.parse(text)).toEqual({ schemaVersion: 1, kind: "list", model: "a/b", table: { pageSize: 20 } });
  expect(migrateDocument(text, "screen")).toEqual({ text, changes: [] });
});

test("a document of a newer program is left alone and says so", () => {
  const text = `{ "schemaVersion": 2, "kind": "list", "table": { "virtual": true } }`;
  expect(migrateDocument(text, "screen")).toMatchObject({ text, changes: [], problem: expect.stringContaining("2") });
});

test.each([["{ broken"], ["[]"], [""]])("%s stays as it is", (text) => {
  expect(migrateDocument(text, "screen")).toEqual({ text, changes: [] });
});

test("the shipped documents need no migration", () => {
  for (const { path, text } of readDocuments("schemas")) {
    const identity = identify(path);
    if (identity) expect(migrateDocument(text, identity.kind), path).toEqual({ text, changes: [] });
  }
});
