import { type NamingField, namingFields } from "../model/referring-fields.ts";
import type { ResolvedModel } from "../model/resolved-model.ts";
import type { Diagnostic, SourceFile } from "../schema/diagnostic.ts";
import { quoted } from "../schema/messages.ts";
import { parseDocument } from "../schema/parse-document.ts";
import type { SourceDocument } from "../schema/source-document.ts";
import { createReport } from "./report.ts";

/**
 * LC2030: references to rows that can be deleted, without a word on what becomes of the row that refers: it would name a
 * row that is gone. Answers are a relation of the model that is named, or `onDelete` of the field.
 */
export function unansweredDeletions(
  files: readonly SourceFile[],
  models: ReadonlyMap<string, ResolvedModel>,
): readonly Diagnostic[] {
  const sources = new Map(
    files.flatMap((file) => {
      const { document } = parseDocument(file);
      return document?.kind === "model" ? [[document.id, document] as const] : [];
    }),
  );
  const masters = [...models.values()].filter(({ of }) => of === undefined);
  return masters.flatMap((target) =>
    namingFields(models, target).flatMap((naming) => {
      const source = sources.get(naming.model.id);
      const problem = problemOf(target, naming);
      return source && problem !== undefined ? told(source, naming, problem) : [];
    }),
  );
}

function told(source: SourceDocument, { field }: NamingField, message: string): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  createReport(
    source,
    diagnostics,
  )({
    code: "LC2030",
    severity: "warning",
    message,
    path: ["fields", field.name],
    atKey: true,
  });
  return diagnostics;
}

function problemOf(target: ResolvedModel, { model, field }: NamingField): string | undefined {
  const { onDelete } = field;
  if (onDelete !== undefined && onDelete !== "restrict" && field.multiple) {
    return `${quoted(field.name)} 可以有多个值，onDelete 只能是 restrict`;
  }
  if (onDelete === "set-null" && field.required) return `${quoted(field.name)} 必填，onDelete 不能是 set-null`;
  if (onDelete !== undefined || !isDeletable(target) || isBelow(target, model, field.name)) return undefined;
  return `${target.title}可以删除，而 ${quoted(field.name)} 没有写 onDelete：删除后这里的行没有主`;
}

/** Rows of the built-in modules are deleted by code of theirs, which takes along what belongs to them. */
const builtIn = /^(system|online)\//;

/** Rows in a recycle bin are still there. */
const isDeletable = ({ id, writable, states, fields }: ResolvedModel): boolean =>
  !builtIn.test(id) && writable && states?.delete?.length !== 0 && !fields.has("delFlag");

const isBelow = (target: ResolvedModel, model: ResolvedModel, field: string): boolean =>
  Object.values(target.relations).some((relation) =>
    relation.kind === "tree"
      ? model.id === target.id && relation.pid === field
      : relation.model === model.id && relation.foreignKey === field && relation.onDelete !== "by-field",
  );
