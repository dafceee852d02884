import { expect, test } from "vitest";
import { definitions } from "../../../renderers/definitions.gen.ts";
import { checkDocuments } from "../../../runtime/check/check-documents.ts";
import type { SourceFile } from "../../../runtime/schema/diagnostic.ts";
import { exampleFiles, shippedFiles } from "./document-files.ts";
import { misspell, randomOf, type Target, typoTargets } from "./typos.ts";

const seeds = [11, 42, 77, 404, 2026];
const perSeed = Number(process.env.TYPOS_PER_SEED ?? 20);

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
