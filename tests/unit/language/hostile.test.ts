import { expect, test } from "vitest";
import { checkDocuments } from "../../../runtime/check/check-documents.ts";
import type { Diagnostic, SourceFile } from "../../../runtime/schema/diagnostic.ts";
import { validatorOf } from "../../../runtime/schema/validators.ts";
import { aMomentMs, processorMs } from "../../support/processor-ms.ts";
import { proveCount } from "../../support/prove.ts";
import { exampleFiles } from "./document-files.ts";
import { randomOf } from "./typos.ts";

// Both kinds of validators are compiled once, outside the measured calls.
checkDocuments(exampleFiles());
for (const kind of ["model", "screen", "data"] as const) validatorOf(kind, "first");

/** Checks a document among the examples and returns what is said about it, and what it takes. */
function checkAmongOthers(path: string, text: string) {
  const files = [...exampleFiles().filter((file) => file.path !== path), { path, text }];
  let checked = checkDocuments([]);
  const elapsedMs = processorMs(() => {
    checked = checkDocuments(files);
  });
  return { checked, elapsedMs, own: checked.diagnostics.filter((one) => one.file === path) };
}

const screenHead = '{"schemaVersion":1,"kind":"list","id":"a/b","model":"store/store"';
const many = (count: number, part: string) => Array.from({ length: count }, () => part).join(",");

const hostile: readonly (readonly [string, string, string, string])[] = [
  ["no JSON", "a/b.screen.json", "{ kind: list }", "LC1001"],
  ["an empty file", "a/b.screen.json", "  \n", "LC1001"],
  ["a comment", "a/b.screen.json", `${screenHead}/* x */}`, "LC1001"],
  ["a trailing comma", "a/b.screen.json", `${screenHead},}`, "LC1001"],
  ["two values", "a/b.screen.json", `${screenHead}} {}`, "LC1001"],
  ["an unfinished text", "a/b.screen.json", '{"schemaVersion', "LC1001"],
  ["a number instead of an object", "a/b.screen.json", "42", "LC1103"],
  ["null", "a/b.model.json", "null", "LC1103"],
  ["an array", "a/b.data.json", "[]", "LC1103"],
  ["five megabytes", "a/b.screen.json", `${screenHead},"title":"${"长".repeat(5 * 1024 * 1024)}"}`, "LC1002"],
  ["a million values", "a/b.screen.json", `${screenHead},"toolbar":[${many(1_000_000, "1")}]}`, "LC1002"],
  ["50,000 wrong buttons", "a/b.screen.json", `${screenHead},"toolbar":[${many(50_000, "1")}]}`, "LC1103"],
  [
    "12,000 columns of one name",
    "a/b.screen.json",
    `${screenHead},"table":{"columns":[${many(12_000, '{"field":"x"}')}]}}`,
    "LC2002",
  ],
  [
    "20,000 unknown keys",
    "a/b.screen.json",
    `${screenHead},${Array.from({ length: 20_000 }, (_, at) => `"k${at}":1`).join(",")}}`,
    "LC1101",
  ],
  ["depth 1,000", "a/b.screen.json", `${'{"a":'.repeat(1000)}1${"}".repeat(1000)}`, "LC1003"],
  ["depth 1,000,000", "a/b.screen.json", "[".repeat(1_000_000), "LC1003"],
  ["a prototype key", "a/b.screen.json", `${screenHead},"__proto__":{"polluted":true}}`, "LC1005"],
  ["a prototype key deep down", "a/b.model.json", '{"fields":{"constructor":{"prototype":{"x":1}}}}', "LC1005"],
  ["a key twice", "a/b.screen.json", `${screenHead},"kind":"report"}`, "LC1004"],
  ["another file name", "a/b.page.json", screenHead, "LC1008"],
  [
    "an expression of 3,000 characters",
    "a/b.screen.json",
    `${screenHead},"table":{"rowStyle":"{{ ${"1+".repeat(1500)}1 }}"}}`,
    "LC1106",
  ],
  [
    "a deep expression",
    "a/b.screen.json",
    `${screenHead},"table":{"rowStyle":"{{ ${"(".repeat(500)}1${")".repeat(500)} }}"}}`,
    "LC2004",
  ],
];

