import type { FormScreenKind } from "../../../runtime/online-forms/compile-screen.ts";
import type { OnlineFormHead } from "../../../runtime/online-forms/definition.ts";

type Page = readonly [path: string, component: string];

/** The page on which the rows of a form are worked with, by its theme (contract 06 §6.1): `cgformErpList`. */
export const listPageOf = (head: OnlineFormHead): string => pageOf(head)[0];

/** The same as a row of the menu; recorded systems know pages by their component. */
export function formMenu(head: OnlineFormHead) {
  const [path, component] = pageOf(head);
  return { url: `/online/${path}/${head.id}`, component: `modules/online/cgform/auto/${component}` };
}

function pageOf({ isTree, themeTemplate, subTableStr }: OnlineFormHead): Page {
  if (isTree === "Y") return tree;
  return (subTableStr ? themes[themeTemplate ?? ""] : undefined) ?? plain;
}

const plain: Page = ["cgformList", "OnlCgformAutoList"];
const tree: Page = ["cgformTreeList", "OnlCgformTreeList"];
/** Pages that are made of sub-tables are for those who have some. */
const themes: Readonly<Record<string, Page>> = {
  erp: ["cgformErpList", "erp/OnlCgformErpList"],
  innerTable: ["cgformInnerTableList", "innerTable/OnlCgformInnerTableList"],
  tab: ["cgformTabList", "tab/OnlCgformTabList"],
};

/** The document that its list page is. */
export const screenKindOf = (head: OnlineFormHead): FormScreenKind => listKinds[listPageOf(head)] ?? "list";

const listKinds: Readonly<Record<string, FormScreenKind>> = {
  cgformTreeList: "tree-list",
  cgformErpList: "erp-list",
  cgformTabList: "tab-list",
  cgformInnerTableList: "inner-list",
};
