import type { WireMenu } from "../stores/permissions.ts";

/** What a menu entry shows. */
export type PageTarget =
  /** A group: its own address leads to its first page. */
  | { readonly kind: "layout" }
  | { readonly kind: "screen"; readonly screenId: string }
  /** A page of the console itself. */
  | { readonly kind: "home" }
  /** A foreign page inside the console. */
  | { readonly kind: "frame"; readonly url: string }
  /** A foreign page in a new browser tab. */
  | { readonly kind: "external"; readonly url: string }
  | { readonly kind: "unknown"; readonly component: string }
  | { readonly kind: "badAddress"; readonly url: string };

const layouts: ReadonlySet<string> = new Set([
  "layouts/RouteView",
  "layouts/default/index",
  "layouts/TabLayout",
  "layouts/PageView",
  "layouts/BasicLayout",
]);

const ownPages: Readonly<Record<string, PageTarget>> = { "dashboard/Analysis": { kind: "home" } };

/** Finds what a menu entry shows; a name that nobody knows becomes a page that says so. */
export function resolveComponent(node: WireMenu): PageTarget {
  const url = node.meta?.url?.trim();
  if (url) return resolveUrl(url, node.meta?.internalOrExternal === true);
  const component = (node.component ?? "")
    .trim()
    .replace(/^\//, "")
    .replace(/^views\//, "")
    .replace(/\.\w+$/, "");
  if (layouts.has(component)) return { kind: "layout" };
  const screenId = /^(?:schema:|lowcode\/)(.+)$/.exec(component)?.[1];
  if (screenId) return { kind: "screen", screenId };
  return ownPages[component] ?? { kind: "unknown", component: component || (node.meta?.componentName ?? "") };
}

function resolveUrl(url: string, isExternal: boolean): PageTarget {
  if (!/^https?:\/\/[^\s\\]+$/i.test(url)) return { kind: "badAddress", url };
  return { kind: isExternal ? "external" : "frame", url };
}
