import { snakeCase } from "../../model/resolve-model.ts";
import { isPart } from "../../model/resolved-model.ts";
import type {
  Action,
  Detail,
  Field,
  FormItem,
  ModelDocument,
  Query,
  ScreenDocument,
  Table,
  TableColumn,
  View,
} from "../../schema/types.gen.ts";
import {
  type FieldExtension,
  type FormTheme,
  fieldExtension,
  type OnlineFormDefinition,
  type OnlineFormField,
  type OnlineFormHead,
  tableTypes,
} from "../definition.ts";
import { systemColumns } from "../names.ts";
import { renameInRules } from "../rules/follow-rules.ts";
import { type FormRule, targetsOf } from "../rules/form-rule.ts";
import { type RuledPage, readRules } from "../rules/read-rules.ts";
import type { PageFinding } from "./export-pages.ts";
import { readControl, readField, readHref, type TableNames } from "./read-field.ts";

export interface PageDocuments {
  readonly model: ModelDocument;
  readonly screen: ScreenDocument | undefined;
  readonly modelOf: (id: string) => ModelDocument | undefined;
  /** Tables of models that are there already. */
  readonly tableOfModel: (id: string) => TableNames | undefined;
  /** The name of the table that a model's form is to have. */
  readonly tableName: (model: ModelDocument) => string;
}

export interface ReadPages {
  readonly definition: OnlineFormDefinition;
  readonly findings: readonly PageFinding[];
  /** Field of a model document → column, of those that are called otherwise. */
  readonly renamed: ReadonlyMap<string, string>;
}

type Parts = {
  readonly kind?: string;
  readonly query?: Query;
  readonly table?: Table;
  readonly views?: Readonly<Record<string, View>>;
  readonly view?: View;
  readonly details?: readonly Detail[];
  readonly tree?: { readonly titleField?: string };
};

const themes: Readonly<Record<string, FormTheme>> = {
  "erp-list": "erp",
  "tab-list": "tab",
  "inner-list": "innerTable",
};
const systemFields: ReadonlyMap<string, string> = new Map([...systemColumns].map(([column, field]) => [field, column]));

/** The definition of a form that does what the documents of a page say, with what it cannot say. */
export function readPages(documents: PageDocuments): ReadPages {
  const { model, screen, modelOf } = documents;
  const findings: PageFinding[] = [];
  const renamed = new Map<string, string>();
  const parts = (screen ?? {}) as Parts;
  const form = parts.views?.form ?? parts.view;
  const relations = Object.entries(model.relations ?? {});
  const tables = subTablesOf(form);
  const subs = relations.flatMap(([relation, of], at) => {
    if (of.kind === "tree") return [];
    const sub = modelOf(of.model);
    if (!sub) {
      findings.push({ place: `${model.title}：附表 ${relation}`, kind: "error", message: `没有模型 ${of.model}` });
      return [];
    }
    if (!isPart(of)) {
      findings.push({
        place: `${model.title}：${of.title ?? relation}`,
        kind: "left",
        message: `各自独立的子行（onDelete: ${of.onDelete}）不是表单的附表`,
      });
      return [];
    }
    const table = tables.get(relation);
    const grid = table && (table.columns ?? []);
    const detail = parts.details?.find((one) => "relation" in one && one.relation === relation) as Parts | undefined;
    const items = grid ? undefined : detail?.views?.form?.items;
    return [
      readOne(
        sub,
        { ...documents, findings, renamed },
        {
          list: detail?.table,
          query: detail?.query,
          entered: items ? enteredIn(items) : grid?.map(columnField),
          items,
          columns: detail?.views?.form?.columns ?? 1,
          grid: grid ?? [],
          changes: tables.get(relation)?.on?.change,
          foreignKey: of.foreignKey,
          mainTable: documents.tableName(model),
          head: {
            tableTxt: of.title ?? sub.title,
            tableType: tableTypes.sub,
            relationType: of.kind === "one-to-one" ? 1 : 0,
            tabOrderNum: at + 1,
            scroll: widthIn(detail?.table) || widthIn(grid && { columns: grid as readonly TableColumn[] }) ? 1 : 0,
            ...(detail?.views?.form ? { formTemplate: String(detail.views.form.columns ?? 1) } : {}),
            ...(detail?.table?.selection === "none" && of.kind !== "one-to-one" ? { isCheckbox: "N" } : {}),
          },
        },
      ),
    ];
  });
  const tree = relations.find(([, { kind }]) => kind === "tree")?.[1];
  if (screen && !parts.query?.items && parts.kind !== "form") {
    findings.push({ place: model.title, kind: "changed", message: "页面没有写出查询条件，表单里请自己勾选" });
  }
  const main = readOne(
    model,
    { ...documents, findings, renamed },
    {
      list: parts.table,
      query: parts.query,
      entered: form?.items ? enteredIn(form.items) : undefined,
      items: form?.items,
      columns: form?.columns ?? 1,
      tables,
      head: {
        tableTxt: screen?.title ?? model.title,
        tableType: subs.length > 0 ? tableTypes.main : tableTypes.single,
        ...headOf(parts, model, subs.length > 0),
        ...(tree?.kind === "tree"
          ? {
              isTree: "Y",
              treeParentIdField: columnIn(model)(tree.pid),
              treeIdField: columnIn(model)(tree.hasChild),
              treeFieldname: columnIn(model)(parts.tree?.titleField ?? model.titleField ?? ""),
            }
          : {}),
      },
    },
  );
  return { definition: { ...main, subs }, findings, renamed };
}

