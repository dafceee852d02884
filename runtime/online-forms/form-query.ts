import type { Query } from "../schema/types.gen.ts";
import { compileField, fieldTypes } from "./compile-field.ts";
import type { FormWorld } from "./compile-model.ts";
import { type OnlineFormDefinition, type OnlineFormField, showTypes } from "./definition.ts";
import { fieldNameOf, shownFields } from "./form-columns.ts";
import { systemColumns } from "./names.ts";

type QueryItem = NonNullable<Query["items"]>[number];
type Op = Exclude<QueryItem, string>["op"];

/** The conditions of the list: the columns marked for it, with controls of their own where the query tab says so. */
export function queryItems(form: OnlineFormDefinition, world: FormWorld): readonly QueryItem[] {
  return shownFields(form)
    .filter(({ isQuery }) => isQuery === 1)
    .map((field): QueryItem => {
      const op = opOf(field, form.head.queryMode === "group");
      return {
        field: fieldNameOf(field.dbFieldName),
        ...(systemColumns.has(field.dbFieldName) ? { title: field.dbFieldTxt } : {}),
        ...(op ? { op } : {}),
        ...(field.queryConfigFlag === "1" ? ownControl(field, op, world) : {}),
      };
    });
}

const rangeTypes: ReadonlySet<string> = new Set(["integer", "number", "date", "datetime"]);

/** Two inputs only where values have an order; what a query item says by itself is the model's. */
function opOf(field: OnlineFormField, isGroup: boolean): Op | undefined {
  const mode = field.queryMode ?? (isGroup ? "group" : undefined);
  const type = fieldTypes[field.dbType];
  const isChoice = Boolean(field.dictField || field.dictTable);
  if (mode === "like") return "like";
  if (mode === "group" && !isChoice && rangeTypes.has(type)) return "range";
  return mode === "single" && (type === "date" || type === "datetime") ? "eq" : undefined;
}

const known: ReadonlySet<string> = new Set(showTypes);

/** The query tab: another control, another dictionary, a value to begin with. */
function ownControl(
  field: OnlineFormField,
  op: Op | undefined,
  world: FormWorld,
): Omit<Exclude<QueryItem, string>, "field"> {
  const showType = known.has(field.queryShowType ?? "") ? field.queryShowType : "text";
  const asked = {
    ...field,
    fieldShowType: showType,
    dictTable: field.queryDictTable,
    dictField: field.queryDictField,
    dictText: field.queryDictText,
    fieldDefaultValue: field.queryDefVal,
    dbDefaultVal: null,
    fieldValidType: null,
  } as OnlineFormField;
  const {
    dict,
    widget,
    default: value,
  } = compileField(asked, {
    tableOf: world.tableOf,
    hasField: () => true,
    tell: () => undefined,
    isForeignKey: false,
    isKept: true,
  });
  return {
    ...(dict === undefined ? {} : { dict }),
    ...(widget === undefined || op === "range" ? {} : { widget }),
    ...(value === undefined ? {} : { default: value }),
  };
}
