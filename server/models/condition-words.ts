import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";
import { isSuperGroup, type SuperNode } from "../../runtime/query/super-query.ts";
import type { Caller } from "../auth/caller.ts";
import type { Engine } from "./engine.ts";
import { chosenIds, filtersOf } from "./export-model.ts";
import type { ReaderTexts } from "./language/reader-texts.ts";
import type { WireQuery } from "./query/parse-list-query.ts";

interface Reader {
  readonly engine: Engine;
  readonly model: ResolvedModel;
  readonly caller: Caller;
  readonly texts: ReaderTexts;
}

/** Parts of a query that narrow nothing. */
const noCondition: ReadonlySet<string> = new Set([
  ...["pageNo", "pageSize", "column", "order", "superQueryParams", "superQueryMatchType"],
]);

/**
 * What rows were narrowed to, for people: titles of fields, dictionary texts, rules by their words.
 *
 * @param query one that the engine has accepted
 * @returns "" for all rows
 * @example "姓名 包含“王”，性别 女，注册时间 从 2026-01-01"
 */
export async function conditionWords(reader: Reader, query: WireQuery): Promise<string> {
  const { engine, model, caller, texts } = reader;
  const { words } = texts;
  const wordOf = async (name: string, value: string): Promise<string> => {
    const parts = model.fields.has(name) ? await engine.wordsOf(model.id, { [name]: value }, caller) : {};
    const shown = (parts as Readonly<Record<string, unknown>>)[`${name}_dictText`];
    return typeof shown === "string" && shown !== "" ? shown.split(",").map(texts.text).join(",") : value;
  };
  const titleOf = (name: string) => texts.text(model.fields.get(name)?.title ?? name);

  const told: string[] = [];
  const ids = chosenIds(query);
  if (ids) told.push(words.chosenRows(ids.length));
  for (const [name, given] of Object.entries(filtersOf(query))) {
    if (noCondition.has(name) || name.startsWith("_") || given === "" || given === null || given === undefined)
      continue;
    const [, field = name, end] = /^(.*?)(?:_(begin|end))?$/.exec(name) ?? [];
    const text = String(given);
    const plain = text.replace(/^\*|\*$/g, "");
    const shown =
      end === "begin"
        ? words.from(plain)
        : end === "end"
          ? words.until(plain)
          : plain === text
            ? await wordOf(field, text)
            : words.contains(plain);
    told.push(`${titleOf(field)} ${shown}`);
  }
  const superQuery = readNodes(query.superQueryParams);
  if (superQuery.length > 0) told.push(await groupWords(String(query.superQueryMatchType ?? "and"), superQuery));
  return told.join(words.and);

  async function groupWords(matchType: string, nodes: readonly SuperNode[]): Promise<string> {
    const parts: string[] = [];
    for (const node of nodes) {
      if (isSuperGroup(node)) {
        parts.push(await groupWords(node.matchType, node.conditions));
        continue;
      }
      const rule = words.rules[node.rule.toLowerCase()] ?? node.rule;
      const name = node.field.split(",").at(-1) ?? node.field;
      const value = node.field.includes(",") ? String(node.val) : await wordOf(name, String(node.val));
      parts.push(`${node.field.includes(",") ? name : titleOf(name)} ${rule} ${value}`);
    }
    const all = parts.join(words.and);
    if (parts.length < 2) return all;
    return matchType.toLowerCase() === "or" ? words.any(all) : words.all(all);
  }
}

/** The engine has read the same text: what it does not read as a list has no conditions. */
function readNodes(text: unknown): readonly SuperNode[] {
  if (typeof text !== "string" || text === "") return [];
  try {
    const nodes: unknown = JSON.parse(text.startsWith("%") ? decodeURIComponent(text) : text);
    return Array.isArray(nodes) ? (nodes as SuperNode[]).filter((node) => node && typeof node === "object") : [];
  } catch {
    return [];
  }
}
