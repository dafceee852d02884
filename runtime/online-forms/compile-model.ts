import type { Field, ModelDocument } from "../schema/types.gen.ts";
import { compileField } from "./compile-field.ts";
import type { NamedTable } from "./controls.ts";
import {
  extendedConfig,
  type FormFinding,
  fieldExtension,
  type OnlineFormDefinition,
  type OnlineFormField,
  type OnlineFormHead,
  tableTypes,
} from "./definition.ts";
import { splitList, withLinkedFields } from "./field-texts.ts";
import { onlineFormMessages as texts } from "./messages.ts";
import {
  columnNameFault,
  engineColumns,
  formBase,
  formModelId,
  formPrefix,
  physicalTable,
  systemColumns,
  tableNameFault,
  treeRelation,
} from "./names.ts";
import { fieldRules, recordRules } from "./rules/compile-rules.ts";

export interface FormWorld {
  /** The tables that may be named as dictionaries and main tables: those of models. */
  readonly tableOf: (name: string) => NamedTable | undefined;
}

export interface CompiledForm {
  /** The form's own model, then its sub-tables' in their order. */
  readonly models: readonly ModelDocument[];
  readonly findings: readonly FormFinding[];
}

type Tell = (finding: Omit<FormFinding, "tableName" | "severity"> & { readonly severity?: "warning" }) => void;

/**
 * A definition in the language of model documents. Fields are called as their columns; the columns that every table of
 * ours has stay the engine's own. Pure: nothing is looked up but what `world` answers.
 *
 * @param definition with the ids of its heads; one that is not stored yet may use its table name
 */
export function compileModels(definition: OnlineFormDefinition, world: FormWorld): CompiledForm {
  const findings: FormFinding[] = [];
  const main = compileOne(definition, world, findings);
  // A sub-table finds its main table in the same definition, also before either is in force.
  const beside: FormWorld = { tableOf: (name) => (name === main.table ? asTable(main) : world.tableOf(name)) };
  const subs = definition.subs.map((sub) => compileOne(sub, beside, findings));
  return { models: [main, ...subs], findings };
}

function compileOne(definition: OnlineFormDefinition, world: FormWorld, findings: FormFinding[]): ModelDocument {
  const { head, subs } = definition;
  const id = head.id || head.tableName;
  const tell: Tell = (finding) => {
    findings.push({ severity: "error", tableName: head.tableName, ...finding });
  };
  checkNames(definition, tell);
  const stored = ownFields(definition);
  const foreignKey = foreignKeyOf(definition, stored, world, tell);
  const fields = compileFields(definition, stored, { world, foreignKey, tell });
  if (stored.length === 0) tell({ key: "fields", message: texts.noField });
  return {
    schemaVersion: 1,
    id: formModelId(id),
    title: head.tableTxt,
    table: physicalTable(head.tableName),
    base: formBase(id),
    permissionPrefix: formPrefix(id),
    ...titleOf(definition, stored),
    fields: withRules(fields, head),
    ...recordRules(head),
    ...relationsOf(definition, subs, fields, tell),
    ...indexesOf(definition, fields, tell),
    ...sortOf(stored),
    ...(extendedConfig(head).commentStatus === 1 ? { comments: true } : {}),
  };
}

const withRules = (
  fields: Readonly<Record<string, Field>>,
  head: Pick<OnlineFormHead, "rules">,
): Record<string, Field> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, { ...field, ...fieldRules(head, name, field) } as Field]),
  );

/** Columns of its own, by their place; those that every table has and those that are not stored are no fields. */
const ownFields = ({ fields }: OnlineFormDefinition): readonly OnlineFormField[] =>
  withLinkedFields(
    fields.filter(({ dbFieldName, dbIsPersist }) => !systemColumns.has(dbFieldName) && dbIsPersist !== 0),
  );

function checkNames({ head, fields }: OnlineFormDefinition, tell: Tell): void {
  const fault = tableNameFault(physicalTable(head.tableName));
  if (fault !== undefined) tell({ key: "tableName", message: fault });
  const seen = new Set<string>();
  for (const { dbFieldName: field } of fields) {
    const wrong = systemColumns.has(field) && !engineColumns.has(field) ? undefined : columnNameFault(field);
    const message = wrong ?? (seen.has(field) ? texts.twice(field) : undefined);
    if (message !== undefined) tell({ field, key: "dbFieldName", message });
    seen.add(field);
  }
}

interface FieldsContext {
  readonly world: FormWorld;
  readonly foreignKey: ForeignKey | undefined;
  readonly tell: Tell;
}

function compileFields(
  { head }: OnlineFormDefinition,
  stored: readonly OnlineFormField[],
  { world, foreignKey, tell }: FieldsContext,
): Record<string, Field> {
  const names = new Set(stored.map(({ dbFieldName }) => dbFieldName));
  const kept = new Set(head.isTree === "Y" ? treeColumns(head) : []);
  return Object.fromEntries(
    stored.map((field): [string, Field] => {
      const name = field.dbFieldName;
      const isForeignKey = foreignKey?.field === name;
      const compiled = compileField(field, {
        tableOf: world.tableOf,
        hasField: (other) => names.has(other),
        tell: (key, message, severity) => tell({ field: name, key, message, ...(severity ? { severity } : {}) }),
        isForeignKey,
        isKept: kept.has(name),
      });
      const dict = isForeignKey && foreignKey.model !== undefined ? { dict: { model: foreignKey.model } } : {};
      return [name, { ...compiled, ...dict } as Field];
    }),
  );
}

