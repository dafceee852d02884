import type { ResolvedDict, ResolvedField, ResolvedModel } from "../../../runtime/model/resolved-model.ts";
import type { ConsoleServices } from "../../../runtime/react/services.ts";
import type { Editor } from "../../../runtime/schema/types.gen.ts";

export interface TreeNode {
  /** What is stored. */
  readonly value: string;
  readonly title: string;
  /** What the level below is asked for with. */
  readonly parentKey: string;
  readonly isLeaf: boolean;
}

/** Where a tree's levels come from. Reading rejects with the server's message. */
export interface TreeSource {
  /** Same text, same tree: levels read with it are used again. */
  readonly key: string;
  loadTop(): Promise<readonly TreeNode[]>;
  loadBelow(node: TreeNode): Promise<readonly TreeNode[]>;
}

/** The condition of a tree is a JSON string or nothing; anything else is a mistake of the document. */
export function isCondition(text: unknown): text is string | undefined {
  if (text === undefined || text === "") return true;
  if (typeof text !== "string") return false;
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null;
  } catch {
    return false;
  }
}

type TreeOptions = Extract<Editor, { readonly type: "tree-select" | "category-select" }>;

interface SourceParts {
  readonly services: ConsoleServices;
  readonly options: TreeOptions;
  readonly dict: ResolvedDict | undefined;
  readonly models: ReadonlyMap<string, ResolvedModel>;
}

/** PCK-06 and PCK-07: the same control over two families of calls. */
export function treeSource({ services, options, dict, models }: SourceParts): TreeSource {
  const ask = (url: string, params: Readonly<Record<string, unknown>>) => readLevel(services, url, params);
  const condition = options.condition ?? "";
  if (options.type === "category-select") {
    const url = "/sys/category/loadTreeData";
    const pcode = options.root ?? "0";
    return {
      key: JSON.stringify([url, pcode, condition]),
      loadTop: () => ask(url, { pcode, condition }),
      loadBelow: (node) => ask(url, { pid: node.parentKey, condition }),
    };
  }
  const [tableName = "", text = "", code = ""] = (options.dict ?? dictText(dict)).split(",");
  const tree = Object.values(models.get(tableName)?.relations ?? {}).find((relation) => relation.kind === "tree");
  const pidField = options.pidField ?? (tree?.kind === "tree" ? tree.pid : "");
  const hasChildField = options.hasChildField ?? (tree?.kind === "tree" ? tree.hasChild : "");
  const names = { tableName, text, code, pidField, hasChildField, condition };
  const url = "/sys/dict/loadTreeData";
  return {
    key: JSON.stringify([url, names, options.root]),
    loadTop: () => ask(url, { ...names, pid: options.root ?? "0" }),
    loadBelow: (node) => ask(url, { ...names, pid: node.parentKey }),
  };
}

/**
 * The id of the record that is being edited, where the field is the parent in a tree of its own model: neither the record nor
 * what is below it can be chosen there.
 *
 * @param row the record, as far as it is known
 */
export function ownRow(
  field: ResolvedField,
  { dict, models }: Pick<SourceParts, "dict" | "models">,
  row: unknown,
): string | undefined {
  const model = dict?.kind === "model" ? models.get(dict.model) : undefined;
  const tree = Object.values(model?.relations ?? {}).find((relation) => relation.kind === "tree");
  if (tree?.kind !== "tree" || tree.pid !== field.name) return undefined;
  const { id } = (row ?? {}) as { readonly id?: unknown };
  return typeof id === "string" ? id : undefined;
}

const dictText = (dict: ResolvedDict | undefined): string =>
  dict?.kind !== "model" ? "" : dict.model.includes(",") ? dict.model : `${dict.model},${dict.text},${dict.value}`;

async function readLevel(
  services: ConsoleServices,
  url: string,
  params: Readonly<Record<string, unknown>>,
): Promise<readonly TreeNode[]> {
  const level = await services.lookUp<unknown>({ method: "GET", url, params });
  return Array.isArray(level) ? level.flatMap((wire) => readNode(wire) ?? []) : [];
}

/** Foreign servers say `leaf` as 0 or 1, or as a boolean, under one of two names. */
function readNode(wire: unknown): TreeNode | undefined {
  if (typeof wire !== "object" || wire === null) return undefined;
  const { key, value, code, title, name, label, leaf, isLeaf, id } = wire as Record<string, unknown>;
  const stored = value ?? code ?? key ?? id;
  if (stored === undefined || stored === null) return undefined;
  const ends = isLeaf ?? leaf;
  return {
    value: String(stored),
    title: String(title ?? label ?? name ?? stored),
    parentKey: String(id ?? key ?? stored),
    isLeaf: ends === true || ends === 1 || ends === "1",
  };
}
