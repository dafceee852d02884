import type { Node } from "jsonc-parser";
import { sql } from "kysely";
import { closedFindings } from "../../../runtime/check/closed-parts.ts";
import { deriveMenuRows } from "../../../runtime/menu/derive-menu-rows.ts";
import type { Diagnostic, SourceFile } from "../../../runtime/schema/diagnostic.ts";
import { quoted } from "../../../runtime/schema/messages.ts";
import { parseDocument } from "../../../runtime/schema/parse-document.ts";
import { checkShape } from "../../../runtime/schema/shape.ts";
import { diagnosticAt, identify } from "../../../runtime/schema/source-document.ts";
import type { Queryable } from "../../db/database.ts";
import { brokenFiles, createDocumentStore, type DocumentStore } from "../load-documents.ts";
import { readObject } from "./lay-over.ts";

export interface CheckedDraft {
  /** The documents as they would be. */
  readonly candidate: DocumentStore;
  /** Of the draft itself. */
  readonly findings: readonly Diagnostic[];
  /** Errors that the draft makes in other documents. */
  readonly elsewhere: readonly Diagnostic[];
  readonly mayPublish: boolean;
}

/** The kinds of documents that may be changed in the console; the others are shown. */
export const isChangeable = (path: string): boolean => ["screen", "model"].includes(identify(path)?.kind ?? "");

/** Runs the compiler over the documents in force with a draft in the place of one of them. */
export function checkDraft(current: DocumentStore, path: string, text: string): CheckedDraft {
  // While somebody types, the text alone mostly says what is wrong: the other documents are not asked then.
  const alone = ownFaults(path, text);
  if (alone.some(({ severity }) => severity === "error")) {
    return { candidate: current, findings: alone, elsewhere: [], mayPublish: false };
  }
  const files = [...current.files.values()].map((file) => (file.path === path ? { path, text } : file));
  // A place that another sound document has stays its own: the draft is the one to blame.
  const broken = brokenFiles(current);
  const settled = new Set([...current.files.keys()].filter((file) => file !== path && !broken.has(file)));
  const candidate = createDocumentStore(files, { settled });
  const findings = [
    ...candidate.diagnostics.filter(({ file }) => file === path),
    ...closed(current, path, text),
    ...longNames(candidate, current, { path, text }),
  ];
  const known = new Set(current.diagnostics.map(nameOf));
  // What tests of the shipped page say of a changed one keeps nobody from publishing it.
  const elsewhere = candidate.diagnostics.filter(
    (found) =>
      found.severity === "error" &&
      found.file !== path &&
      !found.file.endsWith(".screen.test.json") &&
      !known.has(nameOf(found)),
  );
  const mayPublish = elsewhere.length === 0 && !findings.some(({ severity }) => severity === "error");
  return { candidate, findings, elsewhere, mayPublish };
}

function ownFaults(path: string, text: string): readonly Diagnostic[] {
  const { document, diagnostics } = parseDocument({ path, text });
  return [...diagnostics, ...(document ? checkShape(document) : [])];
}

const nameOf = ({ file, code, path, message }: Diagnostic): string => [file, code, path, message].join("\n");

function closed(current: DocumentStore, path: string, text: string): Diagnostic[] {
  const before = readObject(current.files.get(path)?.text ?? "");
  const { document } = parseDocument({ path, text });
  const isClosable = document?.kind === "model" || document?.kind === "screen";
  return isClosable && before ? closedFindings(before, document) : [];
}

/** LC1107: names that have no room in the menu and the rights made of them, at their text in the draft. */
function longNames(candidate: DocumentStore, current: DocumentStore, file: SourceFile): Diagnostic[] {
  const { document } = parseDocument(file);
  const most = candidate.resolvedModels.get("system/permission")?.fields.get("name")?.maxLength;
  if (!document || most === undefined) return [];
  const before = menuRows(current);
  const names = [...menuRows(candidate).values()]
    .filter(({ id, name }) => name.length > most && before.get(id)?.name !== name)
    .map(({ name }) => name);
  return [...new Set(names)].map((name) =>
    diagnosticAt(document, textNode(document.tree, name) ?? document.tree, {
      code: "LC1107",
      severity: "error",
      path: "",
      message: `${quoted(name)} 是菜单或权限的名称，最多 ${most} 个字符`,
    }),
  );
}

/** The place of a text, whatever says it. */
function textNode(node: Node, text: string): Node | undefined {
  if (node.value === text) return node;
  return node.children?.map((child) => textNode(child, text)).find((found) => found !== undefined);
}

export interface LostPermission {
  readonly code: string;
  readonly name: string;
  /** Names of the roles that hold it. */
  readonly roles: readonly string[];
}

/** Permissions whose rows go when the candidate is published, with who holds them. */
export async function lostPermissions(
  db: Queryable,
  current: DocumentStore,
  candidate: DocumentStore,
): Promise<readonly LostPermission[]> {
  const before = menuRows(current);
  const after = menuRows(candidate);
  // A role holds the row of a page: the same code on another page does not keep it.
  const lost = [...before.values()].filter(({ id, perms }) => !after.has(id) && perms !== "");
  if (lost.length === 0) return [];
  const { rows } = await sql<{ id: string; role: string }>`
    select link.permission_id as id, role.role_name as role from sys_role_permission link
      join sys_role role on role.id = link.role_id
      where link.permission_id in (${sql.join(lost.map(({ id }) => id))}) order by role.role_name`.execute(db);
  return lost.map(({ id, perms, name }) => ({
    code: perms,
    name,
    roles: [...new Set(rows.filter((row) => row.id === id).map(({ role }) => role))],
  }));
}

function menuRows({ screens, models }: DocumentStore) {
  const rows = [...screens].flatMap(([id, screen]) => deriveMenuRows(id, screen, (model) => models.get(model)));
  return new Map(rows.map((row) => [row.id, row]));
}
