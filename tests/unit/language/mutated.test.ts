import { expect, test } from "vitest";
import { definitions } from "../../../renderers/definitions.gen.ts";
import { knownRenderers } from "../../../renderers/screens/known-renderers.ts";
import { checkDocuments } from "../../../runtime/check/check-documents.ts";
import { compileScreen } from "../../../runtime/compile/compile-screen.ts";
import { aMomentMs, processorMs } from "../../support/processor-ms.ts";
import { proveCount } from "../../support/prove.ts";
import { shippedFiles } from "./document-files.ts";
import { randomOf } from "./typos.ts";

/** Documents as a careless or hostile hand leaves them: random changes of shipped screens and models. */
const files = shippedFiles().filter(({ path }) => /\.(screen|model)\.json$/.test(path));
const known = checkDocuments(shippedFiles(), { definitions });
const random = randomOf(20_261_121);
const pick = <Item>(list: readonly Item[]): Item => list[Math.floor(random() * list.length)] as Item;

type Holder = Record<string, unknown> | unknown[];

/** Every object and list inside a value, the value included. */
function holdersIn(value: unknown): Holder[] {
  if (typeof value !== "object" || value === null) return [];
  return [value as Holder, ...Object.values(value).flatMap(holdersIn)];
}

const wrongValues: readonly unknown[] = [
  null,
  42,
  -1,
  "",
  "{{ form.",
  "{{ constructor }}",
  [],
  {},
  true,
  "x".repeat(5_000),
  [[[]]],
  { a: { b: {} } },
];

/** One careless change; answers the text of the document. */
const mutations: Readonly<Record<string, (document: Record<string, unknown>) => string>> = {
  "a dropped key": (document) => {
    const holder = pick(holdersIn(document));
    if (Array.isArray(holder)) holder.splice(Math.floor(random() * holder.length), 1);
    else delete holder[pick(Object.keys(holder))];
    return JSON.stringify(document);
  },
  "a wrong type": (document) => {
    const holder = pick(holdersIn(document)) as Record<string, unknown>;
    const key = pick(Object.keys(holder));
    if (key !== undefined) holder[key] = pick(wrongValues);
    return JSON.stringify(document);
  },
  "an unknown name": (document) => {
    const holder = pick(holdersIn(document)) as Record<string, unknown>;
    const key = pick(Object.keys(holder));
    if (typeof holder[key] === "string") holder[key] = `${holder[key]}Xq`;
    else holder[`${key}Xq`] = 1;
    return JSON.stringify(document);
  },
  "a part put elsewhere": (document) => {
    const [from, to] = [pick(holdersIn(document)), pick(holdersIn(document)) as Record<string, unknown>];
    if (Array.isArray(to)) to.push(structuredClone(from));
    else to[pick(["items", "columns", "fields", "views", "details", "menu", "states"])] = structuredClone(from);
    return JSON.stringify(document);
  },
  "a prototype key": (document) =>
    JSON.stringify(document).replace("{", `{"${pick(["__proto__", "constructor", "prototype"])}":{"polluted":1},`),
  "a loop": (document) => {
    const fields = document.fields as Record<string, Record<string, unknown>> | undefined;
    const names = Object.keys(fields ?? {});
    const [one, other] = [pick(names), pick(names)];
    if (fields && one !== undefined && other !== undefined) {
      Object.assign(fields[one] ?? {}, { value: `{{ row.${other} }}` });
      Object.assign(fields[other] ?? {}, { value: `{{ row.${one} }}` });
    } else document.extends = document.id;
    return JSON.stringify(document);
  },
  "depth 1,000": (document) =>
    JSON.stringify(document).replace(/}$/, `,"title":${"[".repeat(1_000)}${"]".repeat(1_000)}}`),
  "a torn file": (document) => {
    const text = JSON.stringify(document);
    return text.slice(0, Math.floor(random() * text.length));
  },
};

const kinds = Object.keys(mutations);

const rounds = proveCount(150, 500);
test(`${rounds} changed documents are told with a place, none crashes, hangs or touches the others`, () => {
  let told = 0;
  for (let round = 0; round < rounds; round++) {
    const kind = kinds[round % kinds.length] ?? "";
    const { path, text } = pick(files);
    const document = JSON.parse(text) as Record<string, unknown>;
    const changed = mutations[kind]?.(document) ?? "";
    const label = `${round} ${kind} in ${path}`;

    let checked = known;
    const elapsedMs = processorMs(() => {
      checked = checkDocuments([{ path, text: changed }], { known, definitions });
    });
    expect(elapsedMs, `${label} takes too long`).toBeLessThan(aMomentMs);

    for (const { file, line, column, message } of checked.diagnostics) {
      expect([file, line > 0, column > 0, message !== ""], label).toEqual([path, true, true, true]);
    }
    if (checked.diagnostics.length > 0) told += 1;
    const id = path.replace(/\.(screen|model)\.json$/, "");
    // What is left out says why; what is kept compiles, whatever is wrong with its parts.
    const isKept = path.endsWith(".model.json") ? checked.models.has(id) : checked.screens.has(id);
    if (!isKept) expect(checked.broken.get(id)?.length, label).toBeGreaterThan(0);
    const screen = checked.screens.get(id);
    if (screen)
      expect(() => compileScreen({ ...screen, id }, known.resolvedModels, knownRenderers), label).not.toThrow();
  }
  // Some changes are harmless: a dropped default, a moved part that fits.
  expect(told).toBeGreaterThan(rounds * 0.7);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

test("a document of 5 MB is refused by its size", () => {
  const text = `{"schemaVersion":1,"kind":"list","model":"store/store","title":"${"长".repeat(5 * 1024 * 1024)}"}`;
  const { diagnostics } = checkDocuments([{ path: "a/b.screen.json", text }], { known });
  expect(diagnostics.map(({ code }) => code)).toEqual(["LC1002"]);
});