function headOf(parts: Parts, model: ModelDocument, hasSubs: boolean): Partial<OnlineFormHead> {
  const form = parts.views?.form ?? parts.view;
  const width = form && "width" in form ? form.width : undefined;
  const config = {
    ...(model.comments === true ? { commentStatus: 1 } : {}),
    ...(width === undefined ? {} : { modalMinWidth: width }),
  };
  const table = parts.table;
  return {
    isCheckbox: table?.selection === "none" ? "N" : "Y",
    isPage: table?.pageSize === 1_000 ? "N" : "Y",
    formTemplate: String(form?.columns ?? 1),
    themeTemplate: (hasSubs ? themes[parts.kind ?? ""] : undefined) ?? "normal",
    scroll: widthIn(table) ? 1 : 0,
    ...(Object.keys(config).length > 0 ? { extConfigJson: JSON.stringify(config) } : {}),
  };
}

const widthIn = (table: Pick<Table, "columns"> | undefined): boolean =>
  (table?.columns ?? []).some((column) => typeof column === "object" && column.width !== undefined);

interface Shown {
  readonly list: Table | undefined;
  readonly query: Query | undefined;
  /** Fields of the form in their order; undefined where the document leaves them to the model. */
  readonly entered: readonly string[] | undefined;
  readonly items?: readonly FormItem[] | undefined;
  readonly columns?: number;
  readonly grid?: readonly (
    | string
    | { readonly field: string; readonly width?: number; readonly disabled?: unknown; readonly tip?: string }
  )[];
  readonly foreignKey?: string;
  readonly mainTable?: string;
  /** How the rows of sub-forms stand in the form, by their relation. */
  readonly tables?: ReadonlyMap<string, SubTable>;
  /** What a change of its own rows does, where they are entered with their master. */
  readonly changes?: readonly Action[] | undefined;
  readonly head: Partial<OnlineFormHead>;
}

type ItemPlace = RuledPage["items"] extends ReadonlyMap<string, infer Place> ? Place : never;

/** What the page does under conditions, in the names of the form; what speaks of a field that no form keeps is left. */
function readHead(
  model: ModelDocument,
  shown: Shown,
  items: RuledPage["items"],
  fields: readonly OnlineFormField[],
): Partial<OnlineFormHead> {
  const rules = readRules({ model, items, tables: shown.tables ?? new Map(), changes: shown.changes ?? [] });
  const columnOf = columnIn(model);
  const names = new Map(Object.keys(model.fields).map((name) => [name, columnOf(name)]));
  const known = new Set([...fields.map(({ dbFieldName }) => dbFieldName), ...(shown.tables?.keys() ?? [])]);
  const usable = renameInRules(rules, names).filter((rule) => namesIn(rule).every((name) => known.has(name)));
  return usable.length > 0 ? { rules: usable } : {};
}

const namesIn = ({ when, then }: FormRule): readonly string[] => [
  ...when.map(({ field }) => field),
  ...then.flatMap(targetsOf),
];

interface Reading extends PageDocuments {
  readonly findings: PageFinding[];
  readonly renamed: Map<string, string>;
}

const columnField = (column: string | { readonly field: string }): string =>
  typeof column === "string" ? column : column.field;

const columnIn =
  (model: ModelDocument) =>
  (name: string): string =>
    systemFields.get(name) ?? (model.fields[name]?.column || snakeCase(name));

/** Controls that take a whole line by themselves. */
const wide: ReadonlySet<string> = new Set(["textarea", "umeditor", "markdown", "json", "file", "image"]);

