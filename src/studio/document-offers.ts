import { getLocation } from "jsonc-parser";
import { screenRoots } from "../../runtime/check/context.ts";
import { functionTable } from "../../runtime/expr/functions.ts";
import { carriedIcons } from "../shell/carried-icons.ts";
import { parseText } from "./parse-text.ts";
import type { Words } from "./studio-types.ts";

export interface Offer {
  /** Without quotes. */
  readonly value: string;
  readonly detail: string;
  readonly info?: string;
}

export interface OffersAt {
  readonly offers: readonly Offer[];
  /** What the offer takes the place of, as offsets of the text. */
  readonly from: number;
  readonly to: number;
  /** The offer stands for the whole value, quotes with it. */
  readonly isWhole: boolean;
}

/** Lists and keys whose texts name a field. */
const fieldKeys = new Set(["field", "fields", "columns", "items", "titleField", "masterField", "groupBy", "bind"]);

/**
 * Names that fit where the cursor stands: fields of the document's model, dictionaries, permissions, icons, documents; in
 * an expression its roots and functions. The meta-schema offers the keys and the fixed words.
 */
export function offersAt(text: string, offset: number, words: Words): OffersAt | undefined {
  const { path, previousNode, isAtPropertyKey } = getLocation(text, offset);
  const start = previousNode?.offset ?? offset;
  const isInText =
    previousNode?.type === "string" && offset > start && offset < start + previousNode.length && !isAtPropertyKey;
  if (isInText) {
    const before = text.slice(start + 1, offset);
    if (before.lastIndexOf("{{") > before.lastIndexOf("}}")) return expressionOffers(text, offset, before, words);
  }
  if (isAtPropertyKey) return undefined;
  const offers = namesAt(path, text, words);
  if (offers.length === 0) return undefined;
  return isInText
    ? { offers, from: start, to: start + previousNode.length, isWhole: true }
    : { offers, from: offset, to: offset, isWhole: true };
}

type Path = readonly (string | number)[];

function namesAt(path: Path, text: string, words: Words): readonly Offer[] {
  const key = path.findLast((step) => typeof step === "string");
  const coded = (list: Words["dicts"]) => list.map(({ code, title }) => ({ value: code, detail: title }));
  const named = (list: Words["screens"]) => list.map(({ id, title }) => ({ value: id, detail: title }));
  switch (key) {
    case "dict":
      return coded(words.dicts);
    case "permission":
      return coded(words.permissions);
    case "icon":
      return [...carriedIcons].map((name) => ({ value: `${name}Outlined`, detail: "" }));
    case "model":
    case "of":
      return named(words.models);
    case "screen":
      return named(words.screens);
    default:
      return fieldKeys.has(String(key)) ? fieldOffers(text, words) : [];
  }
}

/** Fields of the document itself and of the model that it is about; also while its text is broken. */
function fieldOffers(text: string, words: Words): readonly Offer[] {
  const model = /"(?:model)"\s*:\s*"([^"]+)"/.exec(text)?.[1];
  const known = words.models.find(({ id }) => id === model)?.fields ?? [];
  const own = Object.entries((parseText(text)?.fields ?? {}) as Readonly<Record<string, { title?: unknown }>>);
  return [
    ...own.map(([value, field]) => ({ value, detail: String(field?.title ?? "") })),
    ...known.map(({ name, title, type }) => ({ value: name, detail: `${title} ${type}` })),
  ];
}

function expressionOffers(text: string, offset: number, before: string, words: Words): OffersAt {
  const word = /[\w$]*$/.exec(before)?.[0] ?? "";
  const place = { from: offset - word.length, to: offset, isWhole: false };
  const root = /(\w+)\??\.\w*$/.exec(before)?.[1];
  if (root !== undefined) return { ...place, offers: ["row", "form"].includes(root) ? fieldOffers(text, words) : [] };
  return {
    ...place,
    offers: [
      ...[...screenRoots].map((value) => ({ value, detail: "" })),
      ...[...functionTable.values()].map(({ name, signature, title, description }) => ({
        value: name,
        detail: `${signature}  ${title}`,
        info: description,
      })),
    ],
  };
}

/** What stands at an offset and may be defined elsewhere. */
export interface Target {
  readonly address: string;
}

/** The field that is named under the cursor, as `npm run rename` wants it: `store/store.openDate`. */
export function fieldAt(text: string, offset: number, words: Words): string | undefined {
  const { path, previousNode, isAtPropertyKey } = getLocation(text, offset);
  const name = String(previousNode?.value ?? "");
  const { id, model } = (parseText(text) ?? {}) as { readonly id?: unknown; readonly model?: unknown };
  const isDeclared = isAtPropertyKey && path.length === 2 && path[0] === "fields";
  const owner = String((isDeclared ? id : model) ?? "");
  const key = path.findLast((step) => typeof step === "string");
  if (!isDeclared && (isAtPropertyKey || !fieldKeys.has(String(key)))) return undefined;
  const isField = words.models.find((one) => one.id === owner)?.fields.some((field) => field.name === name);
  return isField ? `${owner}.${name}` : undefined;
}

/** Where the name under the cursor is defined: a field in its model, a dictionary, a screen or a model. */
export function targetAt(text: string, offset: number, words: Words): Target | undefined {
  const { path, previousNode, isAtPropertyKey } = getLocation(text, offset);
  if (isAtPropertyKey || previousNode?.type !== "string") return undefined;
  const value = String(previousNode.value);
  const key = path.findLast((step) => typeof step === "string");
  const open = (file: string, at?: string) => ({
    address: `/online/documentEditor?${new URLSearchParams({ path: file, ...(at === undefined ? {} : { at }) })}`,
  });
  if (key === "dict" && words.dicts.some(({ code }) => code === value)) {
    return { address: `/system/dict?${new URLSearchParams({ dictCode: value })}` };
  }
  if (key === "screen" && words.screens.some(({ id }) => id === value)) return open(`${value}.screen.json`);
  if (words.models.some(({ id }) => id === value)) return open(`${value}.model.json`);
  const model = String(parseText(text)?.model ?? "");
  const isField = words.models.find(({ id }) => id === model)?.fields.some(({ name }) => name === value);
  return isField && fieldKeys.has(String(key)) ? open(`${model}.model.json`, value) : undefined;
}