interface ForeignKey {
  readonly field: string;
  /** Undefined while there is no such main table. */
  readonly model: string | undefined;
}

function foreignKeyOf(
  { head }: OnlineFormDefinition,
  stored: readonly OnlineFormField[],
  world: FormWorld,
  tell: Tell,
): ForeignKey | undefined {
  const keys = stored.filter(({ mainTable, mainField }) => mainTable || mainField);
  const [key, second] = keys;
  if (head.tableType !== tableTypes.sub) {
    if (key) tell({ field: key.dbFieldName, key: "mainTable", message: texts.foreignKeyOfMain });
    return undefined;
  }
  if (!key) tell({ key: "fields", message: texts.noForeignKey });
  if (second) tell({ field: second.dbFieldName, key: "mainTable", message: texts.oneForeignKey });
  if (!key) return undefined;
  const field = key.dbFieldName;
  if (key.mainField !== "id") tell({ field, key: "mainField", message: texts.foreignKeyToId });
  const model = world.tableOf(key.mainTable ?? "")?.model;
  if (model === undefined) tell({ field, key: "mainTable", message: texts.noMainTable(key.mainTable ?? "") });
  return { field, model };
}

const treeColumns = (head: OnlineFormDefinition["head"]) => [
  head.treeParentIdField || "pid",
  head.treeIdField || "has_child",
];

function relationsOf(
  { head }: OnlineFormDefinition,
  subs: readonly OnlineFormDefinition[],
  fields: Readonly<Record<string, Field>>,
  tell: Tell,
): Pick<ModelDocument, "relations"> {
  const relations: Record<string, NonNullable<ModelDocument["relations"]>[string]> = {};
  if (head.isTree === "Y") {
    const [pid = "", hasChild = ""] = treeColumns(head);
    for (const [key, column] of [
      ["treeParentIdField", pid],
      ["treeIdField", hasChild],
      ["treeFieldname", head.treeFieldname ?? ""],
    ] as const) {
      if (!Object.hasOwn(fields, column)) tell({ key, message: texts.treeColumn(column || texts.unchosen) });
    }
    relations[treeRelation] = { kind: "tree", pid, hasChild, root: "0" };
  }
  for (const sub of subs) {
    const key = sub.fields.find(({ mainTable }) => mainTable === head.tableName);
    if (!key) continue;
    const common = {
      title: sub.head.tableTxt,
      model: formModelId(sub.head.id || sub.head.tableName),
      foreignKey: key.dbFieldName,
    };
    relations[sub.head.tableName] =
      sub.head.relationType === 1 ? { kind: "one-to-one", ...common } : { kind: "one-to-many", ...common };
  }
  return Object.keys(relations).length > 0 ? { relations } : {};
}

function indexesOf(
  { indexes }: OnlineFormDefinition,
  fields: Readonly<Record<string, Field>>,
  tell: Tell,
): Pick<ModelDocument, "indexes"> {
  const made = indexes.flatMap(({ indexName, indexField, indexType, delFlag }, at) => {
    if (delFlag === 1) return [];
    const columns = splitList(indexField).map((name) => name.toLowerCase());
    const stranger = columns.find((name) => !Object.hasOwn(fields, name) && !systemColumns.has(name));
    if (stranger !== undefined || columns.length === 0) {
      tell({ key: `indexes/${at}/indexField`, message: texts.indexField(indexName, stranger ?? "") });
      return [];
    }
    const names = columns.map((name) => systemColumns.get(name) ?? name);
    return [{ fields: names, ...(indexType === "unique" ? { unique: true } : {}) }];
  });
  return made.length > 0 ? { indexes: made } : {};
}

/** What stands for a row: the tree's text, else the first text of the list. */
function titleOf(
  { head }: OnlineFormDefinition,
  stored: readonly OnlineFormField[],
): Pick<ModelDocument, "titleField"> {
  const shown = stored.filter(({ isShowList, dbType }) => isShowList !== 0 && dbType === "string");
  const plain = shown.find(({ fieldShowType }) => (fieldShowType ?? "text") === "text") ?? shown[0];
  const name = stored.find(({ dbFieldName }) => dbFieldName === head.treeFieldname) ?? plain;
  return name ? { titleField: name.dbFieldName } : {};
}

function sortOf(stored: readonly OnlineFormField[]): Pick<ModelDocument, "sort"> {
  const sort = stored
    .filter(({ sortFlag, fieldExtendJson }) => sortFlag === "1" && fieldExtendJson?.includes("orderRule"))
    .map((field) => ({
      field: field.dbFieldName,
      order: fieldExtension(field).orderRule === "desc" ? ("desc" as const) : ("asc" as const),
    }));
  return sort.length > 0 ? { sort } : {};
}

/** A compiled model as other definitions may name it. */
export function asTable(model: ModelDocument): NamedTable {
  return {
    model: model.id,
    fields: new Map([...Object.keys(model.fields).map((name): [string, string] => [name, name]), ...systemColumns]),
  };
}
