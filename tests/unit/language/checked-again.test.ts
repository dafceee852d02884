import { expect, test } from "vitest";
import { definitions } from "../../../renderers/definitions.gen.ts";
import { checkDocuments } from "../../../runtime/check/check-documents.ts";
import type { SourceFile } from "../../../runtime/schema/diagnostic.ts";
import { isProving, proveCount } from "../../support/prove.ts";
import { shippedFiles } from "./document-files.ts";
import { misspell, randomOf, typoTargets } from "./typos.ts";

/** What a check says, as far as documents tell it. */
function said(files: readonly SourceFile[]) {
  const { diagnostics, broken, models, screens, data, resolvedModels } = checkDocuments(files, { definitions });
  const dictTexts = [...resolvedModels].flatMap(([id, { fields, relations }]) =>
    [...fields.values()].map(({ name, dict, rollup }) => [id, name, dict, rollup?.model, Object.keys(relations)]),
  );
  return { diagnostics, broken: [...broken], ids: [models, screens, data].map((map) => [...map.keys()]), dictTexts };
}

test.each(isProving ? [3, 17, 2026] : [3])(
  "after any edit the check says what it says to whoever asks for the first time (seed %i)",
  (seed) => {
    const random = randomOf(seed);
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
    const shipped = shippedFiles();
    let files: readonly SourceFile[] = shipped;
    const edits: Readonly<Record<string, (file: SourceFile) => readonly SourceFile[]>> = {
      misspelt: (file) => {
        const target = pick(typoTargets(file));
        if (!target) return [file];
        const { offset, word } = target;
        const text = file.text.slice(0, offset) + misspell(word, random) + file.text.slice(offset + word.length);
        return [{ ...file, text }];
      },
      "as it was shipped": ({ path }) => shipped.filter((one) => one.path === path),
      "saved again": (file) => [{ ...file, text: `${file.text} ` }],
      removed: () => [],
      "claimed by another": (file) => [
        file,
        { ...file, path: file.path.replace(/(\.screen|\.model|\.data|\.screen\.test)\.json$/, "-too$&") },
      ],
    };
    for (let step = 0; step < proveCount(5, 15); step++) {
      const edit = pick(Object.keys(edits));
      const file = pick(files);
      files = files.flatMap((one) => (one === file ? (edits[edit]?.(file) ?? []) : [one]));
      const fresh = files.map((one) => ({ ...one }));
      expect(said(files), `step ${step}: ${file.path} ${edit}`).toEqual(said(fresh));
    }
  },
);
