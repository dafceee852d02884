import { sql, type Transaction } from "kysely";
import { accessDocuments, deriveAccess } from "../../../runtime/menu/derive-access.ts";
import { authChannel } from "../../auth/authentication.ts";
import { defaultTenant, theProduct } from "../../auth/caller.ts";
import { dataTables } from "../../data/data-tables.ts";
import { keyText } from "../../data/find-references.ts";
import { readShipped, saveShipped, type Values } from "../../data/shipped-rows.ts";
import { applyDataDocuments } from "../../data/upsert.ts";
import type { Database, Queryable, Tables } from "../../db/database.ts";
import { claimProcessNumber, createIdMaker } from "../../db/ids.ts";
import type { DocumentStore } from "../../documents/load-documents.ts";
import { removeLinks } from "./link-log.ts";

type Documents = Pick<DocumentStore, "screens" | "models" | "resolvedModels" | "broken">;

/** Names what a screen granted among the shipped rows: `access/store/store`. */
const owner = (screenId: string) => `access/${screenId}`;

/** A grant or a rule that a screen's `access` has made; `rule` is its name. */
interface Made {
  readonly role?: string;
  readonly permission: string;
  readonly rule?: string;
}

/**
 * Grants what screens say beside themselves, and takes back what they no longer say. Both only where nobody changed it
 * since: a grant that an administrator took away stays away, one that they gave other rules stays. What a broken
 * document granted stays until it can be read again.
 *
 * @param now `yyyy-MM-dd HH:mm:ss` in the business time zone
 */
export async function syncAccess(db: Database, documents: Documents, now: string): Promise<void> {
  const findModel = (id: string) => documents.models.get(id);
  // Without its model a screen has fewer buttons than it says.
  const isSound = (id: string) =>
    !documents.broken.has(id) && !documents.broken.has(documents.screens.get(id)?.model ?? id);
  const screens = [...documents.screens].filter(([id]) => isSound(id));
  const stated = new Map(screens.flatMap(([id, screen]) => [...accessDocuments(id, screen, findModel)]));
  const { rows } = await sql<{ model: string }>`select distinct model from ${sql.table(dataTables.rows)}
    where model like ${`${owner("")}%`}`.execute(db.kysely);
  const known = rows.map(({ model }) => model.slice(owner("").length));
  if (stated.size === 0 && known.length === 0) return;
  const newId = createIdMaker(await claimProcessNumber(db.kysely));
  await applyDataDocuments(db, stated, documents.resolvedModels, { demo: false, demoAccounts: false, newId, now });
  await db.transaction(async (trx) => {
    for (const id of new Set([...known, ...screens.map(([each]) => each)].filter(isSound))) {
      const screen = documents.screens.get(id);
      const made = screen ? madeBy(deriveAccess(id, screen, findModel)) : [];
      await takeBack(trx, documents, id, made, now);
    }
  });
  await db.notify(authChannel, "");
}

function madeBy(roles: ReturnType<typeof deriveAccess>): readonly Made[] {
  return roles.flatMap(({ roleCode, rule, rows }) => [
    ...rows.map(({ id }) => ({ role: roleCode, permission: id })),
    ...(rule && rows[0] ? [{ permission: rows[0].id, rule: rule.ruleName }] : []),
  ]);
}

const keyOf = ({ role = "", permission, rule = "" }: Made) => keyText([role, permission, rule]);

async function takeBack(
  trx: Transaction<Tables>,
  { resolvedModels: models }: Documents,
  id: string,
  made: readonly Made[],
  now: string,
): Promise<void> {
  const before = await readShipped(trx, owner(id));
  const wanted = new Map(made.map((each) => [keyOf(each), each]));
  const gone = [...before].filter(([key]) => !wanted.has(key)).map(([, values]) => values as unknown as Made);
  const granted = gone.length === 0 ? new Map<string, Values>() : await readShipped(trx, "system/role-permission");
  const removal = { db: trx, models, caller: theProduct(defaultTenant), now };
  for (const { role, permission } of gone.filter(({ rule }) => rule === undefined)) {
    const { rows } = await sql<{ id: string }>`select id from sys_role where role_code = ${role}`.execute(trx);
    for (const { id: roleId } of rows) {
      const key = keyText([roleId, permission]);
      const shipped = granted.get(key);
      const rules = String(shipped?.dataRuleIds ?? "");
      const isOurs = sql`role_id = ${roleId} and permission_id = ${permission} and coalesce(data_rule_ids, '') = ${rules}`;
      if (shipped) await removeLinks(removal, "sys_role_permission", isOurs);
      await forgetShipped(trx, "system/role-permission", key);
    }
  }
  for (const { permission, rule } of gone.filter((each) => each.rule !== undefined)) {
    await removeUnusedRule(trx, permission, String(rule));
    await forgetShipped(trx, "system/data-rule", keyText([permission, rule]));
  }
  for (const each of gone) await forgetShipped(trx, owner(id), keyOf(each));
  const fresh = [...wanted].filter(([key]) => !before.has(key));
  await saveShipped(
    trx,
    owner(id),
    fresh.map(([key, values]) => ({ key, values: { ...values } as Values })),
  );
  if (made.length === 0 && before.size > 0) {
    await sql`delete from ${sql.table(dataTables.documents)} where id like ${`${owner(id)}#%`}`.execute(trx);
  }
}

/** A rule that a grant still names stays: without it the grant would show nothing. */
async function removeUnusedRule(trx: Queryable, permission: string, name: string): Promise<void> {
  await sql`delete from sys_permission_data_rule rule where permission_id = ${permission} and rule_name = ${name}
    and not exists (select 1 from (
        select data_rule_ids from sys_role_permission union all select data_rule_ids from sys_depart_permission
        union all select data_rule_ids from sys_depart_role_permission) granted
      where rule.id = any(string_to_array(granted.data_rule_ids, ',')))`.execute(trx);
}

async function forgetShipped(trx: Queryable, model: string, key: string): Promise<void> {
  await sql`delete from ${sql.table(dataTables.rows)} where model = ${model} and row_key = ${key}`.execute(trx);
}
