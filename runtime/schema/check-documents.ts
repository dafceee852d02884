import { resolveModel } from "../model/resolve-model.ts";
import type { ResolvedModel } from "../model/resolved-model.ts";
import type { Diagnostic, SourceFile } from "./diagnostic.ts";
import { quoted } from "./messages.ts";
import { parseDocument } from "./parse-document.ts";
import { checkShape } from "./shape.ts";
import { diagnosticAt, nodeAtPath, type SourceDocument } from "./source-document.ts";
import type { DataDocument, ModelDocument, ScreenDocument, ScreenTestDocument } from "./types.gen.ts";

/** All documents of a root after checking. Maps are keyed by document id, in the order of the file paths. */
export interface CheckedDocuments {
  readonly models: ReadonlyMap<string, ModelDocument>;
  readonly screens: ReadonlyMap<string, ScreenDocument>;
  readonly data: ReadonlyMap<string, DataDocument>;
  readonly tests: ReadonlyMap<string, ScreenTestDocument>;
  readonly resolvedModels: ReadonlyMap<string, ResolvedModel>;
  /** Every finding, by file and line. */
  readonly diagnostics: readonly Diagnostic[];
  /** Ids of documents that were left out, with what is wrong with them (`file` tells model from screen). */
  readonly broken: ReadonlyMap<string, readonly Diagnostic[]>;
}

/**
 * Reads, validates and connects documents. Pure: no files, no clock. A broken document is left out and named in
 * `broken`; it never takes others down.
 *
 * @param files everything below a document root except the meta-schemas
 */
export function checkDocuments(files: readonly SourceFile[]): CheckedDocuments {
  const findings = new Map<string, Diagnostic[]>();
  const ids = new Map<string, string>();
  const sound: SourceDocument[] = [];
  for (const file of [...files].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const parsed = parseDocument(file);
    const own = [...parsed.diagnostics];
    findings.set(file.path, own);
    if (parsed.document) {
      own.push(...checkShape(parsed.document), ...checkIdentity(parsed.document));
      ids.set(file.path, parsed.document.id);
      if (!own.some(isFatal)) sound.push(parsed.document);
    }
  }

  const models = documentsOf<ModelDocument>(sound, "model");
  const resolvedModels = new Map<string, ResolvedModel>();
  const titleFieldOf = (id: string) => {
    const target = models.get(id);
    return target && (target.titleField ?? Object.keys(target.fields)[0]);
  };
  for (const [id, model] of models) resolvedModels.set(id, resolveModel({ ...model, id }, titleFieldOf));

  const broken = new Map<string, readonly Diagnostic[]>();
  for (const [path, own] of findings) {
    if (!own.some(isFatal)) continue;
    const id = ids.get(path) ?? path.replace(/\.(model|screen|data|screen\.test)\.json$/, "");
    broken.set(id, [...(broken.get(id) ?? []), ...own]);
  }
  return {
    models,
    screens: documentsOf<ScreenDocument>(sound, "screen"),
    data: documentsOf<DataDocument>(sound, "data"),
    tests: documentsOf<ScreenTestDocument>(sound, "screen-test"),
    resolvedModels,
    diagnostics: [...findings.values()].flatMap((own) => own.sort((a, b) => a.line - b.line || a.column - b.column)),
    broken,
  };
}

/** An unknown renderer shows a placeholder; whatever else is wrong in form leaves the document out. */
function isFatal(diagnostic: Diagnostic): boolean {
  return diagnostic.severity === "error" && diagnostic.code !== "LC2003";
}

function documentsOf<Document>(
  sources: readonly SourceDocument[],
  kind: SourceDocument["kind"],
): Map<string, Document> {
  return new Map(
    sources.filter((source) => source.kind === kind).map((source) => [source.id, source.value as Document]),
  );
}

function checkIdentity(source: SourceDocument): Diagnostic[] {
  const written = (source.value as { readonly id?: unknown } | null)?.id;
  const node = nodeAtPath(source.tree, ["id"]);
  if (typeof written !== "string" || written === source.id || !node) return [];
  return [
    diagnosticAt(source, node, {
      code: "LC2012",
      severity: "error",
      path: "/id",
      message: `标识 ${quoted(written)} 与文件的位置不同，应为 ${quoted(source.id)}`,
      expected: source.id,
      suggestion: source.id,
    }),
  ];
}
