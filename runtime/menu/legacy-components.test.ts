import { expect, test } from "vitest";
import { resolveLegacy } from "./legacy-components.ts";

test("the last part of a component path decides, whatever stands before it", () => {
  const target = { kind: "generated", screen: "erp-list" };
  expect(resolveLegacy({ component: "modules/online/cgform/auto/erp/OnlCgformErpList" })).toEqual(target);
  expect(resolveLegacy({ component: "views/super/online/cgform/auto/erp/OnlCgformErpList.vue" })).toEqual(target);
});

test("newer menus say it by component name", () => {
  expect(resolveLegacy({ component: "", componentName: "DefaultOnlineList" })).toEqual({
    kind: "generated",
    screen: "tree-list",
  });
});

test("a row without a known name is found by its address", () => {
  expect(resolveLegacy({ component: "x/Y", path: "/online/cgreport/8a1f" })).toEqual({
    kind: "generated",
    screen: "report",
  });
  expect(resolveLegacy({ component: "x/Y", path: "/online/cgreport/" })).toBeUndefined();
});

test("the designers' own lists are shipped screens", () => {
  expect(resolveLegacy({ component: "modules/online/cgform/OnlCgformHeadList" })).toEqual({
    kind: "screen",
    screenId: "online/form-heads",
  });
});

test("names of the language itself are no pages", () => {
  expect(resolveLegacy({ component: "a/constructor", componentName: "toString" })).toBeUndefined();
});
