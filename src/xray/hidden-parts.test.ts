import { expect, it } from "vitest";
import { fixtureConsole } from "../../renderers/testing/fixture-console.ts";
import { compileScreen } from "../../runtime/compile/compile-screen.ts";
import { fixtureModels } from "../../runtime/compile/fixture-models.ts";
import type { ScreenDocument } from "../../runtime/schema/types.gen.ts";
import { hiddenParts } from "./hidden-parts.ts";

const screen: ScreenDocument = {
  schemaVersion: 1,
  id: "test/shop",
  kind: "list",
  model: "test/shop",
  query: { items: ["name", "kind"] },
  table: {
    columns: ["name", { field: "kind", visible: false }, { field: "phone", visible: "{{ user.orgCode == 'A02' }}" }],
  },
  toolbar: [{ preset: "add" }, { preset: "export" }],
  rowActions: { items: [{ preset: "edit" }, { preset: "detail" }] },
};

it("tells why each part is not shown, in the document's order, and says nothing of what is drawn", () => {
  const { services } = fixtureConsole({ denied: ["test:shop:add"] });
  const at = (pointer: string) => `test/shop.screen.json#${pointer}`;
  const drawn = new Set([at("/query/items/0"), at("/table/columns/0"), at("/toolbar/1"), at("/rowActions/items/1")]);
  const found = hiddenParts(compileScreen(screen, fixtureModels()), drawn, services, { user: { orgCode: "A01" } });
  expect(found.map(({ kind, place, reason }) => [kind, place.at.split("#")[1], reason])).toEqual([
    ["query", "/query/items/1", "查询条件收起了，或窗口太窄"],
    ["toolbar", "/toolbar/0", "没有权限 test:shop:add"],
    ["column", "/table/columns/1", "写了 visible: false"],
    ["column", "/table/columns/2", "条件不成立：user.orgCode == 'A02'"],
    ["row", "/rowActions/items/0", "只在这些状态出现：待审核"],
  ]);
});

it("a dashboard's panels are told by their titles", () => {
  const { services } = fixtureConsole();
  const board: ScreenDocument = {
    schemaVersion: 1,
    id: "test/board",
    title: "概览",
    kind: "dashboard",
    panels: [
      { type: "text", title: "说明", content: "…", visible: false } as never,
      { type: "notices", title: "通知" } as never,
    ],
  };
  const drawn = new Set(["test/board.screen.json#/panels/1"]);
  expect(hiddenParts(compileScreen(board, fixtureModels()), drawn, services, {})).toMatchObject([
    { kind: "panel", title: "说明", reason: "写了 visible: false" },
  ]);
});
