/** One permission as the payload and a menu's `permissionList` carry it. */
export interface PermissionMark {
  /** Comma-separated codes. */
  readonly action: string;
  /** "1" visible, "2" action or data permission. */
  readonly type: string;
  readonly status?: string;
}

/** What the console was sent: the person's own entries, and all that exist. */
export interface PermissionLists {
  readonly auth: readonly PermissionMark[];
  readonly allAuth: readonly PermissionMark[];
}

/**
 * The page-level check of an action (PRM-03). An entry of type "2" in the page's own list allows it. Otherwise the
 * entries of type "2" that were sent decide: one that exists with status "0" forbids it, one that is switched on
 * allows it unless the person's own list names it, and none at all leaves it forbidden.
 *
 * @param pageList `permissionList` of the page's menu entry
 */
export function decidePageAction(
  code: string,
  pageList: readonly PermissionMark[] | undefined,
  { auth, allAuth }: PermissionLists,
): boolean {
  const named = (list: readonly PermissionMark[]) =>
    list.filter(({ type, action }) => type === "2" && codesOf(action).includes(code));
  if (named(pageList ?? []).length > 0) return true;
  const system = named(allAuth);
  if (system.length === 0 || system.some(({ status }) => status === "0")) return false;
  return named(auth).length === 0;
}

/**
 * Whether an element stays on a page (PRM-02): one of the person's own entries that are not of type "2" holds its code,
 * or the code is listed as switched off (status "0"), which leaves it under nobody's control.
 */
export function decideElement(code: string, { auth, allAuth }: PermissionLists): boolean {
  const names = (entry: PermissionMark) => entry.type !== "2" && codesOf(entry.action).includes(code);
  return allAuth.some((entry) => entry.status === "0" && names(entry)) || auth.some(names);
}

/**
 * The one question that toolbars, row actions and forms ask before they offer something: where an entry of type "2"
 * knows the code, the page-level check decides (PRM-03), and the element rule (PRM-02) everywhere else.
 */
export function decideOnPage(
  code: string,
  pageList: readonly PermissionMark[] | undefined,
  lists: PermissionLists,
): boolean {
  const isAction = (entry: PermissionMark) => entry.type === "2" && codesOf(entry.action).includes(code);
  const isKnown = lists.allAuth.some(isAction) || (pageList ?? []).some(isAction);
  return isKnown ? decidePageAction(code, pageList, lists) : decideElement(code, lists);
}

/** Whether the person may open a page with this code; codes that stand in the lists of buttons are none of a page. */
export function decidePage(code: string, { allAuth }: PermissionLists, codeList: readonly string[]): boolean {
  return codeList.includes(code) && !allAuth.some(({ action }) => codesOf(action).includes(code));
}

/** Names of a page that a person may not see, and those they may see but not change. */
export interface RestrictedNames {
  readonly hidden: ReadonlySet<string>;
  readonly disabled: ReadonlySet<string>;
}

/**
 * The names that permission rows keep from a person (PRM-04): entries of type "1" that exist under a prefix, are
 * switched on and were not granted. `<prefix>:edit:<field>` disables, `<prefix>:see:<field>` and `<prefix>:<name>`
 * hide. Who may not delete several rows is not offered to remove any (`batch_delete` hides `remove` too).
 *
 * @example restrictedNames("store:order", lists).hidden // Set { "payAmount", "export" }
 */
export function restrictedNames(prefix: string, { auth, allAuth }: PermissionLists): RestrictedNames {
  const own = new Set(auth.filter(isVisibility).flatMap(({ action }) => codesOf(action)));
  const hidden = new Set<string>();
  const disabled = new Set<string>();
  for (const { action } of allAuth.filter((entry) => isVisibility(entry) && entry.status !== "0")) {
    for (const code of codesOf(action)) {
      if (own.has(code) || !code.startsWith(`${prefix}:`)) continue;
      const [kind = "", name, ...more] = code.slice(prefix.length + 1).split(":");
      if (more.length > 0) continue;
      if (name === undefined) hidden.add(kind);
      else if (kind === "see") hidden.add(name);
      else if (kind === "edit") disabled.add(name);
    }
  }
  if (hidden.has("batch_delete") || hidden.has("deleteBatch")) hidden.add("remove");
  return { hidden, disabled };
}

const isVisibility = ({ type }: PermissionMark): boolean => type === "1";

function codesOf(action: string): readonly string[] {
  return action.split(",").map((code) => code.trim());
}
