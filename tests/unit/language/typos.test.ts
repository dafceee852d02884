import { expect, test } from "vitest";
import { definitions } from "../../../renderers/definitions.gen.ts";
import { checkDocuments } from "../../../runtime/check/check-documents.ts";
import type { SourceFile } from "../../../runtime/schema/diagnostic.ts";
import { proveCount } from "../../support/prove.ts";
import { exampleFiles, shippedFiles } from "./document-files.ts";
import { misspell, randomOf, type Target, typoTargets } from "./typos.ts";

const seeds = [11, 42, 77, 404, 2026];
const perSeed = Number(process.env.TYPOS_PER_SEED ?? proveCount(4, 20));
const sets = proveCount(3, 10);

const roots: readonly (readonly [string, () => SourceFile[]])[] = [
  ["shipped documents", shippedFiles],
  ["normative examples", exampleFiles],
];

test.each(roots)(
  "of the %s, each misspelt word is reported at its line with the right word",
  (_, read) => {
    const files = read();
    const targets = files.flatMap(typoTargets).filter((target) => canBeKnown(target, files));
    const missed: string[] = [];
    for (const seed of seeds) {
      const random = randomOf(seed);
      for (let round = 0; round < perSeed; round++) {
        const target = targets[Math.floor(random() * targets.length)];
        if (!target) throw new Error("no targets");
        const typo = misspell(target.word, random);
        const changed = files.map((file) =>
          file.path === target.file
            ? {
                path: file.path,
                text: file.text.slice(0, target.offset) + typo + file.text.slice(target.offset + target.word.length),
              }
            : file,
        );
        const text = textOf(target.file, files);
        const line = text.slice(0, target.offset).split("\n").length;
        const found = checkDocuments(changed, {
          definitions,
        }).diagnostics.filter((one) => one.file === target.file);
        if (!found.some((one) => one.line === line && one.suggestion === target.word)) {
          const said = found.map((one) => `${one.line} ${one.message}`).join("; ");
          missed.push(`${target.file}:${line} ${target.kind} ${target.word} → ${typo}: ${said || "nothing"}`);
        }
      }
    }
    const share = 1 - missed.length / (seeds.length * perSeed);
    expect(share, missed.join("\n")).toBeGreaterThanOrEqual(0.95);
  },
  300_000,
);

test(`of forty documents that are broken at once, ${sets} times, each is told at its line with the right word, and hardly anything else is`, () => {
  const files = shippedFiles();
  const targets = files
    .filter(({ path }) => !path.startsWith("locales/"))
    .flatMap(typoTargets)
    .filter((target) => canBeKnown(target, files));
  let [planted, exact, right] = [0, 0, 0];
  const others: string[] = [];
  const missed: string[] = [];
  for (let seed = 1; seed <= sets; seed++) {
    const random = randomOf(seed);
    const chosen = new Map<string, Target>();
    while (chosen.size < 40) {
      const target = targets[Math.floor(random() * targets.length)];
      if (target && !chosen.has(target.file)) chosen.set(target.file, target);
    }
    const changed = files.map((file) => {
      const target = chosen.get(file.path);
      if (!target) return file;
      const end = target.offset + target.word.length;
      const text = file.text.slice(0, target.offset) + misspell(target.word, random) + file.text.slice(end);
      return { path: file.path, text };
    });
    const { diagnostics } = checkDocuments(changed, { definitions });
    const told = new Set<unknown>();
    for (const { file, word, offset } of chosen.values()) {
      const line = textOf(file, files).slice(0, offset).split("\n").length;
      const found = diagnostics.filter((one) => one.file === file && one.line === line);
      for (const one of found) told.add(one);
      planted += 1;
      exact += found.length > 0 ? 1 : 0;
      right += found.some(({ suggestion }) => suggestion === word) ? 1 : 0;
      if (!found.some(({ suggestion }) => suggestion === word)) missed.push(`${file}:${line} ${word}`);
    }
    // A page whose model is broken says so; that is no second fault.
    const rest = diagnostics.filter((one) => !told.has(one) && !/有错误，不能使用/.test(one.message));
    // A name that stands in ten places follows from one slip where it is declared.
    others.push(...new Set(rest.map(({ file, code, message }) => `${file} ${code} ${message}`)));
  }
  expect([planted, exact / planted >= 0.99, right / planted >= 0.97], missed.join("\n")).toEqual([
    40 * sets,
    true,
    true,
  ]);
  // What follows from a name that exists nowhere else: a dictionary without its code, a form without a field. How many of
  // these are among them depends on the documents.
  expect(others.length / planted, others.join("\n")).toBeLessThanOrEqual(0.04);
});

/** Rows and references of a model that is not among the documents cannot be judged. */
function canBeKnown({ file, word }: Target, files: readonly SourceFile[]): boolean {
  const isHere = (id: string) => files.some((one) => one.path === `${id}.model.json`);
  if (word.includes("/")) return isHere(word);
  const rowsOf = file.endsWith(".data.json") && /"model": "([^"]+)"/.exec(textOf(file, files))?.[1];
  return !rowsOf || isHere(rowsOf);
}

const textOf = (path: string, files: readonly SourceFile[]) => files.find((one) => one.path === path)?.text ?? "";

test("the documents of the product have no findings", () => {
  expect(checkDocuments(shippedFiles(), { definitions }).diagnostics).toEqual([]);
});

test("the normative examples have no errors", () => {
  const { diagnostics } = checkDocuments(exampleFiles(), { definitions });
  expect(diagnostics.filter((one) => one.severity === "error")).toEqual([]);
});
