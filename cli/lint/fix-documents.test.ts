import { expect, test } from "vitest";
import { fixDocuments } from "./fix-documents.ts";

const model = {
  path: "a/b.model.json",
  text: JSON.stringify({
    schemaVersion: 1,
    id: "a/b",
    title: "乙",
    table: "b",
    base: "/a/b",
    permissionPrefix: "a:b",
    fields: { name: { type: "string", title: "名称" } },
  }),
};

test("misspelt words of the language are replaced, also when one hides another", () => {
  const text = `{ "schemaVersion": 1, "kind": "lst", "model": "a/b",
  "table": { "colums": [ { "field": "name", "fixed": "lef", "cell": { "type": "ellipsiss" } } ] } }`;
  const [fixed] = fixDocuments([model, { path: "a/b.screen.json", text }], {});
  expect(fixed?.text).toBe(`{ "schemaVersion": 1, "kind": "list", "model": "a/b",
  "table": { "columns": [ { "field": "name", "fixed": "left", "cell": { "type": "ellipsis" } } ] } }`);
});

test("names of the author are never replaced", () => {
  const text = `{ "schemaVersion": 1, "kind": "list", "model": "a/b", "table": { "columns": [ "nmae" ] } }`;
  expect(fixDocuments([model, { path: "a/b.screen.json", text }], {})).toEqual([]);
});

test("a field's new name and the id of the file's place are put in, inside expressions too", () => {
  const renamed = {
    path: "a/b.model.json",
    text: JSON.stringify({
      ...JSON.parse(model.text),
      id: "a/c",
      fields: { fullName: { type: "string", title: "名称", renamedFrom: "name" } },
    }),
  };
  const text = `{ "schemaVersion": 1, "kind": "list", "model": "a/b",
  "table": { "columns": [ "name", { "field": "fullName", "visible": "{{ row.name != '' }}" } ], "override": {} } }`;
  const [fixedModel, fixedScreen] = fixDocuments([renamed, { path: "a/b.screen.json", text }], {});
  expect(JSON.parse(fixedModel?.text ?? "")).toMatchObject({ id: "a/b" });
  expect(fixedScreen?.text).toContain(`"columns": [ "fullName", `);
  expect(fixedScreen?.text).toContain("{{ row.fullName != '' }}");
});
