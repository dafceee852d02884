import type { ResolvedModel, Row } from "../../../runtime/model/resolved-model.ts";
import type { Caller } from "../../auth/caller.ts";
import type { DocumentStore } from "../../documents/load-documents.ts";
import { AppError } from "../../http/errors.ts";
import { refuse } from "../../http/refusal.ts";
import type { Engine } from "../engine.ts";
import { refuseLookUp } from "../look-ups/may-look-up.ts";
import { resolveTableDict } from "./table-dictionaries.ts";

/** One node of a dictionary tree, as the wire has it; `leaf` and `isLeaf` mean the same (contract 03 §3.2). */
export interface DictTreeNode {
  /** Value that a picker stores. */
  readonly key: string;
  readonly value: string;
  readonly title: string;
  /** Of the row: what the level below names as its parent. */
  readonly id: string;
  readonly parentId: string;
  readonly isLeaf: boolean;
  readonly leaf: boolean;
}

export interface DictTreeQuery {
  readonly pid?: string;
  readonly tableName?: string;
  readonly text?: string;
  readonly code?: string;
  readonly pidField?: string;
  readonly hasChildField?: string;
  /** JSON object of equal pairs. */
  readonly condition?: string;
}

/** Whom every client asks for the top level (PCK-06), whatever the rows of the tree name there themselves. */
const wireRoot = "0";

/** Nodes answered of one level. */
const maxNodes = 1000;

/**
 * One level of the rows of a model, read as a tree. Table and columns are names among the dictionaries that documents
 * declare, the condition is pairs of known fields; rows are those that the caller may see.
 *
 * @throws AppError DICT_CODE_INVALID or INVALID for names that are not known
 */
export async function dictTreeLevel(
  engine: Engine,
  documents: DocumentStore,
  query: DictTreeQuery,
  caller: Caller,
): Promise<readonly DictTreeNode[]> {
  const { tableName = "", text = "", code = "" } = query;
  const dict = resolveTableDict(documents, text === "" && code === "" ? tableName : `${tableName},${text},${code}`);
  const { model } = dict;
  refuseLookUp(documents, model.id, caller);
  const tree = treeOf(model);
  const parent = query.pidField ? fieldNamed(model, query.pidField) : tree?.pid;
  if (parent === undefined) throw new AppError("DICT_CODE_INVALID");
  const hasChild = query.hasChildField ? fieldNamed(model, query.hasChildField) : tree?.hasChild;
  const pid = (query.pid ?? "").trim();
  const roots = [wireRoot, tree?.root ?? wireRoot].filter((root) => root !== "");
  const isTop = pid === "" || roots.includes(pid);
  const ofParent = isTop
    ? { matchType: "or", conditions: [is(parent, "empty", ""), ...roots.map((root) => is(parent, "eq", root))] }
    : is(parent, "eq", pid);
  const pairs = [...Object.entries(dict.where), ...readCondition(model, query.condition)];
  const conditions = [ofParent, ...pairs.map(([name, value]) => is(name, "eq", String(value)))];
  const page = await engine.list(
    model.id,
    { superQueryParams: JSON.stringify(conditions), column: dict.text, order: "asc", pageSize: String(maxNodes) },
    caller,
  );
  return page.records.map((row): DictTreeNode => {
    const isLeaf = hasChild !== undefined && !isYes(row[hasChild]);
    const value = String(row[dict.value] ?? row.id);
    const title = String(row[dict.text] ?? value);
    return { key: value, value, title, id: String(row.id), parentId: String(row[parent] ?? ""), isLeaf, leaf: isLeaf };
  });
}

const is = (field: string, rule: string, val: string) => ({ field, rule, val });

/** The tree relation of a model, by wire names. */
function treeOf(
  model: ResolvedModel,
): { readonly pid: string; readonly hasChild: string; readonly root: string } | undefined {
  for (const relation of Object.values(model.relations)) if (relation.kind === "tree") return relation;
  return undefined;
}

/** A field by wire name or column. */
function fieldNamed(model: ResolvedModel, typed: string): string {
  const found = [...model.fields.values()].find((field) => field.name === typed || field.column === typed);
  if (!found) throw new AppError("DICT_CODE_INVALID");
  return found.name;
}

function readCondition(model: ResolvedModel, text: string | undefined): readonly (readonly [string, unknown])[] {
  if (!text || text.trim() === "") return [];
  const parsed = parseObject(text);
  if (!parsed) throw refuse("condition 须为 JSON 对象");
  return Object.entries(parsed).map(([name, value]) => {
    if (typeof value === "object" && value !== null) throw refuse("condition 的值须为文本或数字");
    return [fieldNamed(model, name), value] as const;
  });
}

function parseObject(text: string): Row | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed) ? (parsed as Row) : undefined;
  } catch {
    return undefined;
  }
}

const isYes = (value: unknown): boolean => value === true || value === 1 || value === "1" || value === "Y";
