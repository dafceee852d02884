import { definitions } from "../../../../renderers/definitions.gen.ts";
import { checkDocuments } from "../../../../runtime/check/check-documents.ts";
import type { ResolvedModel } from "../../../../runtime/model/resolved-model.ts";
import { formScreenKinds } from "../../../../runtime/online-forms/compile-screen.ts";
import { isFormModel } from "../../../../runtime/online-forms/names.ts";
import type { Diagnostic, SourceFile } from "../../../../runtime/schema/diagnostic.ts";
import type { DocumentStore } from "../../../documents/load-documents.ts";
import { designOf, type Found, isAffected, type Look, lostOf, shownColumns } from "./look.ts";
import type { TableChange } from "./table-change.ts";

/** Dictionaries, link tables and foreign keys of other forms (contract 06 §6.4): lists of names, one of them the table's. */
export function affectedForms({ forms, change }: Look): readonly Found[] {
  const others = [...forms].filter(({ head }) => head.id !== change.headId && head.physicId !== change.headId);
  return others.flatMap(({ head, fields }) =>
    fields.flatMap(({ dbFieldTxt, dbFieldName, dictTable, dictField, dictText, mainTable, mainField }) => {
      const texts = mainTable === change.table ? [mainTable, mainField] : [dictTable, dictField, dictText];
      const words = new Set(texts.flatMap((text) => text?.match(/[\w$]+/g) ?? []));
      const columns = lostOf(change, words);
      if (!words.has(change.table) || !isAffected(change, columns)) return [];
      const place = dbFieldTxt ?? dbFieldName;
      return [{ name: head.tableTxt, place, columns: shownColumns(change, columns), link: designOf(head.id) }];
    }),
  );
}

const generated = new RegExp(`^online/(form|${formScreenKinds.join("|")})/`);

/** Documents over the form's model, or with a dictionary of it: what the checks find afterwards and did not before. */
export function affectedPages({ documents, change }: Look): readonly Found[] {
  const mark = JSON.stringify(change.modelId);
  const named = [
    ...[...documents.screens].map(([id, document]) => ({ id, document, path: `${id}.screen.json` })),
    ...[...documents.models].map(([id, document]) => ({ id, document, path: `${id}.model.json` })),
  ].filter(({ id }) => !generated.test(id) && !isFormModel(id));
  return named.flatMap(({ document, path }) => {
    const text = JSON.stringify(document);
    if (!text.includes(mark)) return [];
    const name = String(document.title ?? path);
    if (!change.next) return [{ name, place: path, columns: [] }];
    const source = { path, text };
    const before = new Set(errorsOf(source, documents, undefined).map(keyOf));
    const now = errorsOf(source, documents, change).filter((finding) => !before.has(keyOf(finding)));
    return now.map((finding) => ({ name, place: `${path} ${finding.path}`, columns: [finding.message] }));
  });
}

const keyOf = ({ code, path }: Diagnostic) => `${code} ${path}`;

function errorsOf(
  source: SourceFile,
  documents: DocumentStore,
  change: TableChange | undefined,
): readonly Diagnostic[] {
  const { next, modelId } = change ?? {};
  const changed = <Of>(known: ReadonlyMap<string, Of>, value: Of | undefined) =>
    modelId === undefined || value === undefined ? known : new Map([...known, [modelId, value]]);
  const known = {
    models: changed(documents.models, next?.document),
    resolvedModels: changed<ResolvedModel>(documents.resolvedModels, next?.model),
    screens: documents.screens,
    data: documents.data,
  };
  return checkDocuments([source], { known, definitions }).diagnostics.filter(({ severity }) => severity === "error");
}
