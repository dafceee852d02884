import { isPerTenant, snakeCase } from "../../../runtime/model/resolve-model.ts";
import type { ResolvedField, ResolvedModel, SortKey } from "../../../runtime/model/resolved-model.ts";
import { type ColumnType, columnTypeOf } from "./column-type.ts";
import { indexName } from "./index-name.ts";

export interface WantedColumn {
  readonly name: string;
  /** What people call it. */
  readonly title: string;
  readonly type: ColumnType;
  /** What follows the type: `not null default 0`; never taken from a document. */
  readonly constraint: string;
  /** Columns that this one may have been before its field was renamed. */
  readonly formerNames: readonly string[];
}

export interface IndexKey {
  readonly column: string;
  readonly order: "asc" | "desc";
  readonly ignoresCase?: boolean;
}

export interface WantedIndex {
  readonly name: string;
  /** `search`: parts of a text; `list`: entries of a comma list. */
  readonly kind: "unique" | "plain" | "search" | "list";
  readonly keys: readonly IndexKey[];
  /** Leaves out rows of the recycle bin. */
  readonly liveOnly: boolean;
}

export interface WantedTable {
  readonly name: string;
  readonly columns: readonly WantedColumn[];
  readonly indexes: readonly WantedIndex[];
}

const deletedColumn = "del_flag";
const constraints: Readonly<Record<string, string>> = {
  id: "primary key",
  version: "not null default 1",
  delFlag: "not null default 0",
};

/** The table that a model asks for; `models` are all models, whose relations need indexes on each other's tables. */
export function wantedTable(model: ResolvedModel, models: Iterable<ResolvedModel> = [model]): WantedTable {
  const columns = [...model.fields.values()].map(wantedColumn);
  if (!columns.some((column) => column.name === deletedColumn)) columns.push(undeclaredDeleted);
  return { name: model.table, columns, indexes: wantedIndexes(model, models) };
}

const undeclaredDeleted: WantedColumn = {
  name: deletedColumn,
  title: deletedColumn,
  type: { kind: "smallint" },
  constraint: constraints.delFlag ?? "",
  formerNames: [],
};

function wantedColumn(field: ResolvedField): WantedColumn {
  const owned = field.system || (field.name === "delFlag" && field.type === "integer");
  return {
    name: field.column,
    title: field.title,
    type: columnTypeOf(field),
    constraint: (owned && constraints[field.name]) || "",
    formerNames: field.renamedFrom ? [...new Set([snakeCase(field.renamedFrom), field.renamedFrom])] : [],
  };
}

function wantedIndexes(model: ResolvedModel, models: Iterable<ResolvedModel>): WantedIndex[] {
  const fields = [...model.fields.values()];
  const unique = fields.filter((field) => field.unique).map((field) => uniqueIndex(model, [field.name]));
  const declared = model.indexes.map(({ fields: names, unique: isUnique }) =>
    isUnique ? uniqueIndex(model, names) : plainIndex(model, ascending(names)),
  );
  // A unique index over lower-case values does not find the value as it is written.
  const single = fields.filter((field) => (field.index && !field.unique) || field.ignoresCase);
  const searched = fields.filter((field) => field.search && (field.type === "string" || field.type === "text"));
  const all = [
    ...unique,
    ...declared,
    sortIndex(model),
    // Another view of the rows has a list of its own.
    ...[...models].filter(({ of }) => of === model.id).map((view) => sortIndex(view)),
    ...scopeIndexes(model),
    ...single.map((field) => narrowedBy(model, field.name)),
    ...foreignKeys(model, models).map((field) => narrowedBy(model, field)),
    ...searched.map((field) => entryIndex(model, field.column, "search")),
    ...memberFields(model).map((field) => entryIndex(model, field.column, "list")),
  ];
  return [...new Map(all.map((index) => [index.name, index])).values()];
}

