import { expect, test } from "vitest";
import { checkDocuments } from "../../runtime/check/check-documents.ts";
import { formatDocument } from "../../runtime/schema/format-document.ts";
import type { ModelDocument } from "../../runtime/schema/types.gen.ts";
import { newPageFiles } from "./new-page.ts";

const asFiles = (files: Record<string, string>) => Object.entries(files).map(([path, text]) => ({ path, text }));

test("a new page without a model is a model, a screen and a test that have no findings", () => {
  const files = newPageFiles({ id: "member/card-type", title: "卡类型", model: undefined, menuGroups: ["member"] });
  expect(Object.keys(files)).toEqual([
    "member/card-type.model.json",
    "member/card-type.screen.json",
    "member/card-type.screen.test.json",
  ]);
  const { diagnostics, models, screens } = checkDocuments(asFiles(files));
  expect(diagnostics).toEqual([]);
  expect(models.get("member/card-type")).toMatchObject({
    title: "卡类型",
    table: "member_card_type",
    base: "/member/cardType",
    permissionPrefix: "member:cardType",
  });
  expect(screens.get("member/card-type")?.menu).toEqual({ parent: "member", sort: 100, path: "/member/cardType" });
});

test("a page for a model with a tree relation is a tree, and its files are formatted", () => {
  const model = {
    schemaVersion: 1,
    id: "base/area",
    title: "地区",
    table: "base_area",
    base: "/base/area",
    permissionPrefix: "base:area",
    writable: false,
    fields: { pid: { type: "string", title: "上级" }, hasChild: { type: "string", title: "有下级" } },
    relations: { children: { kind: "tree", pid: "pid", hasChild: "hasChild", root: "0" } },
  } satisfies ModelDocument;
  const files = newPageFiles({ id: "base/area", title: "地区", model, menuGroups: [] });
  expect(Object.keys(files)).toEqual(["base/area.screen.json", "base/area.screen.test.json"]);
  expect(JSON.parse(files["base/area.screen.json"] ?? "")).toMatchObject({ kind: "tree-list" });
  for (const [path, text] of Object.entries(files)) {
    expect(formatDocument(text, path.endsWith(".test.json") ? "screen-test" : "screen"), path).toBe(text);
  }
});
