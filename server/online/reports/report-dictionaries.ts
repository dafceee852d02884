import type { DictOption } from "../../../runtime/wire/envelope.ts";
import type { Caller } from "../../auth/caller.ts";
import { AppError } from "../../http/errors.ts";
import type { Dictionaries } from "../../models/dict/dictionaries.ts";
import type { ReportHead, ReportItem } from "./definition.ts";
import type { ReportSql } from "./sql/report-sql.ts";

/** Options of one column at most; a longer list belongs into the text as a join. */
export const maxOptions = 1_000;

interface DictParts {
  readonly dictionaries: Pick<Dictionaries, "options">;
  readonly sql: ReportSql;
  readonly note: (event: string, details: object) => void;
}

interface DictCall {
  readonly head: Pick<ReportHead, "code" | "runAs">;
  readonly items: readonly ReportItem[];
  readonly caller: Caller;
}

/** The name under which a column's options travel: its dictionary's code, or its own for options of its own. */
export function dictKeyOf({ fieldName, dictCode, replaceVal }: ReportItem): string | undefined {
  if (replaceVal !== "") return fieldName;
  if (dictCode === "") return undefined;
  return isSelect(dictCode) ? fieldName : dictCode;
}

/**
 * The options of every column that has some, by `dictKeyOf`: a dictionary, `SELECT x value, y text FROM t` read as the
 * report's own text is, or `replaceVal`. One that cannot be read is null, so that the report itself still opens.
 */
export async function loadDictOptions(
  parts: DictParts,
  call: DictCall,
): Promise<Readonly<Record<string, readonly DictOption[] | null>>> {
  const found: Record<string, readonly DictOption[] | null> = {};
  for (const item of call.items) {
    const key = dictKeyOf(item);
    if (key === undefined || Object.hasOwn(found, key)) continue;
    found[key] = await optionsOf(parts, call, item);
  }
  return found;
}

async function optionsOf(
  { dictionaries, sql, note }: DictParts,
  { head, caller }: DictCall,
  { dictCode, replaceVal, fieldName }: ReportItem,
): Promise<readonly DictOption[] | null> {
  if (replaceVal !== "") return readReplacements(replaceVal);
  if (!isSelect(dictCode)) return (await dictionaries.options(dictCode)) ?? null;
  try {
    const report = await sql.parse(dictCode);
    const page = { pageNo: 1, pageSize: maxOptions };
    const { rows } = await sql.run({ report, caller, runAs: head.runAs, page });
    return rows.flatMap(readOption);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    note("report dictionary cannot be read", { report: head.code, column: fieldName, reason: error.details });
    return null;
  }
}

export const isSelect = (dictCode: string): boolean => /^\s*(select|with)\b/i.test(dictCode);

/** `文本_值,文本_值`; a text may hold underscores, the last one parts it from the value. */
export function readReplacements(replaceVal: string): DictOption[] {
  return replaceVal.split(",").flatMap((pair) => {
    const place = pair.lastIndexOf("_");
    if (place <= 0) return [];
    return [option(pair.slice(place + 1).trim(), pair.slice(0, place).trim())];
  });
}

/** A row of a SELECT; columns are named `value` and `text` in any letter case, else the first two. */
function readOption(row: Readonly<Record<string, unknown>>): DictOption[] {
  const named = Object.fromEntries(Object.entries(row).map(([name, value]) => [name.toLowerCase(), value]));
  const [first, second] = Object.values(row);
  const value = named.value ?? first;
  const text = named.text ?? named.label ?? second ?? value;
  return value === null || value === undefined ? [] : [option(String(value), String(text ?? value))];
}

const option = (value: string, text: string): DictOption => ({ value, text, title: text });
