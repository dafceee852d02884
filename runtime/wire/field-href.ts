import { splitTemplate } from "../expr/template.ts";
import type { Action } from "../schema/types.gen.ts";

/** The field that a name of the link stands for; undefined for one that the row does not have. */
type NameOf = (name: string) => string | undefined;
type PageOf = (component: string) => string | undefined;

/**
 * Where a column's link leads (contract 06 §6.4): to another site, or to an address of the console. Values of the row
 * stand as `${name}` or `{name}`; any other expression, a session's token above all, makes no link.
 *
 * @param pageOf the document that a component (`.vue`) of recorded systems stands for; default: none
 * @example fieldHref("/store/order?storeId=${store_id}", (name) => name)
 *   // { type: "navigate", to: "/store/order", query: { storeId: "{{ row.store_id }}" } }
 */
export function fieldHref(href: string, nameOf: NameOf, pageOf?: PageOf): Action | undefined {
  const address = href.trim();
  if (/\{\{|[\s\\<>"']/.test(address) || address.length > 500) return undefined;
  if (/^https?:\/\/[^/?#{$]/i.test(address)) {
    const to = withValues(address, nameOf);
    return to === undefined ? undefined : { type: "navigate", to };
  }
  const [path = "", search = ""] = address.split("?", 2);
  const query = queryOf(search, nameOf);
  if (!query) return undefined;
  if (/^[\w/@.-]+\.vue$/.test(path)) {
    const screen = pageOf?.(path);
    return screen === undefined ? undefined : { type: "open", screen, params: query };
  }
  const to = withValues(path, nameOf);
  if (to === undefined || !/^\/(?!\/)/.test(path)) return undefined;
  return { type: "navigate", to, query };
}

function queryOf(search: string, nameOf: NameOf): Readonly<Record<string, string>> | undefined {
  const entries = [...new URLSearchParams(search)].map(([name, text]) => {
    // Decoded, so quotes and braces may stand in it now.
    return [name, /\{\{|['"\\\r\n]/.test(text) ? undefined : parameterOf(text, nameOf)] as const;
  });
  if (entries.some(([, value]) => value === undefined)) return undefined;
  return Object.fromEntries(entries as (readonly [string, string])[]);
}

const placeholder = /\$?\{(\w+)\}/g;

/** A parameter is a text, or one whole expression. */
function parameterOf(text: string, nameOf: NameOf): string | undefined {
  const template = withValues(text, nameOf);
  const parts = splitTemplate(template ?? "");
  if (template === undefined || parts.length < 2) return template;
  const shown = parts.map((part) => (part.kind === "text" ? `'${part.text}'` : part.source.trim()));
  return `{{ concat(${shown.join(", ")}) }}`;
}

/** Undefined when a name is no column of the row. */
function withValues(text: string, nameOf: NameOf): string | undefined {
  const names = [...text.matchAll(placeholder)].map(([, name = ""]) => nameOf(name));
  if (names.includes(undefined)) return undefined;
  return text.replace(placeholder, (_, name: string) => `{{ row.${nameOf(name)} }}`);
}
