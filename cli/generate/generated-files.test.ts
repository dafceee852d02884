import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { definitions } from "../../renderers/definitions.gen.ts";
import { composeMetaSchemas } from "../../runtime/schema/compose.ts";
import type { MetaSchema } from "../../runtime/schema/meta-schema.ts";
import { rendererIndexes } from "../../scripts/definition-index.mjs";
import { generatedFiles } from "./generated-files.ts";
import { noExample } from "./key-table.ts";

const schemas = composeMetaSchemas(definitions);
const generated = generatedFiles();

test("generating again changes nothing", () => {
  const indexes = rendererIndexes();
  expect(indexes.problems).toEqual([]);
  expect(definitions.length).toBeGreaterThan(90);
  for (const [file, text] of Object.entries({ ...indexes.files, ...generated }))
    expect(readFileSync(file, "utf8"), file).toBe(text);
});

test("the reference says of every part of the language what it is, and every link to one arrives", () => {
  const pages = Object.entries(generated).filter(([file]) => file.startsWith("docs/reference/"));
  const parts = generated["docs/reference/parts.md"] ?? "";
  const places = new Set(
    [...parts.matchAll(/^## `(\w+)`$|<a id="(\w+)">/gm)].map(([, name, word]) => (name ?? word ?? "").toLowerCase()),
  );
  const named = Object.values(schemas).flatMap(({ $defs = {} }) => Object.keys($defs));
  const withPages = ["cell", "editor", "action", "actions", "panel"];
  expect(named.filter((name) => !withPages.includes(name) && !places.has(name.toLowerCase()))).toEqual([]);
  const links = pages.flatMap(([, text]) => [...text.matchAll(/\(parts\.md#(\w+)\)/g)].map(([, name = ""]) => name));
  expect(links.length).toBeGreaterThan(300);
  expect([...new Set(links)].filter((name) => !places.has(name))).toEqual([]);
});

test("every property has an example, or a value that explains itself, or a link to a part with one", () => {
  const missing: string[] = [];
  for (const [file, text] of Object.entries(generated)) {
    if (!file.startsWith("docs/reference/")) continue;
    for (const section of text.split(/^(?=##+ )/m)) {
      const [title = ""] = section.split("\n");
      const rows = section.split("\n").filter((line) => line.includes(noExample));
      missing.push(...rows.map((line) => `${file} ${title}: ${line.split(" | ")[0]}`));
      const isPart = file.endsWith("/parts.md") && title.startsWith("## `");
      if (isPart && !section.includes("\n```json\n")) missing.push(`${file} ${title}`);
    }
  }
  expect(missing).toEqual([]);
});

test("no two renderers of a slot have one type", () => {
  const keys = definitions.map(({ slot, type }) => `${slot}/${type}`);
  expect(new Set(keys).size).toBe(keys.length);
});

const slots = { cell: "cell", editor: "editor", panel: "panel", action: "action" } as const;

test.each(definitions.map((definition) => [`${definition.slot}/${definition.type}`, definition] as const))(
  "the examples of %s pass the composed meta-schema",
  (_, { slot, examples, title, description }) => {
    const schema =
      slot === "screen" ? schemas.screen : { $defs: schemas.screen.$defs ?? {}, $ref: `#/$defs/${slots[slot]}` };
    const validate = validatorFor(slot, schema);
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) expect(validate(example), JSON.stringify(validate.errors)).toBe(true);
    expect(title).not.toBe("");
    expect(description).toMatch(/。$/);
  },
);

const validators = new Map<string, ReturnType<Ajv["compile"]>>();
function validatorFor(slot: string, schema: MetaSchema): ReturnType<Ajv["compile"]> {
  const known = validators.get(slot);
  if (known) return known;
  const ajv = new Ajv({ allErrors: true, discriminator: true, strict: false, inlineRefs: false });
  const { $id: _id, ...anonymous } = schema;
  const validate = ajv.compile(anonymous);
  validators.set(slot, validate);
  return validate;
}

test("every property of the language has an explanation for the editor", () => {
  const silent: string[] = [];
  const visit = (meta: MetaSchema, schema: MetaSchema, place: string): void => {
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const target = property.$ref ? meta.$defs?.[property.$ref.slice("#/$defs/".length)] : property;
      const isSaid = property.description ?? property.title ?? target?.description ?? target?.title;
      if (isSaid === undefined && property.const === undefined) silent.push(`${place}.${name}`);
      visit(meta, property, `${place}.${name}`);
    }
    for (const branch of [schema.then, schema.else, schema.items, ...(schema.oneOf ?? [])]) {
      if (branch) visit(meta, branch, place);
    }
    if (typeof schema.additionalProperties === "object") visit(meta, schema.additionalProperties, place);
  };
  for (const [kind, meta] of Object.entries(schemas)) {
    visit(meta, meta, kind);
    for (const [name, schema] of Object.entries(meta.$defs ?? {})) visit(meta, schema, name);
  }
  expect(silent).toEqual([]);
});
