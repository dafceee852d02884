import { compileBraced, compileTemplate, resolveJson, splitTemplate } from "../expr/template.ts";
import type { Row } from "../model/resolved-model.ts";
import type { ActionHost } from "./run-actions.ts";

/** A value of an action, expressions in it evaluated over what the action can see. */
export function evaluated(source: unknown, host: ActionHost): unknown {
  return resolveJson(source, host.scope());
}

export function values(source: Readonly<Record<string, unknown>> | undefined, host: ActionHost): Row {
  return (resolveJson(source ?? {}, host.scope()) ?? {}) as Row;
}

export function textOf(template: string, host: ActionHost): string {
  return compileTemplate(template)(host.scope());
}

export function isTrue(condition: string, host: ActionHost): boolean {
  return Boolean(compileBraced(condition)(host.scope()));
}

/** The ids that an expression names; absent = the row's own. */
export function idsOf(ids: string | undefined, host: ActionHost): readonly string[] {
  const scope = host.scope();
  const value = ids ? compileBraced(ids)(scope) : (scope.row as Row | undefined)?.id;
  const list = Array.isArray(value) ? value : [value];
  return list.filter((id) => id !== undefined && id !== null && id !== "").map(String);
}

/** A value of the row stays one part of the address: it cannot change where that leads. */
export function addressOf(template: string, host: ActionHost): string {
  const scope = host.scope();
  return splitTemplate(template)
    .map((part) =>
      part.kind === "text" ? part.text : encodeURIComponent(compileTemplate(`{{${part.source}}}`)(scope)),
    )
    .join("");
}

/** The console finds a screen's route by its document id. */
export function screenAddress(screen: string, params: Row): string {
  return `/${screen}${queryText(params)}`;
}

export function queryText(params: Row): string {
  const entries = Object.entries(params).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return entries.length ? `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}` : "";
}
