import type { FieldUsage } from "./field-usage.ts";
import type { World } from "./world.ts";

/** Parts of a world that are looked into by name. */
type Part = Exclude<keyof World, "usage">;

type Names = ReadonlyMap<string, unknown> | ReadonlySet<string>;

/** What is asked of a part: one name, all of its names, its values, or whether it is there at all. */
type Question = "get" | "has" | "names" | "values" | "isThere";

interface Read {
  readonly part: Part;
  readonly question: Question;
  readonly name: string;
  readonly saw: unknown;
}

/** What was read of a world, and what it said then. */
export type Reads = ReadonlyMap<string, Read>;

/**
 * A world that remembers what is read of it, so that what was found out with its help need not be found out again while
 * all of that is the same. Same is what is one object, as documents, models and rows
 * are that did not change, or a dictionary with the same values.
 *
 * @param usage collects the fields that are named, in the place of the world's
 */
export function recordReads(world: World, usage: FieldUsage): { readonly world: World; readonly reads: Reads } {
  const reads = new Map<string, Read>();
  const note = (part: Part, question: Question, name = ""): void => {
    const key = `${part} ${question} ${name}`;
    if (!reads.has(key)) reads.set(key, { part, question, name, saw: answerOf(world, part, question, name) });
  };
  const noting = <Collection extends Names>(part: Part, collection: Collection): Collection =>
    new Proxy(collection, {
      get(target, method) {
        const found: unknown = Reflect.get(target, method, target);
        if (method === "get" || method === "has") {
          return (name: string) => {
            note(part, method, name);
            return (found as (name: string) => unknown).call(target, name);
          };
        }
        note(part, method === "size" || method === "keys" || target instanceof Set ? "names" : "values");
        return typeof found === "function" ? found.bind(target) : found;
      },
    });
  return {
    reads,
    world: {
      models: noting("models", world.models),
      screens: noting("screens", world.screens),
      rows: noting("rows", world.rows),
      dicts: noting("dicts", world.dicts),
      get permissions() {
        return noting("permissions", world.permissions);
      },
      get menuIds() {
        return noting("menuIds", world.menuIds);
      },
      owners: noting("owners", world.owners),
      broken: noting("broken", world.broken),
      granted: noting("granted", world.granted),
      grantedOften: noting("grantedOften", world.grantedOften),
      get grantable() {
        note("grantable", "isThere");
        return world.grantable && noting("grantable", world.grantable);
      },
      findModel(id) {
        note("findModel", "get", id);
        return world.findModel(id);
      },
      usage,
    },
  };
}

/** Whether this world says the same to everything that was read. */
export function areSame(reads: Reads, world: World): boolean {
  for (const { part, question, name, saw } of reads.values()) {
    if (answerOf(world, part, question, name) !== saw) return false;
  }
  return true;
}

function answerOf(world: World, part: Part, question: Question, name: string): unknown {
  const found = world[part];
  if (found === undefined || question === "isThere") return found !== undefined;
  if (typeof found === "function") return found(name);
  switch (question) {
    case "has":
      return found.has(name);
    case "names":
      return namesOf(found);
    case "values":
      // Whoever goes through all values looks again each time.
      return Symbol();
    case "get": {
      const value = "get" in found ? found.get(name) : undefined;
      return part === "dicts" ? (value as readonly string[] | undefined)?.join("\n") : value;
    }
  }
}

const joinedNames = new WeakMap<Names, string>();

/** The names as one text, put together once. */
function namesOf(names: Names): string {
  const known = joinedNames.get(names) ?? [...names.keys()].join("\n");
  joinedNames.set(names, known);
  return known;
}
