import { matchPath } from "react-router-dom";
import type { PermissionMark } from "../../runtime/permission/page-rights.ts";
import type { WireMenu } from "../api/wire-menu.ts";
import { messages } from "../messages/messages.ts";
import { homePath } from "./guard.ts";
import { type PageTarget, resolveComponent } from "./resolve-component.ts";

export interface Crumb {
  readonly title: string;
  /** Absent for a group without a page of its own. */
  readonly path: string | undefined;
}

/** One address of the console, made from a menu entry. */
export interface MenuRoute {
  readonly path: string;
  readonly title: string;
  /** Name of the entry's icon; empty for none. */
  readonly icon: string;
  readonly target: PageTarget;
  /** Where the address itself leads on to: a group to its first page. */
  readonly redirect: string | undefined;
  readonly keepAlive: boolean;
  /** The page opens without a tab. */
  readonly hideTab: boolean;
  /** Name under which the page is kept alive: the entry's own, or the last word of its component. */
  readonly componentName: string;
  /** The page's own entries of the permission payload (PRM-03). */
  readonly permissionList: readonly PermissionMark[];
  /** Ancestors, outermost first, without 首页 and without the page itself. */
  readonly crumbs: readonly Crumb[];
  /** Paths of the ancestors in the side menu, outermost first. */
  readonly groups: readonly string[];
  /** Visible entries below a group, in the menu's order; a group marked `alwaysShow` lists them on its page. */
  readonly entries: readonly MenuItem[];
}

/** One line of the side menu. */
export interface MenuItem {
  readonly path: string;
  readonly title: string;
  readonly icon: string;
  /** Foreign address of an external or an iframe page, with its `{{ }}`: the menu search opens it in a new tab. */
  readonly foreignUrl: string | undefined;
  /** The menu itself opens it in a new tab too. */
  readonly isExternal: boolean;
  readonly children: readonly MenuItem[];
  /** Entries that are reached through this line's own page instead of a submenu (`alwaysShow`). */
  readonly aggregated: readonly MenuItem[];
}

export interface Navigation {
  readonly items: readonly MenuItem[];
  readonly routes: readonly MenuRoute[];
}

interface Branch extends Navigation {
  /** The first page a person can open below here. */
  readonly firstPage: string | undefined;
}

/** Deeper trees are cut: an administrator's loop must not hang the console. */
const maxDepth = 8;

/**
 * Turns the server's menu tree into addresses and the side menu.
 *
 * Entries with route flag "0" are skipped with everything below; hidden ones keep their address but not their line.
 * Of two entries with one address the first wins.
 */
export function buildNavigation(menu: readonly WireMenu[]): Navigation {
  const seen = new Set<string>();
  const { items, routes } = buildBranch(menu, [], 0, seen);
  return { items, routes: [...routes].sort(byPrecision) };
}

function buildBranch(
  nodes: readonly WireMenu[],
  parents: readonly MenuParent[],
  depth: number,
  seen: Set<string>,
): Branch {
  const items: MenuItem[] = [];
  const routes: MenuRoute[] = [];
  let firstPage: string | undefined;
  for (const node of depth < maxDepth ? nodes : []) {
    const path = readPath(node);
    if (node.route === "0" || !path || seen.has(path)) continue;
    seen.add(path);
    const entry = buildEntry(node, path, parents, depth, seen);
    routes.push(entry.route, ...entry.below.routes);
    if (entry.item) items.push(entry.item);
    firstPage ??= entry.firstPage;
  }
  return { items, routes, firstPage };
}

interface MenuParent {
  readonly title: string;
  readonly path: string;
}

function buildEntry(node: WireMenu, path: string, parents: readonly MenuParent[], depth: number, seen: Set<string>) {
  const title = node.meta?.title?.trim() || node.name || path;
  const target = resolveComponent(node);
  const below = buildBranch(node.children ?? [], [...parents, { title, path }], depth + 1, seen);
  const isGroup = target.kind === "layout";
  const hidden = node.hidden === true || node.meta?.hideMenu === true;
  const isPage = !isGroup && !isExternal(target) && !path.includes(":");
  const firstPage = isPage && !hidden ? path : below.firstPage;
  const route: MenuRoute = {
    path,
    title,
    icon: node.meta?.icon ?? "",
    target,
    redirect: isGroup && !node.alwaysShow ? (readRedirect(node, path) ?? below.firstPage) : undefined,
    keepAlive: node.meta?.keepAlive === true,
    hideTab: node.meta?.hideTab === true,
    componentName: node.meta?.componentName || (node.component ?? path).split("/").at(-1) || path,
    permissionList: node.meta?.permissionList ?? [],
    crumbs: parents.map((parent) => ({ title: parent.title, path: parent.path })),
    groups: parents.map((parent) => parent.path),
    entries: below.items,
  };
  return { route, below, firstPage, item: hidden ? undefined : buildItem(node, route) };
}

