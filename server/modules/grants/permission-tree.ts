import { sql } from "kysely";
import type { Queryable } from "../../db/database.ts";

/** A menu or button as the administration's trees show it. */
export interface MenuRecord {
  readonly id: string;
  readonly parentId: string;
  readonly name: string;
  readonly menuType: number;
  readonly icon: string;
  readonly perms: string;
  readonly url: string;
  readonly ruleFlag: 0 | 1;
}

export interface TreeOf<Node> {
  readonly children: readonly (Node & TreeOf<Node>)[];
  readonly isLeaf: boolean;
}

/** Every menu and button that is not deleted, in its order. */
export async function loadMenuRecords(db: Queryable): Promise<readonly MenuRecord[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select id, parent_id, name, menu_type, icon, perms, url,
      exists (select 1 from sys_permission_data_rule rule where rule.permission_id = sys_permission.id) as has_rules
    from sys_permission
    where coalesce(del_flag, 0) = 0 order by menu_type = 2, sort_no, id`.execute(db);
  return rows.map((row) => ({
    id: String(row.id),
    parentId: String(row.parent_id ?? ""),
    name: String(row.name ?? ""),
    menuType: Number(row.menu_type),
    icon: String(row.icon ?? ""),
    perms: String(row.perms ?? ""),
    url: String(row.url ?? ""),
    ruleFlag: row.has_rules === true ? 1 : 0,
  }));
}

/** Rows as a tree; one whose parent is not among them stands at the top. A ring is left out. */
export function treeOf<Item extends { readonly id: string; readonly parentId: string }, Node extends object>(
  rows: readonly Item[],
  toNode: (row: Item) => Node,
): readonly (Node & TreeOf<Node>)[] {
  const known = new Set(rows.map((row) => row.id));
  const below = new Map<string, Item[]>();
  for (const row of rows) {
    const place = known.has(row.parentId) && row.parentId !== row.id ? row.parentId : "";
    below.set(place, [...(below.get(place) ?? []), row]);
  }
  const nodes = (parent: string): (Node & TreeOf<Node>)[] =>
    (below.get(parent) ?? []).map((row) => {
      const children = nodes(row.id);
      return { ...toNode(row), isLeaf: children.length === 0, children };
    });
  return nodes("");
}

/**
 * The tree for granting (contract 02 §2.2): the text stands in `slotTitle`, `title` and `label` are null.
 *
 * @param mayGive whether the person may hand a row on; others are shown and cannot be changed
 */
export function grantTree(rows: readonly MenuRecord[], mayGive: (id: string) => boolean) {
  const treeList = treeOf(rows, (row) => ({
    key: row.id,
    value: row.id,
    parentId: row.parentId || null,
    title: null,
    label: null,
    slotTitle: row.name,
    icon: row.icon,
    ruleFlag: row.ruleFlag,
    menuType: row.menuType,
    url: row.url,
    disableCheckbox: !mayGive(row.id),
    scopedSlots: { title: "hasDatarule" },
  }));
  return { treeList, ids: rows.map((row) => row.id) };
}

/** The tree for choosing a menu (contract 02 §2.3). */
export function menuTree(rows: readonly MenuRecord[]) {
  const treeList = treeOf(rows, (row) => ({
    key: row.id,
    value: row.id,
    parentId: row.parentId || null,
    title: row.name,
    label: row.name,
    slotTitle: row.name,
    icon: row.icon,
  }));
  return { treeList, ids: rows.map((row) => row.id) };
}
