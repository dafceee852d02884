import { definitions } from "../../renderers/definitions.gen.ts";
import type { AnyDefinition } from "../../runtime/registry/define.ts";
import { composeMetaSchemas, type DocumentKind } from "../../runtime/schema/compose.ts";
import { printJson } from "../../runtime/schema/print-json.ts";

/** Meta-schemas as their files are written, by kind of document. */
export function metaTexts(of: readonly AnyDefinition[] = definitions): Record<DocumentKind, string> {
  const { model, screen, data, "screen-test": test } = composeMetaSchemas(of);
  return { model: text(model), screen: text(screen), data: text(data), "screen-test": text(test) };
}

const text = (schema: unknown) => `${printJson(schema)}\n`;
