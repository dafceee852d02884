import { diffDocuments } from "../../runtime/overlay/diff-documents.ts";
import {
  byKey,
  type Change,
  type ElementChange,
  isArrayChange,
  isObject,
  isSet,
  type Json,
  type JsonObject,
  type ObjectChange,
  shownKey,
  written,
} from "../../runtime/overlay/overlay.ts";
import { titleOfPlace } from "./meta-schema-of.ts";
import { studioMessages } from "./studio-messages.ts";
import type { OpenDocument } from "./studio-types.ts";

const { said, parts, nothing, yes, no } = studioMessages;

export interface ChangeContext {
  readonly kind: OpenDocument["kind"];
  /** What people call a field; undefined for a word that is none. */
  readonly titleOfField: (name: string) => string | undefined;
}

/**
 * What changed between two documents, a sentence for each change.
 *
 * @example describeChange(before, after, context) // ["列 金额 排到 状态 之后", "列 备注 的 宽度：90 → 120"]
 */
export function describeChange(before: JsonObject, after: JsonObject, context: ChangeContext): readonly string[] {
  return new Teller(context, before, after).object(diffDocuments(before, after), before, after, {
    path: [],
    names: [],
  });
}

interface Place {
  /** Into the newer document, for what the language says of it. */
  readonly path: readonly (string | number)[];
  /** What is around it, in words. */
  readonly names: readonly string[];
}

class Teller {
  readonly #context: ChangeContext;
  readonly #roots: readonly JsonObject[];

  constructor(context: ChangeContext, before: JsonObject, after: JsonObject) {
    this.#context = context;
    this.#roots = [after, before];
  }

  object(change: ObjectChange, before: JsonObject, after: JsonObject, place: Place): string[] {
    return Object.entries(change).flatMap(([key, one]) => {
      const path = [...place.path, key];
      const [old, next] = [before[key], after[key]];
      const kind = this.#partOf(place.path);
      // Fields, views and relations are named by their keys.
      const isNamed = kind !== undefined && ["fields", "views", "relations"].includes(String(place.path.at(-1)));
      if (isNamed) {
        const name = said.named(kind, this.#nameOf(key, next ?? old));
        if (old === undefined) return [said.added(this.#in(place, name), "")];
        if (next === undefined) return [said.removed(this.#in(place, name))];
        return this.#value(one ?? null, old, next, { path, names: [...place.names, name] });
      }
      return this.#value(one ?? null, old, next, { ...place, path });
    });
  }

  #value(change: Change, before: Json | undefined, after: Json | undefined, place: Place): string[] {
    const title = this.#titleOf(place.path);
    if (isArrayChange(change) && byKey(before) && byKey(after)) {
      return this.#array(change.$merge ?? [], change.$remove ?? [], before, after, place);
    }
    const isNested = isObject(change) && !isSet(change) && !isArrayChange(change);
    if (isNested && isObject(before) && isObject(after)) {
      const isQuiet =
        ["table", "query", "rowActions", "views", "fields", "relations"].includes(String(place.path.at(-1))) ||
        this.#isNamed(place);
      const names = isQuiet ? place.names : [...place.names, title];
      return this.object(change as ObjectChange, before, after, { ...place, names });
    }
    const where = place.names.length === 0 ? "" : said.where(place.names.join(" / "));
    if (after === undefined) return [said.dropped(where, title)];
    if (before === undefined) return [said.given(where, title, shown(after))];
    return [said.set(where, title, shown(before), shown(after))];
  }

  #array(
    entries: readonly ElementChange[],
    removed: readonly string[],
    before: Json | undefined,
    after: Json | undefined,
    place: Place,
  ): string[] {
    const [old, next] = [byKey(before) ?? new Map<string, Json>(), byKey(after) ?? new Map<string, Json>()];
    const kind = this.#partOf(place.path) ?? this.#titleOf(place.path);
    const label = (key: string) => said.named(kind, this.#nameOf(key, next.get(key) ?? old.get(key)));
    const told = removed.map((key) => said.removed(this.#in(place, label(key))));
    for (const { $key: key, $after: anchor, $value: _value } of entries) {
      const what = this.#in(place, label(key));
      const [was, is] = [old.get(key), next.get(key)];
      const neighbour = anchor == null ? undefined : this.#nameOf(anchor, next.get(anchor));
      if (was === undefined) {
        told.push(said.added(what, neighbour === undefined ? said.addedFirst : said.addedAfter(neighbour)));
        continue;
      }
      if (anchor !== undefined)
        told.push(said.moved(what, neighbour === undefined ? said.first : said.after(neighbour)));
      const [from, to] = [written(was), is === undefined ? undefined : written(is)];
      if (isObject(from) && isObject(to)) {
        const path = [...place.path, [...next.keys()].indexOf(key)];
        told.push(...this.object(diffDocuments(from, to), from, to, { path, names: [...place.names, label(key)] }));
      }
    }
    return told;
  }

  #in(place: Place, what: string): string {
    return place.names.length === 0 ? ` ${what}`.trimStart() : `${said.where(place.names.join(" / "))}${what}`;
  }

  #isNamed(place: Place): boolean {
    return ["fields", "views", "relations"].includes(String(place.path.at(-2)));
  }

  /** The word for an element of the list or map at a path. */
  #partOf(path: Place["path"]): string | undefined {
    const [last, around] = [String(path.at(-1)), String(path.at(-2))];
    if (last === "items" && (around === "query" || around === "rowActions")) return parts[around];
    return parts[last];
  }

  #titleOf(path: Place["path"]): string {
    for (const root of this.#roots) {
      const title = titleOfPlace(this.#context.kind, path, root);
      if (title !== String(path.at(-1))) return title;
    }
    return String(path.at(-1) ?? "");
  }

  #nameOf(key: string, element: Json | undefined): string {
    if (isObject(element)) {
      for (const name of ["label", "title"]) if (typeof element[name] === "string") return element[name];
    }
    return this.#context.titleOfField(key) ?? shownKey(key);
  }
}

/** A value in a sentence: short. */
export function shown(value: Json | undefined): string {
  if (value === undefined || value === null || value === "") return nothing;
  if (typeof value === "boolean") return value ? yes : no;
  if (Array.isArray(value) && value.some((one) => typeof one === "object")) return said.list(value.length);
  const text = typeof value === "string" ? said.quoted(value) : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
