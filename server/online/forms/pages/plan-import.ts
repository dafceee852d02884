import { definitions } from "../../../../renderers/definitions.gen.ts";
import { checkDocuments } from "../../../../runtime/check/check-documents.ts";
import type { ResolvedModel } from "../../../../runtime/model/resolved-model.ts";
import { compileModels, type FormWorld } from "../../../../runtime/online-forms/compile-model.ts";
import { formScreen } from "../../../../runtime/online-forms/compile-screen.ts";
import type { OnlineFormDefinition } from "../../../../runtime/online-forms/definition.ts";
import { formModelId, isFormModel, tableNameFault, tableNameLimit } from "../../../../runtime/online-forms/names.ts";
import type { PageFinding } from "../../../../runtime/online-forms/pages/export-pages.ts";
import { lossesOf } from "../../../../runtime/online-forms/pages/page-losses.ts";
import { readPages } from "../../../../runtime/online-forms/pages/read-pages.ts";
import { repairForm } from "../../../../runtime/online-forms/pages/repair-form.ts";
import { rewrite } from "../../../../runtime/online-forms/pages/rewrite.ts";
import { renameRows } from "../../../../runtime/online-forms/rename-rows.ts";
import { renameInRules } from "../../../../runtime/online-forms/rules/follow-rules.ts";
import type { SourceFile } from "../../../../runtime/schema/diagnostic.ts";
import type { ModelDocument, ScreenDocument } from "../../../../runtime/schema/types.gen.ts";
import type { DocumentStore } from "../../../documents/load-documents.ts";
import { refuse } from "../../../http/refusal.ts";
import { screenKindOf } from "../form-address.ts";
import { tableNames } from "./page-files.ts";

/** What an import would make, before it is made. */
export interface PageImport {
  readonly definition: OnlineFormDefinition;
  readonly findings: readonly PageFinding[];
}

export interface ImportParts {
  readonly documents: DocumentStore;
  readonly models: ReadonlyMap<string, ResolvedModel>;
  readonly world: FormWorld;
  /** Whether a form or a table is called so. */
  readonly isTaken: (tableName: string) => boolean;
  /** What the administrator wants the main table to be called; empty: as in the document. */
  readonly tableName: string;
}

type Documents = Pick<DocumentStore, "models" | "screens">;

const formKinds: ReadonlySet<string> = new Set(["list", "tree-list", "erp-list", "tab-list", "inner-list", "form"]);

/** A form from the documents of an archive. @throws AppError INVALID naming the places of those that cannot be read */
export function importArchive(files: readonly SourceFile[], parts: ImportParts): PageImport {
  const known = parts.documents;
  const checked = checkDocuments(files, { known, definitions });
  const errors = checked.diagnostics.filter(({ severity, code }) => severity === "error" && !passing.has(code));
  const findings = errors.map(
    ({ file, line, column, message }): PageFinding => ({
      place: `${file}:${line}:${column}`,
      kind: "error",
      message,
    }),
  );
  const own = { models: checked.models, screens: checked.screens };
  const paths = new Set(files.map(({ path }) => path));
  const screens = [...own.screens].filter(([id]) => paths.has(`${id}.screen.json`)).map(([, screen]) => screen);
  const models = [...own.models].filter(([id]) => paths.has(`${id}.model.json`)).map(([, model]) => model);
  const pages = screens.filter(({ kind, model }) => formKinds.has(kind) && model !== undefined);
  const [screen, ...others] = pages;
  const model = screen ? modelOf(own, known, screen.model ?? "") : models[0];
  if (!model) {
    const [first] = findings;
    throw refuse(first ? `${first.place} ${first.message}` : "压缩包里没有可以做成表单的页面");
  }
  const left = [...others, ...screens.filter((one) => !pages.includes(one))].map(
    ({ id = "", title, kind }): PageFinding => ({
      place: `页面 ${title ?? id}`,
      kind: "left",
      message: formKinds.has(kind) ? "一次导入一个页面，请另外导入" : `${kind} 页面不能做成表单`,
    }),
  );
  const made = importPage(model, screen, { ...parts, own });
  return { ...made, findings: [...findings, ...left, ...made.findings] };
}

/** A form from a page or a model that is in force. @throws AppError INVALID for one that is not there or no form */
export function importInForce(id: string, parts: ImportParts): PageImport {
  const { documents } = parts;
  const screen = documents.screens.get(id);
  const model = screen ? documents.models.get(screen.model ?? "") : documents.models.get(id);
  if (!model || isFormModel(model.id)) throw refuse(`没有可以做成表单的页面或模型“${id.slice(0, 100)}”`);
  if (screen && !formKinds.has(screen.kind)) throw refuse(`${screen.kind} 页面不能做成表单`);
  return importPage(model, screen, { ...parts, own: documents });
}

/** Dictionaries and models of elsewhere may be missing here: their fields say so themselves. */
const passing = new Set(["LC2006", "LC2008", "LC2020"]);

const modelOf = (own: Documents, known: Documents, id: string) => own.models.get(id) ?? known.models.get(id);

