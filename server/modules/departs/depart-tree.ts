import type { Row } from "../../../runtime/model/resolved-model.ts";
import type { Caller } from "../../auth/caller.ts";
import type { Engine } from "../../models/engine.ts";

/** A department in a picker: `key` and `value` are its id, `title` its name (contract 02 §2.5). */
export interface DepartNode {
  readonly id: string;
  readonly key: string;
  readonly value: string;
  readonly title: string;
  readonly departName: string;
  readonly orgCode: string;
  readonly orgCategory: string;
  readonly parentId: string;
  readonly isLeaf: boolean;
  readonly children: readonly DepartNode[];
  /** What the form of recorded clients takes from the tree. */
  readonly [administered: string]: unknown;
}

const administered = ["orgType", "departOrder", "mobile", "fax", "address", "memo"] as const;
const mayAdminister = (caller: Caller): boolean => caller.isAdmin || caller.permissions.has("system:depart:list");

/** What those who may open the list of departments see in the tree too: recorded clients edit what it says. */
export const administeredFields = (caller: Caller): readonly string[] => (mayAdminister(caller) ? administered : []);

/** What look-ups say of a department; who belongs to it is counted for the list only. */
const looked = ["departName", "orgCode", "orgCategory", "parentId", "hasChild", ...administered];

/** The departments that a caller may see, in their order, with the fields of `looked`. */
export async function listDeparts(engine: Engine, caller: Caller): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const steps = engine.exportRows("system/depart", {}, caller, { fields: looked, isStored: true });
  for await (const batch of steps) rows.push(...batch);
  return rows;
}

/**
 * Departments as a tree. One whose parent is not among them, because the caller may not see it or because it is gone,
 * stands at the top.
 */
export function departTree(rows: readonly Row[], more: readonly string[] = []): readonly DepartNode[] {
  const known = new Set(rows.map((row) => String(row.id)));
  const below = new Map<string, Row[]>();
  for (const row of rows) {
    const parent = String(row.parentId ?? "");
    const place = known.has(parent) && parent !== String(row.id) ? parent : "";
    const siblings = below.get(place);
    if (siblings) siblings.push(row);
    else below.set(place, [row]);
  }
  const nodes = (parent: string): DepartNode[] => (below.get(parent) ?? []).map(node);
  const node = (row: Row): DepartNode => {
    const id = String(row.id);
    const name = String(row.departName ?? "");
    const children = nodes(id);
    return {
      ...Object.fromEntries(more.map((field) => [field, row[field] ?? null])),
      id,
      key: id,
      value: id,
      title: name,
      departName: name,
      orgCode: String(row.orgCode ?? ""),
      orgCategory: String(row.orgCategory ?? ""),
      parentId: String(row.parentId ?? ""),
      isLeaf: children.length === 0,
      children,
    };
  };
  return nodes("");
}
