import { modelOfTable } from "../../../runtime/model/model-of-table.ts";
import type { ResolvedModel, Row } from "../../../runtime/model/resolved-model.ts";
import { every } from "../../../runtime/query/condition.ts";
import type { DictOption } from "../../../runtime/wire/envelope.ts";
import type { Caller } from "../../auth/caller.ts";
import type { DocumentStore } from "../../documents/load-documents.ts";
import { AppError } from "../../http/errors.ts";
import type { Engine } from "../engine.ts";
import type { WireQuery } from "../query/parse-list-query.ts";
import { keywordCondition } from "./keyword-condition.ts";
import { narrowedCondition } from "./narrowed.ts";

/** Rows of a model used as a dictionary. */
export interface TableDict {
  readonly model: ResolvedModel;
  readonly text: string;
  readonly value: string;
  /** Which rows are offered; rows outside still translate. */
  readonly where: Row;
}

/** Options answered at most; a longer list is searched, not shown. */
const maxOptions = 1000;
const maxKeys = 200;

/** What pickers store and show, beside what the documents declare themselves. */
const pickers: readonly (readonly [model: string, text: string, value: string])[] = [
  ["system/user", "realname", "username"],
  ["system/user", "realname", "id"],
  ["system/depart", "departName", "orgCode"],
  ["system/depart", "departName", "id"],
  ["system/role", "roleName", "roleCode"],
  ["system/role", "roleName", "id"],
  ["system/position", "name", "code"],
  ["system/category", "name", "code"],
];

/**
 * Resolves `table,text,code`: a *name* among the dictionaries that documents declare, never SQL. The table may be given
 * as its model id, the columns as wire names or column names; a model id alone means its usual text and value.
 *
 * @throws AppError DICT_CODE_EMPTY without a code, DICT_CODE_INVALID for anything that is not registered, a free
 * condition included
 */
export function resolveTableDict(documents: DocumentStore, code: string): TableDict {
  if (code.trim() === "") throw new AppError("DICT_CODE_EMPTY");
  const [table, text, value, ...rest] = code.split(",").map((part) => part.trim());
  const model = documents.resolvedModels.get(table ?? "") ?? modelOfTable(documents.resolvedModels.values(), table);
  if (!model || rest.length > 0) throw new AppError("DICT_CODE_INVALID");
  const ofModel = declaredDicts(documents).filter((dict) => dict.model === model.id);
  const isAlone = text === undefined && table === model.id;
  const declared = isAlone
    ? (ofModel.find((dict) => dict.text === model.titleField && dict.value === "id") ?? ofModel[0])
    : ofModel.find((dict) => isField(model, dict.text, text) && isField(model, dict.value, value));
  if (!declared) throw new AppError("DICT_CODE_INVALID");
  return { model, text: declared.text, value: declared.value, where: declared.where };
}

interface Declared {
  readonly model: string;
  readonly text: string;
  readonly value: string;
  readonly where: Row;
}

const declaredByStore = new WeakMap<DocumentStore, readonly Declared[]>();

function declaredDicts(documents: DocumentStore): readonly Declared[] {
  const known = declaredByStore.get(documents);
  if (known) return known;
  const models = [...documents.resolvedModels.values()];
  const ofFields = models
    .flatMap((model) => [...model.fields.values()])
    .flatMap((field): Declared[] => (field.dict?.kind === "model" ? [field.dict] : []));
  const ofPickers = pickers.map(([model, text, value]): Declared => ({ model, text, value, where: {} }));
  const all = [...ofFields, ...ofPickers];
  declaredByStore.set(documents, all);
  return all;
}

/** Whether `typed` names the field, by its wire name or its column. */
function isField(model: ResolvedModel, name: string, typed: string | undefined): boolean {
  return typed === name || typed === model.fields.get(name)?.column;
}

/**
 * Options that the keyword finds: by a part of their text, of their value or of a field that the model names for it, by
 * pinyin or its initials. A keyword with commas means exactly these texts or values. Goes through the engine, so the
 * caller is offered only rows that they may see.
 *
 * @throws AppError TOO_MANY for who tries many whole values of a field that they see masked
 */
export async function searchOptions(
  engine: Engine,
  dict: TableDict,
  caller: Caller,
  search: {
    readonly keyword?: string | undefined;
    readonly limit?: number | undefined;
    /** JSON as `narrowedCondition` reads it. */
    readonly where?: string | undefined;
    /** Counts a look-up by a whole value that the caller sees masked. */
    readonly admitMasked?: () => Promise<void>;
  },
): Promise<DictOption[]> {
  const keyword = search.keyword?.trim() ?? "";
  const { where, isByMasked } = keywordCondition(dict, keyword, caller);
  const narrowed = narrowedCondition(dict, search.where, caller);
  if (isByMasked) await search.admitMasked?.();
  const query: WireQuery = {
    ...whereParameters(dict.where),
    pageSize: String(Math.min(Math.max(search.limit ?? maxOptions, 1), maxOptions)),
  };
  const page = await engine.list(dict.model.id, query, caller, every(where, narrowed));
  return page.records.flatMap((row) => toOption(dict, row));
}

/**
 * Texts of values, in their order.
 *
 * @param dropMissing false: a value without a row is answered as it is
 */
export async function textsOf(
  engine: Engine,
  dict: TableDict,
  caller: Caller,
  values: readonly string[],
  dropMissing: boolean,
): Promise<string[]> {
  const asked = values.slice(0, maxKeys);
  if (asked.length === 0) return [];
  const query = superQuery("and", [{ field: dict.value, rule: "in", val: asked.join(",") }]);
  const page = await engine.list(dict.model.id, { ...query, pageSize: String(maxKeys) }, caller);
  const texts = new Map(
    page.records.flatMap((row) => toOption(dict, row)).map((option) => [option.value, option.text]),
  );
  return asked.flatMap((value) => texts.get(value) ?? (dropMissing ? [] : [value]));
}

function toOption(dict: TableDict, row: Row): DictOption[] {
  const [value, text] = [row[dict.value], row[dict.text]];
  // A field that the caller may not see is absent from the row: no option, rather than one without a name.
  if (value === null || value === undefined || text === undefined) return [];
  const shown = String(text ?? value);
  const subtitle = dict.model.reference.subtitle.flatMap((name) => wordsOf(dict.model, row, name)).join(" · ");
  return [{ value: String(value), text: shown, title: shown, ...(subtitle === "" ? {} : { subtitle }) }];
}

/** A field of a row as people read it: by its dictionary, masked where the caller sees it so, money with its cents. */
function wordsOf(model: ResolvedModel, row: Row, name: string): string[] {
  const value = row[`${name}_dictText`] ?? row[name];
  if (value === null || value === undefined || value === "") return [];
  const isMoney = model.fields.get(name)?.type === "money" && typeof value === "number";
  return [isMoney ? `¥${value.toFixed(2)}` : String(value)];
}

function whereParameters(where: Row): WireQuery {
  return Object.fromEntries(Object.entries(where).map(([name, value]) => [name, `eq ${String(value)}`]));
}

interface SuperCondition {
  readonly field: string;
  readonly rule: string;
  readonly val: string;
}

function superQuery(match: "and" | "or", conditions: readonly SuperCondition[]): WireQuery {
  return { superQueryMatchType: match, superQueryParams: JSON.stringify(conditions) };
}
