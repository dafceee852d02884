import type { ResolvedField } from "../../../runtime/model/resolved-model.ts";
import { modelAccess } from "../../../runtime/permission/field-access.ts";
import { always, type Condition, every } from "../../../runtime/query/condition.ts";
import { typedValue } from "../../../runtime/query/typed-value.ts";
import type { Caller } from "../../auth/caller.ts";
import { pinyinKeyword } from "../pinyin.ts";
import type { TableDict } from "./table-dictionaries.ts";

/** Fewer characters of a hidden value are a guess, not a value that somebody knows. */
const wholeValue = /^[0-9A-Za-z]{8,}$/;

export interface KeywordCondition {
  readonly where: Condition;
  /** Whether a whole value is compared that the caller sees masked. */
  readonly isByMasked: boolean;
}

/**
 * Which rows of a table dictionary a keyword means. A field that the caller does not see is not searched; one that they
 * see masked is compared with a whole value only, so that its digits cannot be tried one by one.
 */
export function keywordCondition(dict: TableDict, keyword: string, caller: Caller): KeywordCondition {
  if (keyword === "") return { where: always, isByMasked: false };
  const access = modelAccess(dict.model, caller);
  const isPlain = (name: string) => access.get(name)?.visible === true && access.get(name)?.mask === undefined;
  const named = [...new Set([dict.text, dict.value])].filter(isPlain);
  const listed = keyword.split(/\s*,\s*/).filter((part) => part !== "");
  if (keyword.includes(","))
    return { where: some(named.flatMap((field) => amongTyped(field, listed))), isByMasked: false };

  const texts = [...named, ...dict.model.reference.search.filter(isPlain)].filter((name) => isText(dict, name));
  const masked = wholeValue.test(keyword)
    ? dict.model.reference.search.filter((name) => access.get(name)?.visible && access.get(name)?.mask !== undefined)
    : [];
  const letters = pinyinKeyword(keyword);
  const spelt =
    letters === undefined ? [] : [...dict.model.fields.values()].filter(({ pinyinOf }) => isSpelt(pinyinOf));
  return {
    where: some([
      ...[...new Set(texts)].map((name) => part(name, keyword)),
      ...masked.map((name) => among(name, [keyword])),
      ...spelt.map(({ name }) => part(name, letters ?? "")),
    ]),
    isByMasked: masked.length > 0,
  };

  function amongTyped(name: string, values: readonly string[]): readonly Condition[] {
    const field = dict.model.fields.get(name);
    const bound = values.flatMap((value) => (field && typedValue(field, value)) ?? []);
    return bound.length > 0 ? [{ kind: "in", field: name, values: bound, negate: false }] : [];
  }

  function isSpelt(of: string | undefined): boolean {
    return of !== undefined && of === dict.text && isPlain(of);
  }
}

/** An id is never typed in part; looking for one would read the whole table. */
function part(field: string, text: string): Condition {
  return field === "id" ? among(field, [text]) : { kind: "text", field, place: "contains", text, negate: false };
}

const among = (field: string, values: readonly string[]): Condition => ({ kind: "in", field, values, negate: false });

/** Nothing to look in finds nothing. */
const some = (of: readonly Condition[]): Condition =>
  of.length === 0 ? { kind: "never" } : every({ kind: "some", of });

const textTypes: ReadonlySet<ResolvedField["type"]> = new Set(["string", "text"]);
const isText = ({ model }: TableDict, name: string): boolean => {
  const type = model.fields.get(name)?.type;
  return name === "id" || (type !== undefined && textTypes.has(type));
};
