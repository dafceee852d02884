import { sql, type Transaction } from "kysely";
import { deriveMenuRows, type MenuRow, permissionIdOf } from "../../../runtime/menu/derive-menu-rows.ts";
import { authChannel } from "../../auth/authentication.ts";
import type { Database, Tables } from "../../db/database.ts";
import type { DocumentStore } from "../load-documents.ts";

/** What an administrator may make their own; everything else of a shipped row follows its document. */
const ownable = { name: "name", icon: "icon", sortNo: "sort_no", parentId: "parent_id", hidden: "hidden" } as const;
type Ownable = keyof typeof ownable;
type Shipped = Pick<MenuRow, Ownable>;

/**
 * Makes the menu and button rows of all screens. A title, icon, order, parent or visibility that differs from what was
 * shipped last was changed by an administrator and stays theirs. Rows of documents that are gone are marked deleted, so
 * that their grants come back with them; a broken document keeps its rows.
 */
export async function syncMenus(db: Database, documents: DocumentStore): Promise<void> {
  await db.transaction((trx) => writeMenus(trx, documents));
  // Other servers on the same database keep the permission table for a while.
  await db.notify(authChannel, "");
}

/** The same within a transaction, whose caller tells the other servers. */
export async function writeMenus(trx: Transaction<Tables>, documents: DocumentStore): Promise<void> {
  const rows = [...documents.screens].flatMap(([id, screen]) =>
    deriveMenuRows(id, screen, (modelId) => documents.models.get(modelId)),
  );
  const shipped = await loadShipped(trx);
  const stored = await loadStored(trx);
  const now = new Date();
  for (const row of rows) {
    const current = stored.get(row.id);
    if (!current) await insertRow(trx, row, now);
    else await updateRow(trx, row, current, shipped.get(row.id), now);
    await rememberShipped(trx, row, shipped.get(row.id));
  }
  const made = new Set(rows.map((row) => row.id));
  const broken = new Set([...documents.broken.keys()].map(permissionIdOf));
  const isGone = (id: string) => !made.has(id) && !broken.has(id.split("#", 1)[0] ?? id);
  await markDeleted(trx, [...shipped.keys()].filter(isGone));
  await markParents(trx);
}

/** `has_child`: whether a row has pages or folders below it; rows that say so already are not written again. */
async function markParents(trx: Transaction<Tables>): Promise<void> {
  const hasChild = sql`case when exists (select 1 from sys_permission child
    where child.parent_id = parent.id and child.menu_type <> 2) then '1' else '0' end`;
  await sql`update sys_permission parent set has_child = ${hasChild}
    where has_child is distinct from ${hasChild}`.execute(trx);
}

async function loadShipped(trx: Transaction<Tables>): Promise<Map<string, Shipped>> {
  const rows = await trx.selectFrom("sys_permission_shipped").select(["id", "shipped"]).execute();
  return new Map(
    rows.map((row) => {
      const shipped = typeof row.shipped === "string" ? JSON.parse(row.shipped) : row.shipped;
      return [String(row.id), shipped as Shipped];
    }),
  );
}

async function loadStored(trx: Transaction<Tables>): Promise<Map<string, Readonly<Record<string, unknown>>>> {
  const rows = await trx
    .selectFrom("sys_permission")
    .select([
      "id",
      "name",
      "icon",
      "sort_no",
      "parent_id",
      "hidden",
      "url",
      "component",
      "perms",
      "menu_type",
      "del_flag",
    ])
    .execute();
  return new Map(rows.map((row) => [String(row.id), row]));
}

/** Columns that always follow the document. */
function documentColumns(row: MenuRow): Record<string, unknown> {
  return { url: row.url, component: row.component, perms: row.perms, menu_type: row.menuType, del_flag: 0 };
}

async function insertRow(trx: Transaction<Tables>, row: MenuRow, now: Date): Promise<void> {
  await trx
    .insertInto("sys_permission")
    .values({
      id: row.id,
      ...documentColumns(row),
      name: row.name,
      icon: row.icon,
      sort_no: row.sortNo,
      parent_id: row.parentId,
      hidden: row.hidden,
      keep_alive: row.keepAlive,
      is_route: true,
      always_show: false,
      internal_or_external: false,
      hide_tab: false,
      perms_type: "1",
      status: "1",
      has_child: "0",
      rule_flag: 0,
      version: 1,
      tenant_id: 0,
      create_by: "system",
      create_time: now,
    })
    .execute();
}

async function updateRow(
  trx: Transaction<Tables>,
  row: MenuRow,
  stored: Readonly<Record<string, unknown>>,
  shipped: Shipped | undefined,
  now: Date,
): Promise<void> {
  const next: Record<string, unknown> = documentColumns(row);
  for (const [field, column] of Object.entries(ownable) as [Ownable, string][]) {
    const isHis = shipped === undefined || !same(stored[column], shipped[field]);
    if (!isHis) next[column] = row[field];
  }
  const changed = Object.entries(next).filter(([column, value]) => !same(stored[column], value));
  if (changed.length === 0) return;
  await trx
    .updateTable("sys_permission")
    .set({ ...Object.fromEntries(changed), update_time: now })
    .where("id", "=", row.id)
    .execute();
}

/** Compares a stored value with a document's: numbers arrive as text, an empty text as null. */
function same(stored: unknown, value: unknown): boolean {
  if (typeof value === "number") return Number(stored) === value;
  return (stored ?? "") === (value ?? "");
}

async function rememberShipped(trx: Transaction<Tables>, row: MenuRow, before: Shipped | undefined): Promise<void> {
  const fields = Object.keys(ownable) as Ownable[];
  if (before && fields.every((field) => before[field] === row[field])) return;
  const shipped = JSON.stringify(Object.fromEntries(fields.map((field) => [field, row[field]])));
  await trx
    .insertInto("sys_permission_shipped")
    .values({ id: row.id, shipped })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ shipped }))
    .execute();
}

async function markDeleted(trx: Transaction<Tables>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable("sys_permission")
    .set({ del_flag: 1 })
    .where("id", "in", ids)
    .where("del_flag", "=", 0)
    .execute();
}
