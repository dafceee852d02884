import type { Row } from "../../../runtime/model/resolved-model.ts";
import type { BuildField, BuildTable } from "../../../runtime/online-reports/report-build.ts";

/** What the server reads out of a statement (contract 7.2). */
export interface ParsedSql {
  readonly fields: readonly Row[];
  readonly params: readonly Row[];
  readonly dialect?: string;
}

/** A place in the typed text; all count from 1. */
export interface SqlPlace {
  readonly line: number;
  readonly column: number;
  readonly endColumn?: number;
}

export type CatalogueColumn = BuildField;
export type CatalogueTable = BuildTable;

export interface SqlCatalogue {
  readonly dialect: string;
  readonly tables: readonly CatalogueTable[];
  readonly functions: readonly string[];
  readonly variables: readonly { readonly name: string; readonly title: string }[];
}

export interface MergedRows {
  readonly rows: readonly Row[];
  readonly added: number;
  readonly removed: number;
}

/**
 * Takes what was parsed into the rows that stand in the form: known ones keep everything that was set on them, new ones
 * come at their place, those that the statement no longer has go.
 *
 * @param name the field that both have in common
 * @param newRow a row with the defaults of the form
 */
export function mergeParsed(
  known: readonly Row[],
  parsed: readonly Row[],
  name: string,
  newRow: (given: Row) => Row,
): MergedRows {
  const byName = new Map(known.map((row) => [row[name], row]));
  const rows = parsed.map(({ id: _id, ...given }, index) => {
    const stood = byName.get(given[name]);
    return { ...(stood ?? newRow(given)), orderNum: index + 1 };
  });
  const kept = parsed.filter((row) => byName.has(row[name])).length;
  return { rows, added: parsed.length - kept, removed: known.length - kept };
}

/** A form, as far as its sub-rows go. */
export interface RowsOwner {
  readonly row: Row;
  newSubRow(relation: string, given: Row): Row;
  set(values: Row): void;
}

/** Takes what was parsed into the rows of a relation of the form; undefined where the form has none. */
export function takeIn(session: RowsOwner, relation: string | undefined, parsed: readonly Row[], name: string) {
  if (relation === undefined) return undefined;
  const rows = session.row[relation];
  const known = Array.isArray(rows) ? (rows as readonly Row[]) : [];
  const merged = mergeParsed(known, parsed, name, (given) => session.newSubRow(relation, given));
  session.set({ [relation]: merged.rows });
  return merged;
}

/** Parameters in a text, each once: `${begin}` → `begin`. */
export const paramsIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/\$\{\s*(\w+)\s*\}/g)].map((match) => match[1] ?? "")),
];
