import { permissionPrefixOf } from "../../../runtime/menu/derive-menu-rows.ts";
import { decideAction } from "../../../runtime/permission/action.ts";
import type { Button } from "../../../runtime/schema/types.gen.ts";
import type { Caller } from "../../auth/caller.ts";
import type { DocumentStore } from "../../documents/load-documents.ts";
import { openCode, partsOf } from "../../models/look-ups/screen-look-ups.ts";
import type { ReportHead } from "./definition.ts";

/** The right to design reports, and to run what is not published. */
export const designCode = "online:cgreport:edit";
/** The right to write and try out reports that leave the caller's data rules out on purpose. */
export const runAsCode = "online:cgreport:runAs";

/** The right to write reports over data sources of other systems. */
export const sourceCode = "system:data-source:list";

/** What stands before the codes of one report: its menu row has `<prefix>:list`, its data rules go by it. */
export const reportPrefix = (idOrCode: string): string => `online:cgreport:${idOrCode}`;

/** The right to see one column; a code without a row in the menu is under nobody's control. */
export const columnCode = (headId: string, fieldName: string): string => `${reportPrefix(headId)}:column:${fieldName}`;

interface ReportUse {
  /** Opens the screen that shows the report or picks from it. */
  readonly code: string;
  /** Exports it there. */
  readonly exportCode: string | undefined;
}

type Head = Pick<ReportHead, "id" | "code">;

/**
 * Whether somebody may run a published report: its menu row is granted, or a screen that they may open shows the report
 * or has a field that picks from it (as look-ups, decision 0032).
 */
export function mayRun(documents: DocumentStore, head: Head, caller: Caller): boolean {
  const codes = usesOf(documents, head.code).map(({ code }) => code);
  return decideAction(caller, [...ownCodes(head, "list"), ...codes].join(",")).allowed;
}

export function mayExport(documents: DocumentStore, head: Head, caller: Caller): boolean {
  const codes = usesOf(documents, head.code).flatMap(({ exportCode }) => exportCode ?? []);
  return decideAction(caller, [...ownCodes(head, "export"), ...codes].join(",")).allowed;
}

export function maySeeColumn(head: Head, fieldName: string, caller: Caller): boolean {
  const controlled = [head.id, head.code]
    .map((name) => columnCode(name, fieldName))
    .filter((code) => caller.controlled.has(code));
  return controlled.length === 0 || decideAction(caller, controlled.join(",")).allowed;
}

const ownCodes = ({ id, code }: Head, action: string): string[] =>
  [...new Set([id, code])].map((name) => `${reportPrefix(name)}:${action}`);

const byStore = new WeakMap<DocumentStore, ReadonlyMap<string, readonly ReportUse[]>>();

/** The screens that use a report; worked out once per set of documents. */
function usesOf(documents: DocumentStore, code: string): readonly ReportUse[] {
  const known = byStore.get(documents) ?? allUses(documents);
  byStore.set(documents, known);
  return known.get(code) ?? [];
}

function allUses(documents: DocumentStore): ReadonlyMap<string, readonly ReportUse[]> {
  const found = new Map<string, ReportUse[]>();
  for (const [id, screen] of documents.screens) {
    const code = openCode(documents, id, screen);
    const shown = screen.kind === "report" && screen.source.type === "cgreport" ? screen.source.code : undefined;
    const prefix = permissionPrefixOf(
      id,
      screen,
      screen.model === undefined ? undefined : documents.models.get(screen.model),
    );
    for (const report of new Set(partsOf(documents, screen).flatMap((part) => [...reportsIn(part)]))) {
      const buttons = "toolbar" in screen ? (screen.toolbar ?? []) : [];
      const exportCode = report === shown ? exportCodeOf(buttons, prefix) : undefined;
      found.set(report, [...(found.get(report) ?? []), { code, exportCode }]);
    }
  }
  return found;
}

function exportCodeOf(buttons: readonly Button[], prefix: string): string {
  const button = buttons.find((one) => "preset" in one && one.preset === "export");
  return button?.permission ?? `${prefix}:export`;
}

/** Codes of the reports that a document names, as a source, a pop-up or a dictionary, at any depth. */
function reportsIn(document: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const stack: unknown[] = [document];
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (typeof value !== "object" || value === null) continue;
    const { type, code, report } = value as Readonly<Record<"type" | "code" | "report", unknown>>;
    if ((type === "cgreport" || type === "popup") && typeof code === "string") found.add(code);
    // A dictionary whose options are the report's rows.
    if (typeof report === "string") found.add(report);
    stack.push(...Object.values(value).filter((child) => child !== undefined));
  }
  return found;
}
