import { createHash } from "node:crypto";
import { Ajv, type ValidateFunction } from "ajv";
import { parseTree } from "jsonc-parser";
import { definitions } from "../../../renderers/definitions.gen.ts";
import { type CheckedDocuments, checkDocuments } from "../../../runtime/check/check-documents.ts";
import { resolveModel } from "../../../runtime/model/resolve-model.ts";
import type { ResolvedModel } from "../../../runtime/model/resolved-model.ts";
import { compileModels, type FormWorld } from "../../../runtime/online-forms/compile-model.ts";
import type { NamedTable } from "../../../runtime/online-forms/controls.ts";
import type { FormFinding, OnlineFormDefinition } from "../../../runtime/online-forms/definition.ts";
import { definitionSchema } from "../../../runtime/online-forms/definition-schema.ts";
import { onlineFormMessages as texts } from "../../../runtime/online-forms/messages.ts";
import type { Diagnostic, SourceFile } from "../../../runtime/schema/diagnostic.ts";
import { nodeAtPointer, positionAt } from "../../../runtime/schema/source-document.ts";
import type { ModelDocument } from "../../../runtime/schema/types.gen.ts";
import { wantedTable } from "../../db/tables/wanted-table.ts";
import { isSecret, offeredTables } from "../reports/sql/offered-tables.ts";

const ajv = new Ajv({ allErrors: true, strict: true, strictTypes: false, allowUnionTypes: true });
let compiled: ValidateFunction | undefined;

/** Compiled for the first form that is checked: it takes a third of a second, which no start has to wait for. */
function validator(): ValidateFunction {
  compiled ??= ajv.compile(definitionSchema);
  return compiled;
}

export type Known = Pick<CheckedDocuments, "models" | "resolvedModels" | "screens" | "data">;

/** What definitions may name: the tables that reports may read too, and each other. */
export function formWorld(
  models: ReadonlyMap<string, ResolvedModel>,
  forms: ReadonlyMap<string, NamedTable> = new Map(),
): FormWorld {
  const offered = offeredTables(models);
  return {
    tableOf: (name) => {
      const known = forms.get(name);
      if (known) return known;
      const table = offered.get(name);
      if (!table) return undefined;
      const columns = [...table.model.fields.values()].filter((field) => !isSecret(field));
      return { model: table.model.id, fields: new Map(columns.map((field) => [field.column, field.name])) };
    },
  };
}

/** Keys of the definition whose values have no place in the language, as ajv names them: `/fields/2/dbType`. */
export function shapeFindings(definition: OnlineFormDefinition): readonly FormFinding[] {
  const validate = validator();
  const { tableName } = definition.head;
  if (validate(definition)) return [];
  const found = (validate.errors ?? []).map(({ instancePath, params }): FormFinding => {
    const missing = (params as { readonly missingProperty?: string }).missingProperty;
    const path = missing === undefined ? instancePath : `${instancePath}/${missing}`;
    return { severity: "error", tableName, key: path.slice(1), message: "" };
  });
  return [...new Map(found.map((finding) => [finding.key, finding])).values()];
}

export interface CheckedForm {
  readonly document: ModelDocument;
  /** Undefined when the definition cannot be used. */
  readonly model: ResolvedModel | undefined;
  readonly findings: readonly FormFinding[];
}

/** What other documents hold may come later: dictionaries, tables that are not in force yet. */
const passing = new Set(["LC2006", "LC2008", "LC2020"]);

/** One definition through the compiler of forms and the checks of every document. */
export function checkForm(definition: OnlineFormDefinition, world: FormWorld, known: Known): CheckedForm {
  const { models, findings } = compileModels(definition, world);
  const [document] = models;
  if (!document) throw new Error("a definition compiles to a model");
  const own = findings.filter(({ tableName }) => tableName === definition.head.tableName);
  if (own.some(({ severity }) => severity === "error")) return { document, model: undefined, findings: own };
  const checked = checkDocuments([sourceOf(document)], { known, definitions });
  const wrong = checked.diagnostics.filter(({ severity, code }) => severity === "error" && !passing.has(code));
  return {
    document,
    model: checked.resolvedModels.has(document.id) ? resolved(document, known) : undefined,
    findings: [...own, ...wrong.map((diagnostic) => asFinding(definition, diagnostic))],
  };
}

/** Relations to sub-tables that are not in force yet stay: whoever takes the model into force looks after them. */
const resolved = (document: ModelDocument, { resolvedModels }: Known) =>
  resolveModel(
    document,
    (id) => resolvedModels.get(id)?.titleField,
    () => resolvedModels,
  );

/** `/fields/name/widget` → the column and the setting that it comes from. */
function asFinding({ head, fields }: OnlineFormDefinition, { path, message }: Diagnostic): FormFinding {
  const [, part, name, key = ""] = path.split("/");
  const about = { severity: "error", tableName: head.tableName, message } as const;
  if (part !== "fields" || name === undefined) return { ...about, key: part === "title" ? "tableTxt" : "tableName" };
  const [, inSchema] = /^\/fields\/[^/]+\/widget\/schema(\/.*|$)/.exec(path) ?? [];
  if (inSchema !== undefined) {
    const text = fields.find(({ dbFieldName }) => dbFieldName === name)?.jsonSchema ?? "";
    return { ...about, message: placedIn(text, inSchema, message), field: name, key: "jsonSchema" };
  }
  return { ...about, field: name, key: settingOf[key] ?? "dbFieldName" };
}

/** What is wrong at a pointer of a JSON text, with its line. */
function placedIn(text: string, pointer: string, message: string): string {
  const tree = parseTree(text);
  if (!tree) return message;
  return texts.schemaAt(positionAt(text, nodeAtPointer(tree, pointer).node.offset).line, message);
}

const settingOf: Readonly<Record<string, string>> = {
  title: "dbFieldTxt",
  widget: "fieldShowType",
  cell: "fieldShowType",
  dict: "dictField",
  default: "fieldDefaultValue",
  rules: "fieldValidType",
  value: "fieldExtendJson",
  maxLength: "dbLength",
  minimum: "dbLength",
  maximum: "dbLength",
  type: "dbType",
};

/** The text of an unchanged document is read once: a source that is the same object is known to the checks. */
const sources = new Map<string, SourceFile>();

export function sourceOf(document: ModelDocument): SourceFile {
  const text = JSON.stringify(document);
  const known = sources.get(document.id);
  if (known?.text === text) return known;
  const source = { path: `${document.id}.model.json`, text };
  sources.set(document.id, source);
  return source;
}

/** Tells tables apart: equal texts need no change of the database. The order of the columns is the form's, not the table's. */
export function structureOf(model: ResolvedModel): string {
  const { columns, indexes } = wantedTable(model);
  const own = columns.map(({ formerNames: _former, title: _title, ...column }) => column);
  const shape = { columns: own.sort((one, other) => (one.name < other.name ? -1 : 1)), indexes };
  return createHash("sha256").update(JSON.stringify(shape)).digest("hex").slice(0, 32);
}
