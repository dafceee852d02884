import { afterAll, beforeAll, expect, it } from "vitest";
import { resolveModel } from "../../runtime/model/resolve-model.ts";
import type { ModelDocument } from "../../runtime/schema/types.gen.ts";
import { starsText } from "../../tests/fixtures/plugins/acme/cells/stars/stars.def.ts";
import { administrator } from "../../tests/support/callers.ts";
import { exportColumns, sheetForms } from "./export-sheet.ts";
import { chineseReader } from "./language/reader-texts.ts";

const review = {
  schemaVersion: 1,
  id: "test/review",
  title: "评价",
  table: "test_review",
  permissionPrefix: "test:review",
  fields: {
    title: { type: "string", title: "标题" },
    stars: { type: "integer", title: "星级", cell: { type: "acme:stars", of: 10 } },
    count: { type: "integer", title: "次数" },
  },
} as unknown as ModelDocument;

beforeAll(() => void sheetForms.set("acme:stars", starsText));
afterAll(() => void sheetForms.delete("acme:stars"));

it("AUT-03 a cell writes its values into exports in the form of its own, as text; others write them as they are", () => {
  const columns = exportColumns(
    resolveModel(review, () => "title"),
    administrator,
    chineseReader,
    "title,stars,count",
  );
  expect(columns.map(({ kind }) => kind)).toEqual(["text", "text", "number"]);
  const written = (row: object) => columns.map(({ value }) => value(row as never));
  expect(written({ title: "好", stars: 4, count: 3 })).toEqual(["好", "4 / 10", 3]);
  expect(written({ title: "", stars: null, count: 0 })).toEqual(["", null, 0]);
});
