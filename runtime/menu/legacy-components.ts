/** What a component name of an existing menu table means here. */
export type LegacyTarget =
  | { readonly kind: "screen"; readonly screenId: string }
  /** A page made at run time from an online form or report; `:code` of the address says which. */
  | { readonly kind: "generated"; readonly screen: GeneratedKind };

export type GeneratedKind =
  | "list"
  | "tree-list"
  | "erp-list"
  | "tab-list"
  | "inner-list"
  | "report"
  | "report-draft"
  | "form"
  | "copies";

const generated = (screen: GeneratedKind): LegacyTarget => ({ kind: "generated", screen });
const shipped = (screenId: string): LegacyTarget => ({ kind: "screen", screenId });

/** Names that menu tables carry, old and new, by the last part of the path (contract 06 §6.1). */
export const legacyComponents: Readonly<Record<string, LegacyTarget>> = {
  OnlCgformHeadList: shipped("online/form-heads"),
  OnlCgformCopyList: generated("copies"),
  OnlCgformAutoList: generated("list"),
  OnlineAutoList: generated("list"),
  OnlCgformTreeList: generated("tree-list"),
  DefaultOnlineList: generated("tree-list"),
  OnlCgformErpList: generated("erp-list"),
  CgformErpList: generated("erp-list"),
  OnlCgformTabList: generated("tab-list"),
  OnlCgformInnerTableList: generated("inner-list"),
  OnlCgreportHeadList: shipped("online/report-heads"),
  OnlCgreportAutoList: generated("report"),
  OnlCgReportList: generated("report"),
  OnlCgreportTestList: generated("report-draft"),
  OnlineDynamicForm: generated("form"),
};

/** Addresses of those pages where the menu row names no component that is known, longest first. */
const addresses: readonly (readonly [start: string, target: LegacyTarget])[] = [
  ["/online/cgformInnerTableList/", generated("inner-list")],
  ["/online/cgformTreeList/", generated("tree-list")],
  ["/online/cgformErpList/", generated("erp-list")],
  ["/online/cgformTabList/", generated("tab-list")],
  ["/online/cgformList/", generated("list")],
  ["/online/cgreport/", generated("report")],
  ["/online/copyform/", generated("copies")],
  ["/online/df/", generated("form")],
];

/**
 * Finds what a menu row of an existing system shows: by the last part of its component, by its component name, by its
 * address. Undefined for a row that this table does not know.
 *
 * @example resolveLegacy({ component: "modules/online/cgform/auto/erp/OnlCgformErpList" }) // generated erp-list
 */
export function resolveLegacy(row: {
  readonly component?: string | undefined;
  readonly componentName?: string | undefined;
  readonly path?: string | undefined;
}): LegacyTarget | undefined {
  const last =
    (row.component ?? "")
      .replace(/\.\w+$/, "")
      .split("/")
      .at(-1) ?? "";
  return byName(last) ?? byName(row.componentName ?? "") ?? byAddress(row.path ?? "");
}

function byName(name: string): LegacyTarget | undefined {
  return Object.hasOwn(legacyComponents, name) ? legacyComponents[name] : undefined;
}

function byAddress(path: string): LegacyTarget | undefined {
  return addresses.find(([start]) => path.startsWith(start) && path.length > start.length)?.[1];
}
