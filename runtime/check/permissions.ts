import type { Node } from "../expr/ast.ts";
import { childrenOf } from "../expr/ast-walk.ts";
import { parseExpression } from "../expr/parse.ts";
import { splitTemplate } from "../expr/template.ts";
import type { ResolvedModel } from "../model/resolved-model.ts";
import { quoted } from "../schema/messages.ts";
import { nearest } from "../schema/nearest.ts";
import type { ScreenDocument } from "../schema/types.gen.ts";
import type { Report } from "./report.ts";
import type { Site } from "./walk.ts";
import type { World } from "./world.ts";

type Row = Readonly<Record<string, unknown>>;

const standardActions = ["list", "add", "edit", "delete", "deleteBatch", "import", "export", "detail", "copy", "print"];

/** Codes that models, prefixes of pages and shipped menu rows give by themselves. */
export function knownPermissions(
  models: Iterable<ResolvedModel>,
  screens: Iterable<ScreenDocument>,
  menuRows: readonly Row[],
): ReadonlySet<string> {
  const known = new Set<string>();
  for (const { permissionPrefix: prefix } of screens) {
    for (const action of prefix === undefined ? [] : standardActions) known.add(`${prefix}:${action}`);
  }
  for (const { permissionPrefix, states, generate } of models) {
    for (const action of [
      ...standardActions,
      ...Object.keys(states?.transitions ?? {}),
      ...Object.keys(generate ?? {}),
    ]) {
      known.add(`${permissionPrefix}:${action}`);
    }
  }
  for (const { perms } of menuRows) if (typeof perms === "string") known.add(perms);
  return known;
}

/** Codes that shipped grants name. */
export function grantedCodes(grants: readonly Row[]): Pick<World, "granted" | "grantedOften"> {
  const granted = new Set<string>();
  const grantedOften = new Set<string>();
  for (const { permissionId } of grants) {
    const code = (permissionId as { readonly key?: Row } | null | undefined)?.key?.perms;
    if (typeof code !== "string") continue;
    if (granted.has(code)) grantedOften.add(code);
    granted.add(code);
  }
  return { granted, grantedOften };
}

/**
 * LC2007: a permission code that looks like a known one misspelt. A code of its own is no mistake: a button that
 * names it makes its row.
 */
export function checkPermissions(site: Site, report: Report): void {
  const { definition, value, path, role, context } = site;
  if (role !== "value" || typeof value !== "string") return;
  if (definition === "permission") tell(value, {});
  if (definition !== "expr" && definition !== "template") return;
  for (const part of splitTemplate(value)) {
    if (part.kind !== "expression") continue;
    for (const { code, offset } of codesAskedFor(part.source)) {
      tell(code, { range: { offset: part.offset + offset + 1, length: code.length } });
    }
  }

  function tell(code: string, more: { readonly range?: { readonly offset: number; readonly length: number } }): void {
    const { permissions, granted } = context.world;
    if (permissions.has(code) || granted.has(code)) return;
    const known = new Set([...permissions, ...granted]);
    const suggestion = nearest(code, known, 1) ?? nearestByPart(code, known);
    if (suggestion === undefined) return;
    report({ code: "LC2007", severity: "warning", message: `没有权限 ${quoted(code)}`, suggestion, path, ...more });
  }
}

/** A code of its own below a prefix that is misspelt. */
function nearestByPart(code: string, known: ReadonlySet<string>): string | undefined {
  const prefixes = new Set([...known].map(prefixOf));
  const prefix = prefixOf(code);
  if (prefixes.has(prefix)) return undefined;
  const meant = nearest(prefix, prefixes, 1);
  return meant && meant + code.slice(prefix.length);
}

const prefixOf = (code: string): string => code.slice(0, code.lastIndexOf(":"));

/** Codes that an expression asks for with `hasPerm`, with their places in it. */
export function codesAskedFor(source: string): { readonly code: string; readonly offset: number }[] {
  const found: { code: string; offset: number }[] = [];
  const visit = (node: Node): void => {
    const [first] = node.type === "call" && node.name === "hasPerm" ? node.args : [];
    if (first?.type === "literal" && typeof first.value === "string") {
      found.push({ code: first.value, offset: first.offset });
    }
    for (const child of childrenOf(node)) visit(child);
  };
  const { ast } = parseExpression(source);
  if (ast) visit(ast);
  return found;
}