function importPage(
  model: ModelDocument,
  screen: ScreenDocument | undefined,
  { documents, models, world, own, isTaken, tableName }: ImportParts & { readonly own: Documents },
): PageImport {
  const findings: PageFinding[] = [];
  const names = new Map<string, string>();
  const nameOf = (of: ModelDocument): string => {
    const known = names.get(of.id);
    if (known !== undefined) return known;
    const wanted = of === model && tableName !== "" ? tableName : of.table;
    const given = freeName(wanted, (name) => isTaken(name) || [...names.values()].includes(name));
    names.set(of.id, given);
    if (given !== wanted) {
      const reason = tableNameFault(wanted) ?? `表 ${wanted} 已有`;
      findings.push({ place: of.title, kind: "changed", message: `${reason}，新表叫 ${given}` });
    }
    return given;
  };
  nameOf(model);
  const read = readPages({
    model,
    screen,
    modelOf: (id) => modelOf(own, documents, id),
    tableOfModel: (id) => tableNames(models.get(id)) ?? formTable(own.models.get(id), world),
    tableName: nameOf,
  });
  findings.push(...read.findings);
  if (screen && ("menu" in screen || "access" in screen)) {
    findings.push({ place: model.title, kind: "left", message: "菜单和授权不导入，同步数据库后用“加入菜单”" });
  }
  const { definition, findings: repaired, faults } = repairForm(withRowNames(read.definition, model, names), world);
  findings.push(...repaired);
  findings.push(
    ...faults.map(
      ({ tableName: table, field, message }): PageFinding => ({
        place: field === undefined ? table : `${table}：${field}`,
        kind: "error",
        message,
      }),
    ),
  );
  findings.push(...importLosses(model, screen, definition, { world, names, renamed: read.renamed, own, documents }));
  return { definition, findings };
}

/** Computed values name rows by their relation; in a form by the table of the sub-form. */
function withRowNames(
  definition: OnlineFormDefinition,
  model: ModelDocument,
  names: ReadonlyMap<string, string>,
): OnlineFormDefinition {
  const tables = new Map(
    Object.entries(model.relations ?? {}).flatMap(([relation, of]): [string, string][] => {
      const table = of.kind === "tree" ? undefined : names.get(of.model);
      return table === undefined ? [] : [[relation, table]];
    }),
  );
  const fields = definition.fields.map((field) =>
    field.fieldExtendJson ? { ...field, fieldExtendJson: renameRows(field.fieldExtendJson, tables) } : field,
  );
  const { head } = definition;
  return { ...definition, head: head.rules ? { ...head, rules: renameInRules(head.rules, tables) } : head, fields };
}

/** The table of a model of an archive that a form of this server has too. */
function formTable(model: ModelDocument | undefined, world: FormWorld) {
  if (!model || !world.tableOf(model.table)) return undefined;
  return { table: model.table, columnOf: (name: string) => model.fields[name]?.column ?? name };
}

/** The name, or the nearest that is free and may be used. */
export function freeName(wanted: string, isTaken: (name: string) => boolean): string {
  const plain = wanted
    .toLowerCase()
    .replace(/[^a-z0-9_]/g, "_")
    .slice(0, tableNameLimit - 8);
  const first = tableNameFault(plain) === undefined ? plain : `ext_${plain.replace(/^(sys|onl|pg|sql|schema)_/, "")}`;
  for (let count = 1; ; count++) {
    const name = count === 1 ? first : `${first}_${count}`;
    if (!isTaken(name)) return name;
  }
}

interface Compared {
  readonly world: FormWorld;
  readonly names: ReadonlyMap<string, string>;
  readonly renamed: ReadonlyMap<string, string>;
  readonly own: Documents;
  readonly documents: Documents;
}

/** Every place of the documents that the form does not say, by compiling the form and looking. */
function importLosses(
  model: ModelDocument,
  screen: ScreenDocument | undefined,
  definition: OnlineFormDefinition,
  { world, names, renamed, own, documents }: Compared,
): readonly PageFinding[] {
  const { models } = compileModels(definition, world);
  const back = new Map([...names].map(([id, table]) => [formModelId(table), id]));
  const relationNames = new Map(
    Object.entries(model.relations ?? {}).flatMap(([relation, of]): [string, string][] => {
      if (of.kind !== "tree") return [[names.get(of.model) ?? "", relation]];
      return [["tree", relation]];
    }),
  );
  return models.flatMap((made, at) => {
    const original = at === 0 ? model : modelOf(own, documents, back.get(made.id) ?? "");
    if (!original) return [];
    const form = at === 0 ? definition : definition.subs[at - 1];
    const page =
      at === 0 && screen && form
        ? formScreen(kindOf(screen, definition), definition, world, made.titleField)
        : undefined;
    const [before, shown] = [original, screen].map((document) => document && rewrite(document, renamed));
    return lossesOf(
      original.title,
      {
        model: withFieldNames(before as ModelDocument, renamed),
        screens: shown && page ? [shown as ScreenDocument] : [],
      },
      {
        model: withRelationNames(rewrite(made, back) as ModelDocument, relationNames),
        screens: page ? [rewrite(page, new Map([...back, ...relationNames])) as ScreenDocument] : [],
      },
      { both: false, ignored: ["menu", "access", "title", "model", "column"] },
    );
  });
}

const kindOf = (screen: ScreenDocument, definition: OnlineFormDefinition) =>
  screen.kind === "form"
    ? "form"
    : screenKindOf({ ...definition.head, subTableStr: definition.subs.length > 0 ? "-" : "" });

const withFieldNames = (model: ModelDocument, renamed: ReadonlyMap<string, string>): ModelDocument => ({
  ...model,
  fields: Object.fromEntries(
    Object.entries(model.fields).map(([name, { column: _column, ...field }]) => [renamed.get(name) ?? name, field]),
  ) as ModelDocument["fields"],
});

const withRelationNames = (model: ModelDocument, names: ReadonlyMap<string, string>): ModelDocument =>
  model.relations
    ? {
        ...model,
        fields: JSON.parse(renameRows(JSON.stringify(model.fields), names)) as ModelDocument["fields"],
        relations: Object.fromEntries(
          Object.entries(model.relations).map(([name, relation]) => [names.get(name) ?? name, relation]),
        ),
      }
    : model;
