import { createHash } from "node:crypto";

/** A row of sys_permission as far as the payload needs it. */
export interface PermissionRow {
  readonly id: string;
  readonly parentId: string;
  readonly name: string;
  readonly menuType: number;
  readonly url: string;
  readonly component: string;
  readonly componentName: string;
  readonly redirect: string;
  readonly perms: string;
  readonly permsType: string;
  readonly status: string;
  readonly icon: string;
  readonly route: boolean;
  readonly keepAlive: boolean;
  readonly hidden: boolean;
  readonly alwaysShow: boolean;
  readonly internalOrExternal: boolean;
  readonly hideTab: boolean;
}

/** A node of the menu as recorded clients read it (contract 01 §1.4). */
export interface MenuNode {
  readonly id: string;
  readonly path: string;
  readonly name: string;
  readonly route: "0" | "1";
  readonly component: string;
  readonly redirect?: string;
  readonly hidden?: true;
  readonly alwaysShow?: true;
  readonly meta: {
    readonly title: string;
    readonly icon?: string;
    readonly keepAlive: boolean;
    readonly internalOrExternal: boolean;
    readonly componentName: string;
    readonly hideTab?: true;
    readonly url?: string;
    /** The user's own entries of type "2" for buttons of this page. */
    readonly permissionList?: readonly Pick<AuthEntry, "action" | "type">[];
  };
  readonly children?: readonly MenuNode[];
}

export interface AuthEntry {
  readonly action: string;
  readonly type: string;
  readonly describe: string;
  readonly status?: string;
}

export interface PermissionPayload {
  readonly menu: readonly MenuNode[];
  readonly auth: readonly AuthEntry[];
  readonly allAuth: readonly AuthEntry[];
  readonly codeList: readonly string[];
}

const homeName = "首页";

/**
 * The menu and the permission codes of a user.
 *
 * @param rows every row that is not deleted, in menu order
 * @param granted ids of the user's rows; groups above a granted page come along
 */
export function buildPermissionPayload(
  rows: readonly PermissionRow[],
  granted: ReadonlySet<string>,
): PermissionPayload {
  const visible = withAncestors(rows, granted);
  const menus = rows.filter((row) => row.menuType !== 2 && visible.has(row.id));
  const buttons = rows.filter((row) => row.menuType === 2 && row.perms !== "");
  // Codes of pages that they cannot open are nobody's business but the administration's.
  const known = buttons.filter((row) => visible.has(row.parentId) || granted.has(row.id));
  const own = buttons.filter((row) => granted.has(row.id) && row.status !== "0");
  return {
    menu: buildTree(withHome(menus, rows), own),
    auth: own.map((row) => ({ action: row.perms, type: row.permsType, describe: row.name })),
    allAuth: known.map((row) => ({
      action: row.perms,
      status: row.status,
      type: row.permsType,
      describe: row.name,
    })),
    codeList: [...new Set(rows.filter((row) => granted.has(row.id)).flatMap((row) => splitCodes(row.perms)))],
  };
}

/** The rows for a console whose pages have other names; a page that it does not have keeps ours. */
export function withFormerComponents(
  rows: readonly PermissionRow[],
  names: ReadonlyMap<string, string>,
): readonly PermissionRow[] {
  return rows.map((row) => ({ ...row, component: names.get(row.component) ?? row.component }));
}

function withAncestors(rows: readonly PermissionRow[], granted: ReadonlySet<string>): ReadonlySet<string> {
  const parents = new Map(rows.map((row) => [row.id, row.parentId]));
  const visible = new Set<string>();
  for (const row of rows) {
    if (row.menuType === 2 || !granted.has(row.id)) continue;
    // A ring of parents, which only a broken import can make, ends at the first row seen before.
    for (let id: string | undefined = row.id; id && !visible.has(id); id = parents.get(id)) visible.add(id);
  }
  return visible;
}

/** A home page that reads nothing: it greets, and lists what the person may open. */
const plainHome = "dashboard/Analysis";

/** A home page belongs to everybody who has a menu at all; who was not granted the dashboard gets a plain one. */
function withHome(menus: readonly PermissionRow[], rows: readonly PermissionRow[]): readonly PermissionRow[] {
  if (menus.length === 0 || menus.some((row) => row.name === homeName)) return menus;
  const home = rows.find((row) => row.name === homeName && row.menuType !== 2);
  return home ? [{ ...home, component: plainHome, componentName: "" }, ...menus] : menus;
}

function buildTree(menus: readonly PermissionRow[], buttons: readonly PermissionRow[]): MenuNode[] {
  const actionsOf = new Map<string, PermissionRow[]>();
  for (const row of buttons) {
    if (row.permsType === "2") actionsOf.set(row.parentId, [...(actionsOf.get(row.parentId) ?? []), row]);
  }
  const known = new Set(menus.map((row) => row.id));
  const childrenOf = new Map<string, PermissionRow[]>();
  const roots: PermissionRow[] = [];
  for (const row of menus) {
    // A page whose group is gone stands at the top: seen in the wrong place is better than lost.
    if (known.has(row.parentId)) childrenOf.set(row.parentId, [...(childrenOf.get(row.parentId) ?? []), row]);
    else roots.push(row);
  }
  const toNode = (row: PermissionRow): MenuNode => {
    const children = (childrenOf.get(row.id) ?? []).map(toNode);
    return menuNode(row, children, actionsOf.get(row.id) ?? []);
  };
  return roots.map(toNode);
}

function menuNode(row: PermissionRow, children: readonly MenuNode[], actions: readonly PermissionRow[]): MenuNode {
  const isExternal = /^(https?:\/\/|\{\{)/.test(row.url);
  const redirect = row.parentId === "" ? row.redirect || firstVisiblePath(children) : undefined;
  return {
    id: row.id,
    path: isExternal ? createHash("md5").update(row.url).digest("hex") : row.url,
    name: row.componentName || routeName(row.url),
    route: row.route ? "1" : "0",
    component: row.component,
    ...(redirect ? { redirect } : {}),
    ...(row.hidden ? { hidden: true } : {}),
    ...(row.alwaysShow ? { alwaysShow: true } : {}),
    meta: {
      title: row.name,
      ...(row.icon ? { icon: row.icon } : {}),
      keepAlive: row.keepAlive,
      internalOrExternal: row.internalOrExternal,
      componentName: row.componentName || (row.component.split("/").at(-1) ?? ""),
      ...(row.hideTab ? { hideTab: true } : {}),
      ...(isExternal ? { url: row.url } : {}),
      ...(actions.length > 0
        ? { permissionList: actions.map(({ perms, permsType }) => ({ action: perms, type: permsType })) }
        : {}),
    },
    ...(children.length > 0 ? { children } : {}),
  };
}

function firstVisiblePath(children: readonly MenuNode[]): string | undefined {
  return (children.find((child) => !child.hidden) ?? children[0])?.path;
}

/** `/online/cgformList/:code` → `online-cgformList-@code`. */
function routeName(url: string): string {
  return url.replace(/^\//, "").replaceAll("/", "-").replaceAll(":", "@");
}

function splitCodes(perms: string): string[] {
  return perms
    .split(",")
    .map((code) => code.trim())
    .filter((code) => code !== "");
}