/** Its violation is told by name, so the name holds neither the tenant nor anything else. */
function uniqueIndex(model: ResolvedModel, names: readonly string[]): WantedIndex {
  const columns = names.map((name) => columnOf(model, name));
  const own = names.map((name, at): IndexKey => {
    const key = { column: columns[at] ?? name, order: "asc" } as const;
    return model.fields.get(name)?.ignoresCase ? { ...key, ignoresCase: true } : key;
  });
  const keys = [...tenantKey(model), ...own];
  const liveOnly = model.fields.has("delFlag");
  return { name: indexName(model.table, columns, "key"), kind: "unique", keys, liveOnly };
}

/** The order in which the list opens, with the row's id as its last key like every list. */
function sortIndex(model: ResolvedModel): WantedIndex {
  return sortedBy(model, model.sort);
}

/** The list as someone opens it whose data rule leaves them their department. */
function scopeIndexes(model: ResolvedModel): WantedIndex[] {
  return model.scope.depart ? [narrowedBy(model, "sysOrgCode")] : [];
}

/** The list as it opens, of the rows with one value of a field; and the list sorted by that field. */
function narrowedBy(model: ResolvedModel, field: string): WantedIndex {
  const [first] = model.sort;
  return sortedBy(model, [
    { field, order: first?.order ?? "desc" },
    ...model.sort.filter((key) => key.field !== field),
  ]);
}

function sortedBy(model: ResolvedModel, sort: readonly SortKey[]): WantedIndex {
  const last = sort.at(-1)?.order ?? "desc";
  const keys: SortKey[] = sort.some((key) => key.field === "id") ? [...sort] : [...sort, { field: "id", order: last }];
  // An index is read in both directions: only orders that differ among the keys have to be said.
  const mixed = keys.some((key) => key.order !== last);
  return plainIndex(model, mixed ? keys : ascending(keys.map((key) => key.field)));
}

function plainIndex(model: ResolvedModel, sort: readonly SortKey[]): WantedIndex {
  const own = sort.map(({ field, order }) => ({ column: columnOf(model, field), order }));
  const parts = own
    .filter((key) => key.column !== "id")
    .map((key) => (key.order === "desc" ? `${key.column}_desc` : key.column));
  return {
    name: indexName(model.table, parts, "idx"),
    kind: "plain",
    keys: [...tenantKey(model), ...own],
    liveOnly: false,
  };
}

/** Where a row names the tenants that it belongs to, every list of a tenant looks for its own. */
function memberFields(model: ResolvedModel): ResolvedField[] {
  const { tenant } = model.scope;
  const field = tenant.kind === "members" ? model.fields.get(tenant.field) : undefined;
  return field?.multiple ? [field] : [];
}

/** Over what a value consists of. Its name says the one column and the kind. */
function entryIndex(model: ResolvedModel, column: string, kind: "search" | "list"): WantedIndex {
  return {
    name: indexName(model.table, [column], kind),
    kind,
    keys: [{ column, order: "asc" }],
    liveOnly: false,
  };
}

/** Fields by which the relations of all models find rows of this one: sub-tables and trees. */
function foreignKeys(model: ResolvedModel, models: Iterable<ResolvedModel>): string[] {
  const found = new Set<string>();
  for (const owner of models) {
    for (const relation of Object.values(owner.relations)) {
      const target = "model" in relation ? relation.model : owner.id;
      const field = "foreignKey" in relation ? relation.foreignKey : relation.pid;
      if (target === model.id && model.fields.has(field)) found.add(field);
    }
  }
  return [...found];
}

function tenantKey(model: ResolvedModel): IndexKey[] {
  return isPerTenant(model) ? [{ column: columnOf(model, "tenantId"), order: "asc" }] : [];
}

const ascending = (names: readonly string[]): SortKey[] => names.map((field) => ({ field, order: "asc" }));

function columnOf(model: ResolvedModel, name: string): string {
  const field = model.fields.get(name);
  if (!field) throw new Error(`model ${model.id} has an index over ${name}, which is no field of it`);
  return field.column;
}
