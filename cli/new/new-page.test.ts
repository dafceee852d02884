import { expect, test } from "vitest";
import { definitions } from "../../renderers/definitions.gen.ts";
import { knownRenderers } from "../../renderers/screens/known-renderers.ts";
import { runScreenCase } from "../../renderers/testing/screen-test/run-screen-case.ts";
import { type Given, testConsole } from "../../renderers/testing/screen-test/test-console.ts";
import { checkDocuments } from "../../runtime/check/check-documents.ts";
import { compileScreen } from "../../runtime/compile/compile-screen.ts";
import { formatDocument } from "../../runtime/schema/format-document.ts";
import type { ModelDocument } from "../../runtime/schema/types.gen.ts";
import { newPageFiles } from "./new-page.ts";
import { type PageKindName, pageKinds } from "./page-kinds.ts";

const asFiles = (files: Record<string, string>) => Object.entries(files).map(([path, text]) => ({ path, text }));
const page = { id: "member/card-type", title: "卡类型", model: undefined, menuGroups: ["member"] };

const bill = {
  schemaVersion: 1,
  id: "shop/bill",
  title: "账单",
  table: "shop_bill",
  base: "/shop/bill",
  permissionPrefix: "shop:bill",
  fields: { name: { type: "string", title: "名称" }, total: { type: "money", title: "金额" } },
} satisfies ModelDocument;

test.each(Object.keys(pageKinds) as PageKindName[])(
  "a new page of the kind %s has no findings, is formatted, and what its test says holds",
  async (kind) => {
    const isOfOther = kind === "dashboard" || kind === "report";
    const files = newPageFiles({ ...page, kind, ...(isOfOther && { model: bill }) });
    const sources = asFiles({ ...files, ...(isOfOther && { "shop/bill.model.json": JSON.stringify(bill) }) });
    const checked = checkDocuments(sources, { definitions });
    expect(checked.diagnostics).toEqual([]);
    for (const [path, text] of Object.entries(files)) {
      const of = /\.(model|screen|screen\.test)\.json$/.exec(path)?.[1]?.replace(".", "-");
      if (of) expect(formatDocument(text, of as "model" | "screen" | "screen-test"), path).toBe(text);
    }
    const [tests] = checked.tests.values();
    const screen = checked.screens.get("member/card-type");
    if (!tests || !screen) throw new Error("no screen with a test");
    expect(screen.menu).toEqual({ parent: "member", sort: 100, path: "/member/cardType" });
    for (const one of tests.cases) {
      const plan = compileScreen({ ...screen, id: "member/card-type" }, checked.resolvedModels, knownRenderers);
      const given = { ...tests.given, ...one.given } as Given;
      expect(await runScreenCase(plan, testConsole(given, new Map()), one), one.title).toEqual([]);
    }
  },
);

test("a new page without a model is a model, a screen, a test and its English texts", () => {
  const files = newPageFiles(page);
  expect(Object.keys(files)).toEqual([
    "member/card-type.model.json",
    "member/card-type.screen.json",
    "member/card-type.screen.test.json",
    "locales/en-US/member-card-type.json",
  ]);
  expect(checkDocuments(asFiles(files)).models.get("member/card-type")).toMatchObject({
    title: "卡类型",
    table: "member_card_type",
    base: "/member/cardType",
    permissionPrefix: "member:cardType",
  });
  expect(JSON.parse(files["locales/en-US/member-card-type.json"] ?? "")).toMatchObject({
    卡类型: "Card type",
    名称: "Name",
  });
});

test("English texts that are there already are not written again", () => {
  const english = new Map(["卡类型", "名称", "排序", "备注"].map((text) => [text, "x"]));
  expect(Object.keys(newPageFiles({ ...page, english }))).not.toContain("locales/en-US/member-card-type.json");
});

const tree = {
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

test("a page for a model with a tree relation is a tree, and its files are formatted", () => {
  const english = new Map();
  const files = newPageFiles({ id: "base/area", title: "地区", model: tree, menuGroups: [], english });
  expect(Object.keys(files)).toEqual(["base/area.screen.json", "base/area.screen.test.json"]);
  expect(JSON.parse(files["base/area.screen.json"] ?? "")).toMatchObject({ kind: "tree-list" });
  for (const [path, text] of Object.entries(files)) {
    expect(formatDocument(text, path.endsWith(".test.json") ? "screen-test" : "screen"), path).toBe(text);
  }
});

test("dashboards and reports add up the first amount of a model, a report by its first dictionary", () => {
  const model = {
    ...bill,
    fields: { ...bill.fields, status: { type: "string", title: "状态", dict: "valid_status" } },
  } as const;
  const made = (kind: "dashboard" | "report") =>
    JSON.parse(newPageFiles({ ...page, kind, model })["member/card-type.screen.json"] ?? "");
  expect(made("report").source).toEqual({
    type: "aggregate",
    model: "shop/bill",
    groupBy: ["status"],
    measures: {
      rowCount: { op: "count", title: "数量" },
      total: { op: "sum", field: "total", title: "金额" },
    },
  });
  expect(made("dashboard").panels.map((panel: { title: string }) => panel.title)).toEqual(["总数", "金额", "每月新增"]);
});

test("a dashboard without a model to add up is refused with what is missing", () => {
  expect(() => newPageFiles({ ...page, kind: "dashboard" })).toThrow("请用 --model 写明");
});

test("a page whose model has no rows below its rows is refused with what is missing", () => {
  const asked = { id: "base/area-lines", title: "地区", model: tree, menuGroups: [] } as const;
  expect(() => newPageFiles({ ...asked, kind: "master-detail" })).toThrow("没有 one-to-many 关系");
  const flat = { ...tree, relations: {} };
  expect(() => newPageFiles({ ...asked, model: flat, kind: "tree" })).toThrow("没有 tree 关系");
});
