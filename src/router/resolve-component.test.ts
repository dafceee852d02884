import { describe, expect, test } from "vitest";
import { generatedScreen } from "./generated-screen.ts";
import { resolveComponent } from "./resolve-component.ts";

const target = (component: string, more: object = {}) => resolveComponent({ path: "/x", component, ...more });

describe("NAV-04 component names", () => {
  test.each([
    ["modules/online/cgform/OnlCgformHeadList", { kind: "screen", screenId: "online/form-heads" }],
    ["modules/online/cgform/OnlCgformCopyList", { kind: "generated", screen: "copies" }],
    ["modules/online/cgform/auto/OnlCgformAutoList", { kind: "generated", screen: "list" }],
    ["modules/online/cgform/auto/OnlCgformTreeList", { kind: "generated", screen: "tree-list" }],
    ["modules/online/cgform/auto/erp/OnlCgformErpList", { kind: "generated", screen: "erp-list" }],
    ["modules/online/cgform/auto/tab/OnlCgformTabList", { kind: "generated", screen: "tab-list" }],
    ["modules/online/cgform/auto/innerTable/OnlCgformInnerTableList", { kind: "generated", screen: "inner-list" }],
    ["modules/online/cgform/auto/OnlineDynamicForm", { kind: "generated", screen: "form" }],
    ["modules/online/cgreport/OnlCgreportHeadList", { kind: "screen", screenId: "online/report-heads" }],
    ["modules/online/cgreport/auto/OnlCgreportAutoList", { kind: "generated", screen: "report" }],
    ["views/online/OnlCgreportAutoList.vue", { kind: "generated", screen: "report" }],
  ])("%s is that screen of an online form or report", (component, expected) => {
    expect(target(component)).toMatchObject(expected);
  });

  test("newer menus say it by component name, and rows of neither by their address", () => {
    expect(target("x y", { meta: { componentName: "CgformErpList" } })).toEqual({
      kind: "generated",
      screen: "erp-list",
    });
    expect(resolveComponent({ path: "/online/cgreport/:code", component: "x/Y" })).toEqual({
      kind: "generated",
      screen: "report",
    });
  });

  test("layouts are groups, schema:<id> and lowcode/<id> are documents, before any other name", () => {
    expect(target("layouts/RouteView")).toEqual({ kind: "layout" });
    expect(target("schema:store/store-order", { path: "/online/cgreport/1" })).toEqual({
      kind: "screen",
      screenId: "store/store-order",
    });
    expect(target("/views/lowcode/store/store")).toEqual({ kind: "screen", screenId: "store/store" });
  });

  test("NAV-06 an iframe entry without an address of its own says so instead of asking for a document", () => {
    expect(target("layouts/IframePageView")).toEqual({ kind: "noAddress" });
    expect(target("layouts/IframePageView", { meta: { url: "https://example.com" } }).kind).toBe("frame");
  });

  test("any other name is asked of the server, which knows the documents; what is no name is not", () => {
    expect(target("modules/xx/YyList")).toEqual({
      kind: "screen",
      screenId: "modules/xx/YyList",
      component: "modules/xx/YyList",
    });
    for (const component of ["../../sys/user", "a b", "", "a//b", "a?b=1", "x".repeat(300)]) {
      expect(target(component)).toMatchObject({ kind: "unknown" });
    }
    expect(target("constructor")).toMatchObject({ kind: "screen", screenId: "constructor" });
  });
});

describe("NAV-05 addresses with placeholders", () => {
  test("are filled in when they are opened, never while the menu is built", () => {
    const meta = { url: "{{ window.location.origin }}/a", internalOrExternal: true };
    expect(target("", { meta })).toEqual({ kind: "placeholders", url: meta.url, isExternal: true });
  });
});

describe("pages of online forms and reports", () => {
  test("a report is a document made from its code; a form's page is derived by the server", () => {
    expect(generatedScreen("report", "日报", { code: "r1" })).toEqual({
      screenId: "online/report/r1",
      document: {
        schemaVersion: 1,
        kind: "report",
        id: "online/report/r1",
        title: "日报",
        permissionPrefix: "online:cgreport:r1",
        source: { type: "cgreport", code: "r1" },
      },
    });
    expect(generatedScreen("erp-list", "x", { id: "8a1f" })).toEqual({ screenId: "online/erp-list/8a1f" });
    expect(generatedScreen("form", "x", { table: "t_a", id: "7" })).toEqual({ screenId: "online/form/t_a" });
    expect(generatedScreen("copies", "x", { code: "8a1f" })).toEqual({
      screenId: "online/form-copies",
      fixed: { physicId: "8a1f", copyType: "1" },
    });
  });

  test("without a code, or with one that is none, there is no page", () => {
    expect(generatedScreen("report", "x", {})).toBeUndefined();
    // A menu row of one report has the whole address; a draft says that it is one.
    expect(generatedScreen("report", "x", {}, "/online/cgreport/7")?.screenId).toBe("online/report/7");
    expect(generatedScreen("report-draft", "x", { id: "7" })?.document).toMatchObject({
      kind: "report",
      source: { type: "cgreport", code: "7", draft: true },
    });
    expect(generatedScreen("report", "x", { code: "../a" })).toBeUndefined();
  });
});
