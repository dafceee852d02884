// node scripts/area-names.mjs: writes runtime/area/*.json from the packages named in docs/decisions/0010-area-data.md.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { areaList } from "@vant/area-data";
import { pinyin } from "pinyin-pro";

const require = createRequire(import.meta.url);
const target = new URL("../runtime/area/", import.meta.url);

const sorted = (entries) => Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));

const current = new Map(
  [areaList.province_list, areaList.city_list, areaList.county_list].flatMap((list) => Object.entries(list)),
);

/** Names of codes that are no longer given out; a later list has the better name. */
function formerNames() {
  const former = new Map();
  const folder = require.resolve("gb2260/package.json").replace("package.json", "lib/");
  const revisions = readdirSync(folder).filter((file) => /^\d{6}\.json$/.test(file));
  const lists = revisions.sort().map((file) => JSON.parse(readFileSync(folder + file, "utf8")));
  for (const list of [...lists, ...Object.values(require("china-area-data/v5/data.json"))]) {
    for (const [code, name] of Object.entries(list)) {
      if (/^\d{6}$/.test(code) && !current.has(code)) former.set(code, name);
    }
  }
  return former;
}

/**
 * First letters of the pinyin: one letter per character, and the whole word for names that read otherwise (重庆).
 * Per character it is a fraction of what the letters of every name would weigh.
 */
function initials(names) {
  const lettersOf = (name) => pinyin(name, { pattern: "first", toneType: "none", type: "array" });
  const counts = new Map();
  for (const name of names) {
    const letters = lettersOf(name);
    [...name].forEach((character, index) => {
      const count = counts.get(character) ?? new Map();
      counts.set(character, count.set(letters[index], (count.get(letters[index]) ?? 0) + 1));
    });
  }
  const usual = new Map([...counts].map(([one, count]) => [one, [...count].sort((a, b) => b[1] - a[1])[0][0]]));
  const byLetter = {};
  for (const [character, letter] of [...usual].sort()) {
    byLetter[letter] = (byLetter[letter] ?? "") + character;
  }
  const others = names.flatMap((name) => {
    const letters = lettersOf(name).join("");
    return letters === [...name].map((one) => usual.get(one)).join("") ? [] : [[name, letters]];
  });
  return { characters: sorted(Object.entries(byLetter)), names: sorted(others) };
}

const write = (name, value) => writeFileSync(new URL(name, target), `${JSON.stringify(value, null, 2)}\n`);
write("area-names.json", { current: sorted(current), former: sorted(formerNames()) });
write("area-initials.json", initials([...new Set(current.values())]));
