import { expect, test } from "vitest";
import { definitions } from "../../../renderers/definitions.gen.ts";
import { checkDocuments } from "../../../runtime/check/check-documents.ts";
import type { Diagnostic } from "../../../runtime/schema/diagnostic.ts";
import { positionAt } from "../../../runtime/schema/source-document.ts";
import { proveCount } from "../../support/prove.ts";
import { exampleFiles, shippedFiles } from "./document-files.ts";
import { readableKinds, unreadableKinds } from "./fault-kinds.ts";
import { documentsOf, type Kind, type Place } from "./planting.ts";
import { randomOf } from "./typos.ts";

const perKind = proveCount(1, 10);
const perSet = 40;
/** Share of faults whose right word is told. One of each kind says less than ten: four unlucky ones are 3.3 % of them. */
const mostWords = proveCount(0.95, 0.97);
/** Kinds with fewer places than that in the shipped documents. */
const rare = [
  "dictionary value in a comparison",
  "field in an address",
  "permission that is asked for",
  "text in the place of a number",
];

interface Fault extends Place {
  readonly kind: string;
  readonly text: string;
}

const files = shippedFiles();
const random = randomOf(20_260_418);

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => [random(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}

const documents = documentsOf(files);
const planted = (kinds: Readonly<Record<string, Kind>>) =>
  Object.entries(kinds).flatMap(([kind, find]) =>
    shuffled(find(documents))
      .slice(0, perKind)
      .map((place): Fault => ({ ...place, kind, text: place.written(random) })),
  );
const [readable, unreadable] = [planted(readableKinds), planted(unreadableKinds)];
const faults = [...readable, ...unreadable];

/** Sets of forty faults, each of another kind in another file. */
function setsOf(all: readonly Fault[]): Fault[][] {
  const sets: Fault[][] = [];
  for (const fault of all) {
    const hasRoom = (set: Fault[]) =>
      set.length < perSet && !set.some(({ file, kind }) => file === fault.file || kind === fault.kind);
    const set = sets.find(hasRoom);
    if (set) set.push(fault);
    else sets.push([fault]);
  }
  return sets;
}

/** Whether a finding is about what was planted: it begins in it or covers its beginning. */
function isExact(found: Diagnostic, fault: Fault, text: string): boolean {
  const from = positionAt(text, fault.at ?? fault.offset);
  if (fault.at !== undefined) return found.line === from.line && found.column === from.column;
  const to = positionAt(text, fault.offset + fault.text.length);
  const { line, column, endLine = line, endColumn = column } = found;
  const isBefore = (a: typeof from, b: typeof from) => a.line < b.line || (a.line === b.line && a.column <= b.column);
  return line >= from.line && isBefore({ line, column }, to) && isBefore(from, { line: endLine, column: endColumn });
}

test(`there are forty kinds and more, of most of them ${perKind} faults, ${40 * perKind} and more in all`, () => {
  const counts = Object.keys({ ...readableKinds, ...unreadableKinds }).map(
    (kind) => [kind, faults.filter((one) => one.kind === kind).length] as const,
  );
  expect(counts.length).toBeGreaterThanOrEqual(40);
  expect(faults.length).toBeGreaterThanOrEqual(40 * perKind);
  expect(counts.filter(([kind, count]) => count < (rare.includes(kind) ? 1 : perKind))).toEqual([]);
});

test("of faults of all kinds, forty in one set of files, each is told at its place with the right word, and hardly anything else is", () => {
  const unseen: string[] = [];
  const wordless: string[] = [];
  const others: string[] = [];
  // What a document that cannot be read hides is told once that can: those stand in sets of their own.
  for (const set of [...setsOf(shuffled(readable)), ...setsOf(shuffled(unreadable))]) {
    const byFile = new Map(set.map((fault) => [fault.file, fault]));
    const changed = files.map((file) => {
      const { path, text } = file;
      const fault = byFile.get(path);
      if (!fault) return file;
      return { path, text: text.slice(0, fault.offset) + fault.text + text.slice(fault.offset + fault.length) };
    });
    const { diagnostics } = checkDocuments(changed, { definitions });
    const told = new Set<Diagnostic>();
    for (const { path, text } of changed) {
      const fault = byFile.get(path);
      if (!fault) continue;
      const own = diagnostics.filter(({ file }) => file === path);
      const exact = own.filter((found) => isExact(found, fault, text));
      const { line } = positionAt(text, fault.at ?? fault.offset);
      for (const found of own) if (exact.includes(found) || found.line === line) told.add(found);
      const said = own.map((found) => `${found.line} ${found.message}`).join("; ");
      const account = `${path}:${line} ${fault.kind} ${fault.word ?? ""} → ${fault.text}: ${said || "nothing"}`;
      if (exact.length === 0) unseen.push(account);
      if (fault.word !== undefined && !exact.some(({ suggestion }) => suggestion === fault.word))
        wordless.push(account);
    }
    // What refers to a broken document, or by a word that is another one now, says so; that is no second fault.
    const names = set.flatMap(({ text, word }) => [text, word ?? text]);
    const follows = ({ message }: Diagnostic) =>
      /有错误，不能使用/.test(message) || names.some((name) => message.includes(name));
    const rest = diagnostics.filter((found) => !told.has(found) && !follows(found));
    others.push(...rest.map(({ file, line, code, message }) => `${file}:${line} ${code} ${message}`));
  }
  const asked = faults.filter(({ word }) => word !== undefined).length;
  expect(1 - unseen.length / faults.length, unseen.join("\n")).toBeGreaterThanOrEqual(0.99);
  expect(1 - wordless.length / asked, wordless.join("\n")).toBeGreaterThanOrEqual(mostWords);
  expect(others.length / faults.length, others.join("\n")).toBeLessThanOrEqual(1 / 50);
}, 180_000);

test("the documents as they are have no such finding", () => {
  expect(checkDocuments(files, { definitions }).diagnostics).toEqual([]);
  const examples = checkDocuments(exampleFiles(), { definitions }).diagnostics;
  // They refer to models, pages and dictionaries that are not among them.
  expect(examples.filter(({ severity }) => severity === "error")).toEqual([]);
});
