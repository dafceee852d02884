import { distance } from "fastest-levenshtein";
import type { ResolvedField } from "../../runtime/model/resolved-model.ts";
import { patternOf } from "../../runtime/record/patterns.ts";
import { wireTime } from "./import-cells.ts";
import { plainHeader } from "./import-header.ts";
import { pinyinText } from "./pinyin.ts";

/** How a column of a file was told to be a field. */
export type GuessBy = "title" | "pinyin" | "likeness" | "content";

export interface ColumnGuess {
  readonly field: string;
  readonly by: GuessBy;
}

/** A column of a file as it came. */
export interface FileColumn {
  readonly title: string;
  /** Some of its filled cells. */
  readonly samples: readonly string[];
}

export interface GuessParts {
  readonly fields: readonly ResolvedField[];
  /** Fields by their titles in every language. */
  readonly byTitle: ReadonlyMap<string, ResolvedField>;
  /** Texts of the dictionaries of fields, by field name. */
  readonly texts: ReadonlyMap<string, ReadonlySet<string>>;
}

type Test = (column: FileColumn, field: ResolvedField, titles: readonly string[]) => boolean;

/** From the surest to the least sure; what a surer one has given away no other takes. */
const ways = (parts: GuessParts): readonly (readonly [GuessBy, Test])[] => [
  ["title", ({ title }, _, titles) => titles.some((one) => plainName(one) === plainName(title))],
  ["title", ({ title }, { name }) => plainName(title) === plainName(name)],
  ["pinyin", ({ title }, _, titles) => titles.some((one) => isSound(plainName(title), one))],
  ["likeness", ({ title }, _, titles) => titles.some((one) => isAlike(plainName(title), plainName(one)))],
  ["content", (column, field) => fitsContent(column, field, parts.texts.get(field.name))],
];

/**
 * Which field each column of a file is meant to be: by title, by pinyin or its initials, by a title that is much alike,
 * by what stands in it. A column that fits two fields equally well is left to the person.
 */
export function guessColumns(columns: readonly FileColumn[], parts: GuessParts): readonly (ColumnGuess | undefined)[] {
  const titles = new Map<ResolvedField, string[]>();
  for (const [title, field] of parts.byTitle) titles.set(field, [...(titles.get(field) ?? []), title]);
  const found: (ColumnGuess | undefined)[] = columns.map(() => undefined);
  const taken = new Set<string>();
  for (const [by, test] of ways(parts)) {
    const claims = columns.map((column, at) =>
      found[at] ? [] : parts.fields.filter((one) => !taken.has(one.name) && test(column, one, titles.get(one) ?? [])),
    );
    for (const [at, fields] of claims.entries()) {
      const [field] = fields;
      const isAlone = field && fields.length === 1 && claims.filter((others) => others.includes(field)).length === 1;
      // The same title twice: the first column is meant, as in an import without a choice.
      const isFirst = field && by === "title" && !taken.has(field.name);
      if (!field || !(isAlone || isFirst)) continue;
      found[at] = { field: field.name, by };
      taken.add(field.name);
    }
  }
  return found;
}

/** Without what people put around a title: stars, brackets, units, spaces, underscores. */
const plainName = (title: string) =>
  plainHeader(title)
    .replace(/[（(【[].*?[)）】\]]/g, "")
    .replace(/[\s_:：、.-]+/g, "")
    .toLowerCase();

function isSound(written: string, title: string): boolean {
  if (!/^[a-z]{2,}$/.test(written)) return false;
  return pinyinText(title)?.split(" ").includes(written) ?? false;
}

/** One inside the other, or one letter of three apart. */
function isAlike(written: string, title: string): boolean {
  if (written.length < 2 || title.length < 2) return false;
  if (written.includes(title) || title.includes(written)) return true;
  return distance(written, title) <= Math.floor(Math.min(written.length, title.length) / 3);
}

const enoughSamples = 2;

function fitsContent({ samples }: FileColumn, field: ResolvedField, texts: ReadonlySet<string> | undefined): boolean {
  if (samples.length < enoughSamples) return false;
  if (texts && texts.size > 0) return samples.every((text) => texts.has(text));
  if (field.dict) return false;
  if (field.type === "date") return samples.every((text) => /^\d{4}-\d{2}-\d{2}$/.test(wireTime(text)));
  if (field.type === "datetime") return samples.every((text) => /^\d{4}-\d{2}-\d{2} \d{2}:/.test(wireTime(text)));
  const patterns = field.rules.flatMap((rule) => ("pattern" in rule && rule.pattern !== "*" ? [rule.pattern] : []));
  return patterns.length > 0 && samples.every((text) => patterns.every((pattern) => patternOf(pattern).test(text)));
}
