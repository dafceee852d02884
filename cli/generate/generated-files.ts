import { definitions } from "../../renderers/definitions.gen.ts";
import { composeMetaSchemas, type DocumentKind } from "../../runtime/schema/compose.ts";
import { emitTypes } from "../../runtime/schema/emit-types.ts";
import { parseDocument } from "../../runtime/schema/parse-document.ts";
import { readDocuments } from "../../server/documents/read-documents.ts";
import { howToFiles } from "./how-to-files.ts";
import { metaTexts } from "./meta-texts.ts";
import { referencePages } from "./reference-pages.ts";

const typeNames: Record<DocumentKind, string> = {
  model: "ModelDocument",
  screen: "ScreenDocument",
  data: "DataDocument",
  "screen-test": "ScreenTestDocument",
};

/** A plugin's types carry its name before a colon: they change no file of the product. */
const ofProduct = definitions.filter(({ type }) => !type.includes(":"));

/** Documents that are written for the reference: they use what no page of the product needs. */
export const specimenFolder = "tests/fixtures/specimens";

/** The normative examples of the language, then documents for what those do not use: the product's own pages first. */
const exampleDocuments = () =>
  [
    readDocuments("tests/fixtures/schemas"),
    readDocuments("schemas"),
    [...howToFiles().values()].flat(),
    readDocuments(specimenFolder),
  ].map((files) => files.flatMap((file) => parseDocument(file).document ?? []));

/** Every file that follows from the definitions, path → text; `npm run schema:gen` writes them. */
export function generatedFiles(): Record<string, string> {
  const schemas = composeMetaSchemas(ofProduct);
  const kinds = Object.keys(typeNames) as DocumentKind[];
  const types = emitTypes(Object.fromEntries(kinds.map((kind) => [typeNames[kind], schemas[kind]])));
  return {
    ...metaFiles("schemas", metaTexts(ofProduct)),
    "runtime/schema/types.gen.ts": `// Generated from the renderer definitions by \`npm run schema:gen\`; do not edit.\n\n${types}`,
    ...referencePages(ofProduct, exampleDocuments()),
  };
}

/**
 * The meta-schemas that editors find beside documents of one's own, those of plugins among them.
 *
 * @param root a document root other than the product's
 */
export const ownMetaFiles = (root: string): Record<string, string> => metaFiles(root, metaTexts());

const metaFiles = (root: string, texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(texts).map(([kind, text]) => [`${root}/meta/v1/${kind}.schema.json`, text]));
