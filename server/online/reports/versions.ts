import { sql } from "kysely";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import type { Queryable } from "../../db/database.ts";
import { refuse } from "../../http/refusal.ts";
import { realnames } from "../../models/history/versions.ts";
import { readDraft, type StoredDefinition } from "./definition.ts";

interface Kept {
  readonly headId: string;
  readonly definition: StoredDefinition;
  readonly username: string;
  readonly now: string;
  readonly newId: () => string;
}

/** Keeps a definition as the next version of its report; answers its number. */
export async function keepVersion(trx: Queryable, kept: Kept): Promise<number> {
  const { headId, definition, username, now, newId } = kept;
  const { rows } = await sql<{ last: string | number | null }>`
    select max(version_num) as last from onl_cgreport_version where cgrhead_id = ${headId}`.execute(trx);
  const versionNum = Number(rows[0]?.last ?? 0) + 1;
  await trx
    .insertInto("onl_cgreport_version")
    .values({
      id: newId(),
      cgrhead_id: headId,
      version_num: versionNum,
      definition: JSON.stringify(definition),
      version: 1,
      tenant_id: 0,
      create_by: username,
      create_time: now,
    })
    .execute();
  return versionNum;
}

/** The draft within a transaction, which must be there. */
export async function draftOf(trx: Queryable, headId: string): Promise<StoredDefinition> {
  const draft = await readDraft(trx, headId);
  if (!draft) throw refuse("未找到对应实体");
  return draft;
}

/** Versions of a report, the newest first. */
export async function listVersions(db: Queryable, headId: string): Promise<readonly Row[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select id, version_num, create_by, create_time from onl_cgreport_version
    where cgrhead_id = ${headId} order by version_num desc limit 200`.execute(db);
  const wire: Row[] = rows.map((row) => ({ id: row.id, version: Number(row.version_num), createBy: row.create_by }));
  const names = await realnames(db, wire);
  return rows.map((row) => ({
    id: String(row.id),
    version: Number(row.version_num),
    time: String(row.create_time ?? ""),
    username: String(row.create_by ?? ""),
    realname: names.get(String(row.create_by ?? "")) ?? String(row.create_by ?? ""),
  }));
}

export async function readVersionById(db: Queryable, id: string): Promise<StoredDefinition> {
  const { rows } = await sql<{ definition: unknown }>`
    select definition from onl_cgreport_version where id = ${id}`.execute(db);
  const definition = rows[0]?.definition;
  if (definition === undefined || definition === null) throw refuse("未找到对应实体");
  return (typeof definition === "string" ? JSON.parse(definition) : definition) as StoredDefinition;
}

/** Names of the parameters of reports, by report, in their order. */
export async function paramNames(
  db: Queryable,
  headIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  if (headIds.length === 0) return found;
  const { rows } = await sql<{ cgrhead_id: string; param_name: string }>`
    select cgrhead_id, param_name from onl_cgreport_param where cgrhead_id in (${sql.join(headIds)})
    order by order_num, id`.execute(db);
  for (const { cgrhead_id: id, param_name: name } of rows) found.set(id, [...(found.get(id) ?? []), name]);
  return found;
}
