import { rootContext } from "../../runtime/check/context.ts";
import { FieldUsage } from "../../runtime/check/field-usage.ts";
import { walkDocument } from "../../runtime/check/walk.ts";
import type { World } from "../../runtime/check/world.ts";
import type { MetaSchema } from "../../runtime/schema/meta-schema.ts";
import type { SourceDocument } from "../../runtime/schema/source-document.ts";

export type Values = Readonly<Record<string, unknown>>;

/** What documents write for each named part (`column`, `rollup`, `model`, …): the objects themselves. */
export type PartValues = ReadonlyMap<string, readonly Values[]>;

/** What documents write in one place, one list for each source of examples: what an earlier one shows counts. */
export type Written<Value = unknown> = readonly (readonly Value[])[];

/** What is written below a place. */
export const within = <Value, Below>(
  written: Written<Value>,
  below: (value: Value) => readonly Below[],
): Written<Below> => written.map((values) => values.flatMap(below));

/** Names are not looked up: only the shape says which part a value is. */
const nothingKnown: World = {
  models: new Map(),
  screens: new Map(),
  rows: new Map(),
  dicts: new Map(),
  owners: new Map(),
  permissions: new Set(),
  menuIds: new Set(),
  usage: new FieldUsage(),
  grantable: undefined,
  granted: new Set(),
  grantedOften: new Set(),
  findModel: () => undefined,
  broken: new Set(),
};

export function partValues(
  schemas: Readonly<Record<SourceDocument["kind"], MetaSchema>>,
  documents: readonly SourceDocument[],
): PartValues {
  const found = new Map<string, Values[]>();
  for (const source of documents) {
    const context = rootContext(source, nothingKnown);
    walkDocument(schemas[source.kind], source.kind, source.value, context, ({ definition, role, value }) => {
      if (role !== "value" || !isObject(value)) return;
      const known = found.get(definition) ?? [];
      found.set(definition, known);
      known.push(value);
    });
  }
  return found;
}

export const isObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);