test.each(hostile)("%s is told with a place within a moment, and the others are unharmed", (_, path, text, code) => {
  const { checked, elapsedMs, own } = checkAmongOthers(path, text);
  expect(own.map((one) => one.code)).toContain(code);
  expect(own.every((one) => one.line >= 1 && one.column >= 1 && one.message !== "")).toBe(true);
  expect(own.length).toBeLessThanOrEqual(500);
  expect(checked.models.has("store/store-order")).toBe(true);
  expect(checked.screens.has("store/store-order")).toBe(true);
  expect(elapsedMs).toBeLessThan(aMomentMs);
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
});

/** One careless or hostile change of a parsed document. */
function mutate(value: unknown, random: () => number): unknown {
  if (typeof value !== "object" || value === null || random() < 0.08) {
    const replacements = [null, 0, -1, "", "{{", "{{ row.x }}", [], {}, true, "x".repeat(3000), { type: "nothing" }];
    return replacements[Math.floor(random() * replacements.length)];
  }
  if (Array.isArray(value)) {
    const at = Math.floor(random() * value.length);
    if (random() < 0.2) return [...value, ...value];
    return value.map((item, index) => (index === at ? mutate(item, random) : item));
  }
  const entries = Object.entries(value);
  const at = Math.floor(random() * entries.length);
  const roll = random();
  if (roll < 0.15) return Object.fromEntries(entries.filter((_, index) => index !== at));
  if (roll < 0.3)
    return Object.fromEntries(entries.map(([key, item], index) => [index === at ? `${key}x` : key, item]));
  return Object.fromEntries(entries.map(([key, item], index) => [key, index === at ? mutate(item, random) : item]));
}

const rounds = proveCount(150, 500);
test(`${rounds} mutated documents: a diagnostic with a place, never a crash, never longer than a moment`, () => {
  const random = randomOf(7);
  const files = exampleFiles();
  const known = checkDocuments(files);
  let unsaid = 0;
  for (let round = 0; round < rounds; round++) {
    const victim = files[Math.floor(random() * files.length)] as SourceFile;
    const text = JSON.stringify(mutate(JSON.parse(victim.text), random), null, 1);
    let diagnostics: readonly Diagnostic[] = [];
    const elapsedMs = processorMs(() => {
      diagnostics = checkDocuments([{ path: victim.path, text }], { known }).diagnostics;
    });
    expect(elapsedMs).toBeLessThan(aMomentMs);
    const lines = text.split("\n").length;
    for (const one of diagnostics) {
      expect(one.line).toBeGreaterThanOrEqual(1);
      expect(one.line).toBeLessThanOrEqual(lines);
      expect(one.message).not.toBe("");
    }
    if (diagnostics.every((one) => one.severity !== "error")) unsaid += 1;
  }
  // some mutations leave a valid document (a dropped optional key, another number)
  expect(unsaid).toBeLessThan(rounds / 2);
});

test("models that refer to each other in a loop, computed fields in a loop, and a screen that extends itself are told", () => {
  const model = (id: string, other: string) =>
    JSON.stringify({
      schemaVersion: 1,
      id,
      title: id,
      table: id.replace("/", "_"),
      base: `/${id}`,
      permissionPrefix: id.replace("/", ":"),
      fields: {
        a: { type: "money", title: "甲", value: "{{ row.b }}" },
        b: { type: "money", title: "乙", value: "{{ row.a }}" },
      },
      relations: { others: { kind: "one-to-many", model: other, foreignKey: "a" } },
    });
  const { diagnostics, broken } = checkDocuments([
    { path: "x/one.model.json", text: model("x/one", "x/two") },
    { path: "x/two.model.json", text: model("x/two", "x/one") },
  ]);
  expect(diagnostics.map((one) => [one.file, one.code])).toEqual([
    ["x/one.model.json", "LC2005"],
    ["x/two.model.json", "LC2005"],
  ]);
  expect([...broken.keys()]).toEqual(["x/one", "x/two"]);
});
