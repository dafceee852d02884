import { type GeneratedKind, resolveLegacy } from "../../runtime/menu/legacy-components.ts";
import type { WireMenu } from "../api/wire-menu.ts";

/** What a menu entry shows. */
export type PageTarget =
  /** A group: its own address leads to its first page. */
  | { readonly kind: "layout" }
  /** A document; `component` is there when a name of an existing menu table stands for it, which may be wrong. */
  | { readonly kind: "screen"; readonly screenId: string; readonly component?: string }
  /** Made at run time from an online form or report; the address says from which. */
  | { readonly kind: "generated"; readonly screen: GeneratedKind }
  /** A page of the console itself. */
  | { readonly kind: "home" }
  /** A foreign page inside the console. */
  | { readonly kind: "frame"; readonly url: string }
  /** A foreign page in a new browser tab. */
  | { readonly kind: "external"; readonly url: string }
  /** A foreign address with `{{ }}` in it, filled in when it is opened. */
  | { readonly kind: "placeholders"; readonly url: string; readonly isExternal: boolean }
  | { readonly kind: "unknown"; readonly component: string }
  | { readonly kind: "badAddress"; readonly url: string }
  /** An entry for a foreign page without the address of one. */
  | { readonly kind: "noAddress" };

const layouts: ReadonlySet<string> = new Set([
  "layouts/RouteView",
  "layouts/default/index",
  "layouts/TabLayout",
  "layouts/PageView",
  "layouts/BasicLayout",
]);

/** Pages that show the entry's own address, which `meta.url` carries. */
const framePages: ReadonlySet<string> = new Set(["layouts/IframePageView", "sys/iframe/FrameBlank"]);

const ownPages: Readonly<Record<string, PageTarget>> = { "dashboard/Analysis": { kind: "home" } };

/** Finds what a menu entry shows; a name that nobody knows becomes a page that says so. */
export function resolveComponent(node: WireMenu): PageTarget {
  const url = node.meta?.url?.trim();
  if (url) return resolveUrl(url, node.meta?.internalOrExternal === true);
  const component = (node.component ?? "")
    .trim()
    .replace(/^\/+/, "")
    .replace(/^(src\/)?views\//, "")
    .replace(/\.\w+$/, "");
  if (layouts.has(component)) return { kind: "layout" };
  if (framePages.has(component)) return { kind: "noAddress" };
  const screenId = /^(?:schema:|lowcode\/)(.+)$/.exec(component)?.[1];
  if (screenId) return { kind: "screen", screenId };
  const own = Object.hasOwn(ownPages, component) ? ownPages[component] : undefined;
  return own ?? legacyTarget(node, component) ?? namedTarget(component || (node.meta?.componentName ?? ""));
}

function legacyTarget({ meta, path }: WireMenu, component: string): PageTarget | undefined {
  const found = resolveLegacy({ component, componentName: meta?.componentName ?? "", path: path ?? "" });
  if (found?.kind === "screen") return { kind: "screen", screenId: found.screenId, component };
  return found;
}

/** A name that the server may know as a document; one that cannot be a name is not even asked for. */
function namedTarget(component: string): PageTarget {
  if (component.length <= 200 && /^[\w-]+(\/[\w-]+)*$/.test(component)) {
    return { kind: "screen", screenId: component, component };
  }
  return { kind: "unknown", component };
}

function resolveUrl(url: string, isExternal: boolean): PageTarget {
  if (url.includes("{{")) return { kind: "placeholders", url, isExternal };
  if (!/^https?:\/\/[^\s\\]+$/i.test(url)) return { kind: "badAddress", url };
  return { kind: isExternal ? "external" : "frame", url };
}