function readOne(model: ModelDocument, reading: Reading, shown: Shown): OnlineFormDefinition {
  const { findings, renamed, tableOfModel, tableName } = reading;
  const columnOf = columnIn(model);
  const listed = new Map((shown.list?.columns ?? []).map((column) => [columnField(column), column] as const));
  const asked = new Map((shown.query?.items ?? []).map((item) => [columnField(item), item] as const));
  const entered = shown.entered && new Set(shown.entered);
  const sort = shown.list?.sort ?? model.sort?.[0];
  const grid = new Map((shown.grid ?? []).map((column) => [columnField(column), column] as const));
  const items = new Map(itemsIn(shown.items ?? []));
  const tree = Object.values(model.relations ?? {}).find(({ kind }) => kind === "tree");
  const hasChild = tree?.kind === "tree" ? tree.hasChild : undefined;

  const place = (name: string, title: string): Partial<OnlineFormField> => {
    const column = listed.get(name);
    const item = asked.get(name);
    const of = (typeof column === "object" ? column : {}) as Exclude<TableColumn, string>;
    const isSorted = sort?.field === name;
    const length = of.cell?.type === "ellipsis" ? (of.cell as { readonly length?: number }).length : undefined;
    const isEntered = entered === undefined ? undefined : entered.has(name);
    const gridColumn = grid.get(name);
    const formItem = items.get(name);
    const disabled =
      (typeof gridColumn === "object" && gridColumn.disabled === true) ||
      (typeof formItem === "object" && "disabled" in formItem && formItem.disabled === true);
    const extension = {
      ...(isSorted ? { orderRule: sort.order } : {}),
      ...(length === undefined ? {} : { showLength: length }),
      ...(typeof formItem === "object" && "span" in formItem && formItem.span ? { isOneRow: true } : {}),
    };
    const width = of.width ?? (typeof gridColumn === "object" ? gridColumn.width : undefined);
    const href = readHref(of.cell, columnOf);
    return {
      ...(isEntered === undefined || name === hasChild ? {} : { isShowForm: isEntered ? 1 : 0 }),
      ...(shown.list?.columns
        ? { isShowList: column === undefined ? 0 : 1 }
        : grid.size > 0
          ? { isShowList: grid.has(name) ? 1 : 0 }
          : {}),
      ...(of.sortable || isSorted ? { sortFlag: "1" } : {}),
      ...(width === undefined ? {} : { fieldLength: width }),
      ...(href === undefined ? {} : { fieldHref: href }),
      ...(disabled ? { isReadOnly: 1 } : {}),
      ...(of.title && systemFields.has(name) ? { dbFieldTxt: of.title } : { dbFieldTxt: title }),
      ...(item === undefined
        ? {}
        : readQuery(item, model.fields[name], { tableOfModel, columnOf, lost: () => undefined })),
      ...(Object.keys(extension).length > 0 ? { fieldExtendJson: JSON.stringify(extension) } : {}),
    };
  };

  const fields = Object.entries(model.fields).flatMap(([name, field]): OnlineFormField[] => {
    const column = columnOf(name);
    if (column !== name) {
      renamed.set(name, column);
      findings.push({
        place: `${model.title}：${field.title}`,
        kind: "changed",
        message: `字段 ${name} 在表单中叫 ${column}`,
      });
    }
    const lost = (key: string, message: string) =>
      findings.push({ place: `${model.title}：${field.title}`, kind: key === "type" ? "left" : "changed", message });
    const read = readField(name, field, { tableOfModel, columnOf, lost });
    if (!read) return [];
    const isKey = shown.foreignKey === name;
    // The key of a sub-table is the model's to require.
    const own = isKey ? { ...read, fieldMustInput: "0" as const, ...plainKey } : read;
    const placed = place(name, field.title);
    return [
      {
        ...own,
        ...placed,
        ...(isKey ? { mainTable: shown.mainTable, mainField: "id", isShowForm: 0, isShowList: 0 } : {}),
        ...merged(own, placed, shown.columns ?? 1),
      },
    ];
  });

  const system = [...systemFields].flatMap(([name, column]): (OnlineFormField & { after: string | undefined })[] => {
    if (!listed.has(name) && !asked.has(name)) return [];
    const before = [...listed.keys()].slice(0, Math.max([...listed.keys()].indexOf(name), 0)).at(-1);
    const isTime = column.endsWith("_time");
    return [
      {
        dbFieldName: column,
        dbType: isTime ? "Datetime" : "string",
        ...(isTime ? { fieldShowType: "datetime" } : { fieldShowType: "text", dbLength: 64 }),
        ...place(name, systemTitles[column] ?? column),
        isShowForm: 0,
        isReadOnly: 1,
        after: before === undefined ? undefined : columnOf(before),
      } as OnlineFormField & { after: string | undefined },
    ];
  });
  const ordered = [...fields];
  for (const { after, ...field } of system) {
    const at = after === undefined ? -1 : ordered.findIndex(({ dbFieldName }) => dbFieldName === after);
    ordered.splice(at + 1, 0, field);
  }
  return {
    head: {
      tableName: tableName(model),
      tableTxt: model.title,
      tableType: tableTypes.single,
      isTree: "N",
      isCheckbox: "Y",
      isPage: "Y",
      ...shown.head,
      ...readHead(model, shown, new Map<string, ItemPlace>([...grid, ...items]), ordered),
    },
    fields: ordered.map((field, index) => ({ ...field, orderNum: index + 1 })),
    indexes: (model.indexes ?? []).map(({ fields: names, ...index }, at) => ({
      indexName: `idx_${tableName(model)}_${at + 1}`.slice(0, 100),
      indexField: names.map(columnOf).join(","),
      indexType: "unique" in index && index.unique ? "unique" : "normal",
    })),
    buttons: [],
    subs: [],
  };
}