/** A group without a visible child has no line; a group marked `alwaysShow` is one line without a submenu. */
function buildItem(node: WireMenu, route: MenuRoute): MenuItem | undefined {
  const { target, entries } = route;
  const isGroup = target.kind === "layout" || (node.children?.length ?? 0) > 0;
  if (isGroup && entries.length === 0 && !node.alwaysShow) return undefined;
  return {
    path: route.path,
    title: route.title,
    icon: route.icon,
    foreignUrl: foreignUrlOf(target),
    isExternal: isExternal(target),
    children: node.alwaysShow ? [] : entries,
    aggregated: node.alwaysShow ? entries : [],
  };
}

/** Path of the menu line to mark: the route's own, or that of the `alwaysShow` group through which it is reached. */
export function selectedLine(items: readonly MenuItem[], route: MenuRoute): string {
  const line = items.find((item) => route.groups.includes(item.path));
  if (!line || line.path === route.path) return route.path;
  return line.aggregated.length > 0 ? line.path : selectedLine(line.children, route);
}

function isExternal(target: PageTarget): boolean {
  return target.kind === "external" || (target.kind === "placeholders" && target.isExternal);
}

function foreignUrlOf(target: PageTarget): string | undefined {
  const { kind } = target;
  return kind === "external" || kind === "frame" || kind === "placeholders" ? target.url : undefined;
}

function readPath(node: WireMenu): string | undefined {
  const path = node.path?.trim();
  if (!path || /[\s\\]|^\/\//.test(path)) return undefined;
  // A foreign address has the hash of its url as path, so it is no scheme either.
  if (/^[a-z][a-z0-9+.-]*:/i.test(path)) return undefined;
  return path.startsWith("/") ? path : `/${path}`;
}

function readRedirect(node: WireMenu, path: string): string | undefined {
  const redirect = node.redirect?.trim();
  if (!redirect?.startsWith("/") || /[\s\\]|^\/\//.test(redirect) || redirect === path) return undefined;
  return redirect;
}

/** Addresses without parameters are tried before those with some. */
function byPrecision(one: MenuRoute, other: MenuRoute): number {
  return Number(one.path.includes(":")) - Number(other.path.includes(":"));
}

export interface MatchedRoute {
  readonly route: MenuRoute;
  readonly params: Readonly<Record<string, string>>;
}

/** The entry an address belongs to; undefined for an address nobody granted. */
export function findRoute(navigation: Navigation, pathname: string): MatchedRoute | undefined {
  for (const route of navigation.routes) {
    const match = matchPath({ path: route.path, end: true }, pathname);
    if (match) return { route, params: definedOnly(match.params) };
  }
  const route = builtIn.find(({ path }) => path === pathname);
  return route && { route, params: {} };
}

/** The address of the page that draws a document: actions and links name documents, whose menu entries may move. */
export function pathOfScreen(navigation: Navigation, screenId: string): string | undefined {
  return navigation.routes.find(({ target }) => target.kind === "screen" && target.screenId === screenId)?.path;
}

/** Follows the redirects of groups to a page; undefined when they lead in a circle or nowhere. */
export function findLanding(navigation: Navigation, route: MenuRoute): string | undefined {
  const visited = new Set<string>();
  let current = route;
  while (current.redirect !== undefined) {
    if (visited.has(current.path)) return undefined;
    visited.add(current.path);
    const next = findRoute(navigation, current.redirect.split(/[?#]/)[0] ?? "");
    if (!next) return undefined;
    if (next.route.redirect === undefined) return current.redirect;
    current = next.route;
  }
  return undefined;
}

const welcome = {
  icon: "home",
  target: { kind: "home" },
  redirect: undefined,
  keepAlive: true,
  hideTab: false,
  permissionList: [],
  crumbs: [],
  groups: [],
  entries: [],
} as const;

/** Everybody has a home page, also without a menu row for it, and the page that `/test` leads to. */
const builtIn: readonly MenuRoute[] = [
  { ...welcome, path: homePath, title: messages.shell.home, componentName: "Analysis" },
  { ...welcome, path: "/test/home", title: messages.shell.testHome, componentName: "TestHome" },
];

function definedOnly(params: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
