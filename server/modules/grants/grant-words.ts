import { sql } from "kysely";
import type { ResolvedModel } from "../../../runtime/model/resolved-model.ts";
import { type GrantTarget, grantTables } from "../../auth/grant-targets.ts";
import type { Queryable } from "../../db/database.ts";
import { loadRules } from "./data-rules-of.ts";
import { ruleSentences } from "./rule-words.ts";
import type { Done, GrantsDone } from "./save-grants.ts";

/**
 * A change of grants for the operation log: whose it is, and every item by its name.
 *
 * @example 角色 门店文员（store_clerk）授权：新增 门店订单、门店订单/审核；移除 门店；数据规则 门店订单：新增 本店的订单（所属部门 等于 本人当前部门）
 */
export async function grantWords(
  db: Queryable,
  models: ReadonlyMap<string, ResolvedModel>,
  target: GrantTarget,
  done: GrantsDone,
): Promise<string> {
  const menus = await menuNames(db, [
    ...done.given,
    ...done.taken,
    ...done.rules.map(({ permissionId }) => permissionId),
  ]);
  const rules = await ruleNames(
    db,
    models,
    done.rules.flatMap(({ given, taken }) => [...given, ...taken]),
  );
  const parts = [
    ...changes(done, menus),
    ...done.rules.map((one) => `数据规则 ${menus(one.permissionId)}：${changes(one, rules).join("，")}`),
    ...(await homeWords(db, done.home)),
  ];
  const change = parts.length === 0 ? "没有变化" : parts.join("；");
  return `${await ownerName(db, target)}授权：${change}`;
}

function changes({ given, taken }: Done, nameOf: (id: string) => string): string[] {
  const part = (word: string, ids: readonly string[]) =>
    ids.length === 0 ? [] : [`${word} ${ids.map(nameOf).join("、")}`];
  return [...part("新增", given), ...part("移除", taken)];
}

async function homeWords(db: Queryable, home: string | null | undefined): Promise<string[]> {
  if (home === undefined) return [];
  return [home === null ? "首页 恢复默认" : `首页 ${(await menuNames(db, [home]))(home)}`];
}

async function ownerName(db: Queryable, { kind, id }: GrantTarget): Promise<string> {
  const { owner, name, code, title } = grantTables[kind];
  const row = (await db.selectFrom(owner).selectAll().where("id", "=", id).executeTakeFirst()) as
    | Readonly<Record<string, unknown>>
    | undefined;
  return `${title} ${row?.[name] ?? ""}（${row?.[code] ?? id}）`;
}

/** Buttons are named with their page. */
async function menuNames(db: Queryable, ids: readonly string[]): Promise<(id: string) => string> {
  const { rows } = await sql<{ id: string; name: string }>`
    select row.id, case when row.menu_type = 2 then concat_ws('/', page.name, row.name) else row.name end as name
    from sys_permission row left join sys_permission page on page.id = row.parent_id
    where row.id = any(${sql.val([...ids])}::text[])`.execute(db);
  return namedBy(rows);
}

async function ruleNames(
  db: Queryable,
  models: ReadonlyMap<string, ResolvedModel>,
  ids: readonly string[],
): Promise<(id: string) => string> {
  if (ids.length === 0) return (id) => id;
  const chosen = (await loadRules(db)).filter(({ id }) => ids.includes(id));
  const sentences = await ruleSentences(db, models, chosen);
  return (id) => sentences.get(id) ?? id;
}

function namedBy(rows: readonly { readonly id: string; readonly name: string }[]): (id: string) => string {
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? id;
}