/** A key to the main row is no choice of a person's. */
const plainKey = { dictTable: null, dictField: null, dictText: null, fieldShowType: "text" } as const;

const systemTitles: Readonly<Record<string, string>> = {
  create_by: "创建人",
  create_time: "创建日期",
  update_by: "更新人",
  update_time: "更新日期",
  sys_org_code: "所属部门",
  id: "主键",
};

/** Both may have written `fieldExtendJson`. */
function merged(own: OnlineFormField, placed: Partial<OnlineFormField>, columns: number): Partial<OnlineFormField> {
  if (own.fieldShowType === "switch") return { fieldExtendJson: own.fieldExtendJson };
  const { isOneRow, ...more } = fieldExtension(placed);
  const isLine = isOneRow === true && columns > 1 && !wide.has(own.fieldShowType ?? "");
  const whole: FieldExtension = { ...fieldExtension(own), ...more, ...(isLine ? { isOneRow: true } : {}) };
  return { fieldExtendJson: Object.keys(whole).length > 0 ? JSON.stringify(whole) : null };
}

type QueryItem = NonNullable<Query["items"]>[number];
const modes: Readonly<Record<string, OnlineFormField["queryMode"]>> = { range: "group", like: "like", eq: "single" };

function readQuery(
  item: QueryItem,
  field: Field | undefined,
  context: Parameters<typeof readControl>[1],
): Partial<OnlineFormField> {
  if (typeof item === "string") return { isQuery: 1, queryMode: null };
  const { op, widget, dict, default: value } = item;
  const own = widget !== undefined || dict !== undefined || value !== undefined;
  const control = own ? readControl({ ...field, widget, dict } as Field, context) : {};
  return {
    isQuery: 1,
    queryMode: op === undefined ? null : (modes[op] ?? null),
    ...(own
      ? {
          queryConfigFlag: "1",
          queryShowType: control.fieldShowType ?? "text",
          ...(control.dictTable ? { queryDictTable: control.dictTable } : {}),
          ...(control.dictField ? { queryDictField: control.dictField } : {}),
          ...(control.dictText ? { queryDictText: control.dictText } : {}),
          ...(value === undefined ? {} : { queryDefVal: String(value) }),
        }
      : {}),
  };
}

/** The fields that a form asks for, wherever they stand. */
function* walk(items: readonly FormItem[]): Generator<FormItem> {
  for (const item of items) {
    yield item;
    if (typeof item !== "object") continue;
    if ("items" in item && Array.isArray(item.items)) yield* walk(item.items as readonly FormItem[]);
    for (const key of ["tabs", "steps", "collapse"]) {
      const groups = (item as Readonly<Record<string, unknown>>)[key];
      if (!Array.isArray(groups)) continue;
      for (const group of groups as readonly { readonly items?: readonly FormItem[] }[]) yield* walk(group.items ?? []);
    }
  }
}

const itemsIn = (items: readonly FormItem[]): [string, FormItem][] =>
  [...walk(items)].flatMap((item): [string, FormItem][] => {
    if (typeof item === "string") return [[item, item]];
    return "field" in item && typeof item.field === "string" ? [[item.field, item]] : [];
  });

const enteredIn = (items: readonly FormItem[]): readonly string[] => itemsIn(items).map(([name]) => name);

interface SubTable {
  readonly relation?: string;
  readonly columns?: NonNullable<Shown["grid"]>;
  readonly visible?: unknown;
  readonly editable?: unknown;
  readonly on?: { readonly change?: readonly Action[] };
}

/** The editable tables of a form by their relations. */
function subTablesOf(form: View | undefined): ReadonlyMap<string, SubTable> {
  return new Map(
    [...walk(form?.items ?? [])].flatMap((item): [string, SubTable][] => {
      if (typeof item !== "object" || !("subTable" in item)) return [];
      const table = item.subTable as SubTable;
      return table.relation === undefined ? [] : [[table.relation, table]];
    }),
  );
}
