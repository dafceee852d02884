import { createRequire } from "node:module";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";

type Pinyin = typeof import("pinyin-pro");

let loaded: Pinyin | undefined;
/** 300 KB that only the first text in Chinese needs. */
const load = (): Pinyin => {
  loaded ??= createRequire(import.meta.url)("pinyin-pro") as Pinyin;
  return loaded;
};

/**
 * What a text may be found by in Latin letters: its syllables without tones, then its initials. A name whose first
 * character reads otherwise as a surname has both readings. Letters and digits stay, in lower case.
 *
 * @returns null for a text without Chinese characters: it is found as it is
 * @example pinyinText("曾小贤") // "cengxiaoxian cxx zengxiaoxian zxx"
 */
export function pinyinText(text: unknown): string | null {
  if (typeof text !== "string" || !/\p{Script=Han}/u.test(text)) return null;
  const { pinyin } = load();
  const readings = (["off", "head"] as const).flatMap((surname) => {
    const syllables = pinyin(text, { toneType: "none", type: "array", v: true, nonZh: "consecutive", surname });
    const initials = syllables.map((syllable) => (/^[a-z]+$/.test(syllable) ? syllable.slice(0, 1) : syllable));
    return [joined(syllables), joined(initials)];
  });
  return [...new Set(readings)].join(" ");
}

const joined = (parts: readonly string[]) => parts.join("").toLowerCase().replace(/\s+/g, "");

/** `Zhang San` → `zhangsan`: how a keyword is compared with pinyin; undefined for one with other characters. */
export function pinyinKeyword(keyword: string): string | undefined {
  const letters = keyword.toLowerCase().replace(/[\s'’]+/g, "");
  return /^[a-z][a-z0-9]+$/.test(letters) ? letters : undefined;
}

const pinyinFields = new WeakMap<ResolvedModel, readonly (readonly [name: string, of: string])[]>();

function pinyinFieldsOf(model: ResolvedModel): readonly (readonly [name: string, of: string])[] {
  const known = pinyinFields.get(model);
  if (known) return known;
  const found = [...model.fields.values()].flatMap(({ name, pinyinOf }) =>
    pinyinOf ? [[name, pinyinOf] as const] : [],
  );
  pinyinFields.set(model, found);
  return found;
}

/** The fields of a write, and beside each text that is found by pinyin the column that keeps it. */
export function withPinyin(model: ResolvedModel, names: readonly string[]): readonly string[] {
  const beside = pinyinFieldsOf(model).flatMap(([name, of]) =>
    names.includes(of) && !names.includes(name) ? [name] : [],
  );
  return beside.length > 0 ? [...names, ...beside] : names;
}

/** The value of a field as it is stored: pinyin is worked out from the text beside it. */
export const storedValue = (
  field: { readonly name: string; readonly pinyinOf?: string | undefined },
  row: Row,
): unknown => (field.pinyinOf === undefined ? row[field.name] : pinyinText(row[field.pinyinOf])) ?? null;
