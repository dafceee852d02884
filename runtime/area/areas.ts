import initials from "./area-initials.json" with { type: "json" };
import names from "./area-names.json" with { type: "json" };

/** A division of the picker's tree. */
export interface AreaNode {
  readonly code: string;
  readonly name: string;
  readonly children?: readonly AreaNode[];
}

const current: Readonly<Record<string, string>> = names.current;
const former: Readonly<Record<string, string>> = names.former;

/** Middle levels that stand for "no level between": nobody writes them in an address. */
const placeholders: ReadonlySet<string> = new Set([
  "市辖区",
  "县",
  "省直辖县",
  "省直辖县级行政区划",
  "自治区直辖县级行政区划",
]);

/**
 * A division code in words; an abolished code keeps the name it had.
 *
 * @returns undefined for a code that never was one
 * @example areaText("330106") // "浙江省杭州市西湖区"
 * @example areaText("110101") // "北京市东城区"
 */
export function areaText(code: string): string | undefined {
  if (!/^\d{6}$/.test(code) || nameOf(code) === undefined) return undefined;
  const words = areaCodes(code).flatMap((one) => nameOf(one) ?? []);
  return words.filter((word, index) => !placeholders.has(word) && word !== words[index - 1]).join("");
}

/**
 * The codes from the province down to a division.
 *
 * @example areaCodes("330106") // ["330000", "330100", "330106"]
 */
export function areaCodes(code: string): string[] {
  const all = [`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`, code];
  return all.slice(0, areaLevel(code));
}

/** 1 province, 2 city, 3 district. */
function areaLevel(code: string): 1 | 2 | 3 {
  if (code.endsWith("0000")) return 1;
  return code.endsWith("00") ? 2 : 3;
}

/**
 * What the codes of all divisions inside one begin with.
 *
 * @example areaPrefix("330000") // "33"
 */
export function areaPrefix(code: string): string {
  return code.slice(0, areaLevel(code) * 2);
}

/** A prefix as the code of its division: `33` → `330000`. */
export function areaOfPrefix(prefix: string): string {
  return prefix.padEnd(6, "0");
}

function nameOf(code: string): string | undefined {
  return Object.hasOwn(current, code) ? current[code] : Object.hasOwn(former, code) ? former[code] : undefined;
}

let codes: ReadonlyMap<string, string> | undefined;

/**
 * The code of a division written out as `areaText` writes it; those of today only.
 *
 * @example areaCodeOf("浙江省杭州市西湖区") // "330106"
 */
export function areaCodeOf(text: string): string | undefined {
  // A municipality and its one city read the same: the shorter way, the province, is meant.
  codes ??= new Map(
    Object.keys(current)
      .sort()
      .reverse()
      .map((code) => [areaText(code) ?? code, code]),
  );
  return codes.get(text);
}

/** Every division of today, written out. */
export const allAreaTexts = (): readonly string[] => Object.keys(current).flatMap((code) => areaText(code) ?? []);

let tree: readonly AreaNode[] | undefined;

/** Provinces with their cities and districts as they are now. */
export function areaTree(): readonly AreaNode[] {
  tree ??= makeTree();
  return tree;
}

function makeTree(): AreaNode[] {
  const below = new Map<string, string[]>();
  for (const code of Object.keys(current)) {
    const parent = areaCodes(code).at(-2) ?? "";
    below.set(parent, [...(below.get(parent) ?? []), code]);
  }
  const nodes = (parent: string): AreaNode[] =>
    (below.get(parent) ?? []).sort().map((code) => {
      const children = nodes(code);
      return { code, name: current[code] ?? code, ...(children.length > 0 ? { children } : {}) };
    });
  return nodes("");
}

const letterOf = new Map(
  Object.entries(initials.characters).flatMap(([letter, characters]) =>
    [...characters].map((character) => [character, letter] as const),
  ),
);
const wholeWords: Readonly<Record<string, string>> = initials.names;

/**
 * Whether a division is meant by what was typed: a part of its name, or its pinyin initials from the start.
 *
 * @example isAreaMatch("西湖区", "xh") // true
 */
export function isAreaMatch(name: string, typed: string): boolean {
  const text = typed.trim().toLowerCase();
  if (text === "") return false;
  return name.includes(text) || areaInitials(name).startsWith(text);
}

function areaInitials(name: string): string {
  return wholeWords[name] ?? [...name].map((character) => letterOf.get(character) ?? "").join("");
}
