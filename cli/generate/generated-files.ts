import { definitions } from "../../renderers/definitions.gen.ts";
import { composeMetaSchemas, type DocumentKind } from "../../runtime/schema/compose.ts";
import { emitTypes } from "../../runtime/schema/emit-types.ts";
import { printJson } from "../../runtime/schema/print-json.ts";
import { referencePages } from "./reference-pages.ts";

const typeNames: Record<DocumentKind, string> = {
  model: "ModelDocument",
  screen: "ScreenDocument",
  data: "DataDocument",
  "screen-test": "ScreenTestDocument",
};

/** Every file that follows from the definitions, path → text; `npm run schema:gen` writes them. */
export function generatedFiles(): Record<string, string> {
  const schemas = composeMetaSchemas(definitions);
  const kinds = Object.keys(typeNames) as DocumentKind[];
  const files: Record<string, string> = {};
  for (const kind of kinds) files[`schemas/meta/v1/${kind}.schema.json`] = `${printJson(schemas[kind])}\n`;
  const types = emitTypes(Object.fromEntries(kinds.map((kind) => [typeNames[kind], schemas[kind]])));
  files["runtime/schema/types.gen.ts"] =
    `// Generated from the renderer definitions by \`npm run schema:gen\`; do not edit.\n\n${types}`;
  return { ...files, ...referencePages(definitions) };
}
