import type { MetaSchema } from "../schema/meta-schema.ts";
import { branchesFor } from "../schema/schema-walk.ts";
import type { PathStep } from "../schema/source-document.ts";
import { type CheckContext, enterContext } from "./context.ts";

type Values = Readonly<Record<string, unknown>>;

/** A value of a document together with what the meta-schema calls it and where names lead from there. */
export interface Site {
  /** Name of the definition (`fieldName`, `expr`, `dict`, `table`, …). */
  readonly definition: string;
  /** The definition around it and the property below that: `rollup.field`, `table.totals`, `screen.menu.parent`. */
  readonly place: string;
  /** A key of a map, or a value. */
  readonly role: "name" | "value";
  readonly value: unknown;
  /** Path of the value; for a name, of the map's entry. */
  readonly path: readonly PathStep[];
  /** The object that the value is a property of. */
  readonly owner: Values;
  readonly context: CheckContext;
}

interface State {
  readonly path: readonly PathStep[];
  readonly place: string;
  readonly owner: Values;
  readonly context: CheckContext;
}

/**
 * Visits every value of a document that is described by a named definition of its meta-schema. The document must
 * have passed the meta-schema; unknown renderers are passed over.
 */
export function walkDocument(
  meta: MetaSchema,
  kind: string,
  value: unknown,
  context: CheckContext,
  visit: (site: Site) => void,
): void {
  const isObject = (candidate: unknown): candidate is Values =>
    typeof candidate === "object" && candidate !== null && !Array.isArray(candidate);

  const walk = (schema: MetaSchema, current: unknown, state: State): void => {
    if (schema.$ref) {
      const definition = schema.$ref.slice("#/$defs/".length);
      const target = meta.$defs?.[definition];
      if (!target) return;
      visit({ definition, role: "value", value: current, ...state });
      const next = isObject(current)
        ? {
            ...state,
            place: definition,
            owner: current,
            context: enterContext(definition, current, state.context, state.path.at(-1)),
          }
        : state;
      walk(target, current, next);
      return;
    }
    if (schema.if) {
      const branch = accepts(schema.if, current) ? schema.then : schema.else;
      if (branch) walk(branch, current, state);
      return;
    }
    if (schema.oneOf) {
      const [branch, ...others] = branchesFor(schema, current);
      if (branch && others.length === 0) walk(branch, current, state);
      return;
    }
    if (Array.isArray(current)) {
      const { items } = schema;
      if (items) for (const [index, item] of current.entries()) walk(items, item, below(state, index));
      return;
    }
    if (isObject(current)) walkProperties(schema, current, state);
  };

  const walkProperties = (schema: MetaSchema, current: Values, state: State): void => {
    const names = schema.propertyNames?.$ref?.slice("#/$defs/".length);
    for (const [key, child] of Object.entries(current)) {
      const property = schema.properties && Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
      if (property) {
        walk(property, child, { ...below(state, key), place: `${state.place}.${key}`, owner: current });
        continue;
      }
      const inside = { ...below(state, key), owner: current };
      if (names) visit({ definition: names, role: "name", value: key, ...inside });
      if (typeof schema.additionalProperties === "object") walk(schema.additionalProperties, child, inside);
    }
  };

  const below = (state: State, step: PathStep): State => ({ ...state, path: [...state.path, step] });
  const start: State = { path: [], place: kind, owner: isObject(value) ? value : {}, context };
  visit({ definition: kind, role: "value", value, ...start });
  walk(meta, value, start);
}

/** The conditions that our `if`s use: the value is a text, a switch or a list, the object has a key. */
function accepts(condition: MetaSchema, value: unknown): boolean {
  if (condition.type === "string" || condition.type === "boolean") return typeof value === condition.type;
  if (condition.type === "array") return Array.isArray(value);
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject && (condition.required ?? []).every((key) => Object.hasOwn(value, key));
}
