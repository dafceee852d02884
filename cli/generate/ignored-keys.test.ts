import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { MetaSchema } from "../../runtime/schema/meta-schema.ts";
import { metaSchemas } from "../../runtime/schema/validators.ts";

/** What reads documents in order to do something; checking, formatting and generating have no effect. */
const readers = execFileSync(
  "git",
  ["ls-files", "-co", "--exclude-standard", "runtime", "renderers", "server", "src"],
  {
    encoding: "utf8",
  },
)
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\.gen\.ts$|\/(testing|gallery|check|schema)\//.test(file))
  .map((file) => readFileSync(file, "utf8"))
  // Of a definition only what it does counts, such as its text form; the rest is the language itself.
  .map((text) => text.split(/^export const \w+ = define/m)[0] ?? "");

/** Of editors and such things: the properties are read by the part that draws them, which may stand elsewhere. */
const isRead = (key: string): boolean => {
  const name = key.replace("$", "\\$");
  const pattern = new RegExp(`\\.${name}\\b|[{,]\\s*${name}\\s*[,:}=]|["']${name}["']`);
  return readers.some((text) => pattern.test(text));
};

/** For people only, or for the editor in which the document is written. */
const notForPrograms = new Set(["$schema", "description"]);
/** Controls that come with the code editor. */
const awaited = new Set(["language", "responseName"]);

test("AUT-01 no key of the language is accepted and then read by nobody", () => {
  const keys = new Set<string>();
  const visit = (schema: MetaSchema | undefined): void => {
    if (!schema) return;
    for (const [key, child] of Object.entries(schema.properties ?? {})) {
      keys.add(key);
      visit(child);
    }
    for (const branch of [schema.if, schema.then, schema.else, schema.items, ...(schema.oneOf ?? [])]) visit(branch);
    if (typeof schema.additionalProperties === "object") visit(schema.additionalProperties);
    for (const definition of Object.values(schema.$defs ?? {})) visit(definition);
  };
  visit(metaSchemas.model);
  visit(metaSchemas.screen);
  expect(keys.size).toBeGreaterThan(200);
  const ignored = [...keys].filter((key) => !notForPrograms.has(key) && !awaited.has(key) && !isRead(key));
  expect(ignored).toEqual([]);
});
