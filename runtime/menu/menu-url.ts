import type { Scope } from "../expr/compile.ts";
import { compileExpression } from "../expr/compile.ts";
import { splitTemplate } from "../expr/template.ts";
import { shownText } from "../expr/text.ts";

/** What `{{ }}` in a menu address may name. */
export interface MenuUrlScope {
  readonly token: string;
  readonly tenantId: string;
  readonly user: Readonly<Record<string, unknown>>;
  /** `origin`, `protocol`, `host`, `hostname`, `port` of the console's own address. */
  readonly location: Readonly<Record<string, string>>;
  /** Where the API lives, with its origin. */
  readonly apiBase: string;
}

/**
 * The address that a menu entry leads to: placeholders filled in, checked to be http or https. Undefined for anything
 * else, whatever its expressions become: no script address, no data, no relative path.
 *
 * A value at the start may be the beginning of an address; anywhere else it is encoded, so that it cannot change where
 * the address leads. The names of a browser window that recorded menus use are read as values, never from the window.
 */
export function menuUrl(text: string, scope: MenuUrlScope): string | undefined {
  let url = "";
  for (const part of splitTemplate(text.trim())) {
    if (part.kind === "text") {
      url += part.text;
      continue;
    }
    const value = shownText(compileExpression(readableSource(part.source))(scope as unknown as Scope));
    url += url === "" ? value : encodeURIComponent(value);
  }
  if (/[\s\\]|\{\{/.test(url) || !/^https?:\/\/[^/?#]/i.test(url)) return undefined;
  try {
    const { protocol, username, password, href } = new URL(url);
    const isWeb = (protocol === "http:" || protocol === "https:") && username === "" && password === "";
    return isWeb ? href : undefined;
  } catch {
    return undefined;
  }
}

/** Spellings of recorded menus, and what they mean here. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/\bwindow\s*\.\s*_CONFIG\s*\[\s*(['"])domianURL\1\s*\]/g, "apiBase"],
  [/\bwindow\s*\.\s*location\b/g, "location"],
  [/\bwindow\s*\.\s*origin\b/g, "location.origin"],
  [/\bACCESS_TOKEN\b/g, "token"],
];

function readableSource(source: string): string {
  return spellings.reduce((text, [spelling, meaning]) => text.replace(spelling, meaning), source);
}
