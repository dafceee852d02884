import { readFileSync, writeFileSync } from "node:fs";
import { emitTypes, type MetaSchema } from "../runtime/schema/emit-types.ts";

/** Writes the TypeScript types of the document language from the composed meta-schemas. */
const documents = {
  ModelDocument: "model",
  ScreenDocument: "screen",
  DataDocument: "data",
  ScreenTestDocument: "screen-test",
};
const schemas = Object.fromEntries(
  Object.entries(documents).map(([name, file]) => [
    name,
    JSON.parse(readFileSync(`schemas/meta/v1/${file}.schema.json`, "utf8")) as MetaSchema,
  ]),
);
writeFileSync(
  "runtime/schema/types.gen.ts",
  `// Generated from schemas/meta/v1 by \`npm run schema:gen\`; do not edit.\n\n${emitTypes(schemas)}`,
);
