import dayjs from "dayjs";
import type { GridColumnPlan } from "../../runtime/compile/plan.ts";
import { numberOf } from "../../runtime/expr/decimal.ts";
import { isNumeric } from "../../runtime/model/field-types.ts";
import { isEmpty, normaliseValue } from "../../runtime/record/normalise.ts";
import type { DictOption } from "../../runtime/wire/envelope.ts";
import { dateKind, readTyped, writeWire } from "../editors/date/date-text.ts";
import type { ReadCell } from "./clipboard.ts";
import { gridMessages } from "./grid-messages.ts";
import { isToggle, togglePair } from "./grid-parts.ts";

/** Rows of other models by their words, where words were pasted into a column of references: value, or why there is none. */
export type FoundRows = ReadonlyMap<string, ReadCell>;

/**
 * A copied text as the value of a column. What does not fit stays as it was copied: the rules, or the note beside it,
 * say why.
 *
 * @param found what the words of references were resolved to
 */
export function readPasted(
  column: GridColumnPlan,
  text: string,
  options: readonly DictOption[],
  found: FoundRows,
): ReadCell {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed === "—") return { value: null };
  const { field, dict } = column;
  if (dict?.kind === "model") return found.get(trimmed) ?? { value: trimmed, misfit: gridMessages.notFound(trimmed) };
  if (dict) return field.multiple ? readChoices(trimmed, options) : readChoice(trimmed, options);
  if (isToggle(column)) return readToggle(column, trimmed);
  if (field.type === "date" || field.type === "datetime" || field.type === "time") return readDate(field.type, trimmed);
  if (isNumeric(field)) return { value: readNumber(field.type, trimmed) ?? trimmed };
  return { value: normaliseValue(field, trimmed).value };
}

function readChoice(text: string, options: readonly DictOption[]): ReadCell {
  const option = options.find((each) => each.text === text) ?? options.find((each) => each.value === text);
  return option ? { value: option.value } : { value: text, misfit: gridMessages.notAChoice(text) };
}

function readChoices(text: string, options: readonly DictOption[]): ReadCell {
  const chosen = text.split(/[,，、;；]/).filter((part) => part.trim() !== "");
  const read = chosen.map((part) => readChoice(part.trim(), options));
  const wrong = read.find(({ misfit }) => misfit !== undefined);
  return wrong ? { value: text, misfit: wrong.misfit } : { value: read.map(({ value }) => value).join(",") };
}

const yes = new Set(["是", "有", "✓", "√", "true", "yes", "1", "y"]);
const no = new Set(["否", "无", "×", "false", "no", "0", "n"]);

function readToggle(column: GridColumnPlan, text: string): ReadCell {
  const [on, off] = togglePair(column);
  const word = text.toLowerCase();
  if (String(on) === text || yes.has(word)) return { value: on };
  if (String(off) === text || no.has(word)) return { value: off };
  return { value: text, misfit: gridMessages.notAChoice(text) };
}

/** `1,234.50`, `￥12`, `(3.00)` of bookkeepers, `12%`: a share of a hundred in a column of percents, else of one. */
function readNumber(type: string, text: string): number | null {
  const plain = text
    .replace(/[０-９．－％（）]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replace(/[,，¥￥$\s元]/g, "");
  const [, negative] = /^\((.+)\)$/.exec(plain) ?? [];
  const [, share] = /^(.+)%$/.exec(negative ?? plain) ?? [];
  const number = numberOf(share ?? negative ?? plain);
  if (number === null) return null;
  const scaled = share !== undefined && type !== "percent" ? number / 100 : number;
  return negative === undefined ? scaled : -scaled;
}

/** Days since the day before 1900-01-01 and the 29th of February that spreadsheets give that year: 46000 is 2025-12-09. */
const firstDay = dayjs("1899-12-30");
const mostDays = 2_958_465;

function readDate(type: "date" | "datetime" | "time", text: string): ReadCell {
  const kind = dateKind(type);
  const day = ofSerial(type, text) ?? readTyped(text, kind) ?? readTyped(withYear(text), kind);
  return { value: day ? writeWire(day, kind) : text };
}

function ofSerial(type: "date" | "datetime" | "time", text: string) {
  if (!/^\d{1,7}(\.\d+)?$/.test(text)) return undefined;
  const days = Number(text);
  const isTime = type === "time";
  if (isTime ? days >= 1 : days < 1 || days > mostDays || /^\d{4}$/.test(text)) return undefined;
  const seconds = Math.round((days % 1) * 86_400);
  return firstDay.add(Math.floor(days), "day").add(seconds, "second");
}

/** `3月4日` is a day of this year. */
const withYear = (text: string): string => (/^\d{1,2}月\d{1,2}日/.test(text) ? `${dayjs().year()}年${text}` : text);

/** The words that have to be looked up before a block is put in, by column. */
export function wordsToFind(
  columns: readonly GridColumnPlan[],
  block: readonly (readonly string[])[],
): ReadonlyMap<GridColumnPlan, readonly string[]> {
  const wanted = columns.map((column, across) => {
    if (column.dict?.kind !== "model") return undefined;
    const words = new Set(
      block.map((row) => row[across]?.trim() ?? "").filter((word) => word !== "—" && !isEmpty(word)),
    );
    return words.size > 0 ? ([column, [...words]] as const) : undefined;
  });
  return new Map(wanted.filter((each) => each !== undefined));
}
