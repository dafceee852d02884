import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { documentKinds as kinds, metaSchemaTexts } from "./own-plugins.mjs";
import { root } from "./stamp.mjs";

const folder = join(root, "node_modules/.cache/schema-console");
const require = createRequire(import.meta.url);

/**
 * `virtual:meta-validators`: the meta-schemas as code, one function for each kind of document. Compiling them took every
 * server half a second of its start, and needed code to be made from text while it runs.
 */
export function metaValidators() {
  return {
    name: "meta-validators",
    enforce: "pre",
    resolveId: (id) => (id === "virtual:meta-validators" ? validatorsFile() : undefined),
  };
}

/** @returns the path of the module, which is made when the meta-schemas or this file are others than last time */
export async function validatorsFile() {
  const byKind = await metaSchemaTexts();
  const texts = kinds.map((kind) => byKind[kind]);
  const hash = createHash("sha256");
  const { version } = require("ajv/package.json");
  for (const part of [version, readFileSync(new URL(import.meta.url)), ...texts]) hash.update(part).update("\0");
  const file = join(folder, `meta-validators-${hash.digest("hex").slice(0, 16)}.mjs`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  // Several processes may be at it.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, validatorsCode(texts.map((text) => JSON.parse(text))));
  renameSync(draft, file);
  return file;
}

function validatorsCode(schemas) {
  const { Ajv } = require("ajv");
  const { default: standaloneCode } = require("ajv/dist/standalone");
  const ajv = new Ajv({
    allErrors: true,
    discriminator: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    verbose: true, // which sub-schema refused: suggestions are made from it
    inlineRefs: false,
    code: { source: true, esm: true, optimize: false },
  });
  kinds.forEach((kind, at) => {
    ajv.addSchema(schemas[at], kind);
  });
  const names = Object.fromEntries(kinds.map((kind) => [exportName(kind), kind]));
  // ajv asks for its own helpers as CommonJS does, also in a module.
  let helpers = 0;
  const imports = [];
  const code = standaloneCode(ajv, names).replaceAll(/require\("(ajv\/[^"]+)"\)/g, (_, path) => {
    helpers += 1;
    imports.push(`import helper${helpers} from "${path}.js";`);
    return `helper${helpers}`;
  });
  return `${imports.join("\n")}\n${code}`;
}

const exportName = (kind) => kind.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
