import { resolve } from "node:path";
import { decideAction } from "../../runtime/permission/action.ts";
import type { Diagnostic } from "../../runtime/schema/diagnostic.ts";
import type { Caller } from "../auth/caller.ts";
import type { TableChangeRefused } from "../db/tables/table-change-refused.ts";
import type { DocumentStore } from "./load-documents.ts";

/** A finding as a page shows it. */
export interface Finding extends Diagnostic {
  /** The file on this machine, for the editor: development only. */
  readonly place?: string;
}

/** Reading documents' findings is an operator's right, and a developer's. */
export const findingsPermission = "system:documents:list";

export const maySeeFindings = (caller: Caller): boolean => decideAction(caller, findingsPermission).allowed;

/** The findings of a page with the places of their files. */
export function pageFindings(documents: DocumentStore, screenId: string): readonly Finding[] {
  return findingsOf(documents, screenId).map((finding) => {
    const root = documents.roots.get(finding.file);
    return root === undefined ? finding : { ...finding, place: resolve(root, finding.file) };
  });
}

/**
 * What is wrong with a page and with everything that it is made of: its models, the models these lead to, the data
 * documents that hold its dictionaries. Errors come before warnings, and what others rest on before what rests on it, so
 * that the first line is the one to mend first.
 *
 * @param screenId document id of the page
 */
export function findingsOf(documents: DocumentStore, screenId: string): readonly Diagnostic[] {
  const depths = depthsFrom(documents, `${screenId}.screen.json`);
  const rank = (finding: Diagnostic) =>
    (finding.severity === "error" ? 1_000_000 : 0) + (depths.get(finding.file) ?? 0);
  return documents.diagnostics
    .filter(({ file }) => depths.has(file))
    .sort((a, b) => rank(b) - rank(a) || a.line - b.line || a.column - b.column);
}

/** Every finding of every document, errors first. */
export function allFindings({ diagnostics }: DocumentStore): readonly Diagnostic[] {
  const rank = ({ severity }: Diagnostic) => (severity === "error" ? 0 : 1);
  return [...diagnostics].sort((a, b) => rank(a) - rank(b));
}

/** Files that a file leads to by the names in it, with how many steps away they are at most. */
function depthsFrom({ values, diagnostics }: DocumentStore, start: string): ReadonlyMap<string, number> {
  const depths = new Map([[start, 0]]);
  const holders = new Map<string, string[]>();
  for (const [file, value] of values) for (const name of heldNames(value)) append(holders, name, file);
  const queue = [start];
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    const depth = (depths.get(file) ?? 0) + 1;
    for (const name of stringsIn(values.get(file))) {
      for (const next of [`${name}.model.json`, ...(holders.get(name) ?? [])]) {
        if (depths.has(next)) continue;
        depths.set(next, depth);
        // What is no JSON leads nowhere.
        if (values.has(next)) queue.push(next);
      }
    }
  }
  for (const { file } of diagnostics) {
    if (file.endsWith(".screen.test.json") && file.startsWith(start.replace(/\.screen\.json$/, ".")))
      depths.set(file, -1);
  }
  return depths;
}

/** Dictionary codes that a data document's rows hold: who names one leads to it. */
function heldNames(value: unknown): readonly string[] {
  const { rows } = (value ?? {}) as { readonly rows?: unknown };
  if (!Array.isArray(rows)) return [];
  return rows.flatMap((row: { readonly dictCode?: unknown } | null) =>
    typeof row?.dictCode === "string" ? [row.dictCode] : [],
  );
}

function stringsIn(document: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const stack: unknown[] = [document];
  for (let value = stack.pop(); stack.length > 0 || value !== undefined; value = stack.pop()) {
    if (typeof value === "string") found.add(value);
    else if (typeof value === "object" && value !== null) stack.push(...Object.values(value));
  }
  return found;
}

function append(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** LC2023: what a table refused, at the model that asked for it. */
export function refusedFindings({ changes }: TableChangeRefused, { models }: DocumentStore): readonly Diagnostic[] {
  return changes.map(({ table, reason, statement }) => {
    const [id] = [...models].find(([, model]) => model.table === table && model.of === undefined) ?? [table];
    const message = `表 ${table} 没有改：${reason}（${statement}）`;
    return { code: "LC2023", severity: "error", file: `${id}.model.json`, line: 1, column: 1, path: "", message };
  });
}
