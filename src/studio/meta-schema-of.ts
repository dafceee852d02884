import type { MetaSchema } from "../../runtime/schema/meta-schema.ts";
import { follow, schemaAt } from "../../runtime/schema/schema-walk.ts";
import dataSchema from "../../schemas/meta/v1/data.schema.json";
import modelSchema from "../../schemas/meta/v1/model.schema.json";
import screenSchema from "../../schemas/meta/v1/screen.schema.json";
import testSchema from "../../schemas/meta/v1/screen-test.schema.json";
import type { OpenDocument } from "./studio-types.ts";

/** What the language says of each kind of document; they come with the designer only. */
export const metaSchemaOf: Readonly<Record<OpenDocument["kind"], MetaSchema>> = {
  screen: screenSchema as MetaSchema,
  model: modelSchema as MetaSchema,
  data: dataSchema as MetaSchema,
  "screen-test": testSchema as MetaSchema,
};

type Steps = readonly (string | number)[];

/** The schema of a place, looked through references. */
export function schemaOfPlace(kind: OpenDocument["kind"], path: Steps, document: unknown): MetaSchema | undefined {
  const meta = metaSchemaOf[kind];
  return follow(meta, schemaAt(meta, path, document));
}

/** What a property is called: the first words of its description, else its key. */
export function titleOfPlace(kind: OpenDocument["kind"], path: Steps, document: unknown): string {
  const key = String(path.at(-1) ?? "");
  const described = schemaAt(metaSchemaOf[kind], path, document);
  const text = described?.description ?? follow(metaSchemaOf[kind], described)?.description;
  const words = text?.split(/[：；，。,;:（(]/u)[0]?.trim();
  return words && words.length <= 12 ? words : key;
}
