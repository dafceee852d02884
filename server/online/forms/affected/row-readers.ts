import { sql } from "kysely";
import { formScreenKinds } from "../../../../runtime/online-forms/compile-screen.ts";
import { readSuperQuery, superConditions } from "../../../../runtime/query/super-query.ts";
import { isSort } from "../../../models/saved-queries/saved-queries.ts";
import { menuRowsOf } from "../rights/controls.ts";
import { type Found, isAffected, type Look, lostOf, shownColumns } from "./look.ts";

/** Data rules of the menu row that opens the form. */
export async function affectedRules({ db, change }: Look): Promise<readonly Found[]> {
  const menu = (await menuRowsOf(db, [change.headId])).get(change.headId);
  if (menu === undefined || !change.next) return [];
  const { rows } = await sql<{ name: string; field: string; menu: string }>`
    select r.rule_name as name, r.rule_column as field, p.name as menu from sys_permission_data_rule r
    join sys_permission p on p.id = r.permission_id
    where (p.id = ${menu} or p.parent_id = ${menu}) order by r.rule_name, r.id`.execute(db);
  return rows.flatMap(({ name, field, menu: place }) => {
    const columns = lostOf(change, [field]);
    return columns.length > 0 ? [{ name, place, columns }] : [];
  });
}

/** Saved queries of the form's own pages; they go with it. */
export async function affectedQueries({ db, change }: Look): Promise<readonly Found[]> {
  if (!change.next) return [];
  const screens = formScreenKinds.map((kind) => `online/${kind}/${change.headId.toLowerCase()}`);
  const { rows } = await sql<{ title: string; by: string | null; content: unknown }>`
    select title, create_by as by, content from sys_saved_query
    where lower(screen) in (${sql.join(screens)}) order by title, id`.execute(db);
  return rows.flatMap(({ title, by, content }) => {
    const columns = lostOf(change, fieldsIn(content));
    return columns.length > 0 ? [{ name: title, place: by ?? "", columns }] : [];
  });
}

function fieldsIn(content: unknown): readonly string[] {
  const stored = ((typeof content === "string" ? JSON.parse(content) : content) ?? {}) as Stored;
  const query = readSuperQuery(stored);
  const { columns, sort } = stored;
  return [
    ...(query ? superConditions(query).map(({ field }) => field) : []),
    ...(Array.isArray(columns) ? columns.map(String) : []),
    ...(isSort(sort) ? [sort.field] : []),
  ];
}

type Stored = Readonly<Record<string, unknown>>;

/** The menu row of a form that is deleted. */
export async function affectedMenus({ db, change }: Look): Promise<readonly Found[]> {
  if (change.next) return [];
  const menu = (await menuRowsOf(db, [change.headId])).get(change.headId);
  if (menu === undefined) return [];
  const { rows } = await sql<{ name: string; place: string | null }>`
    select p.name, up.name as place from sys_permission p left join sys_permission up on up.id = p.parent_id
    where p.id = ${menu}`.execute(db);
  return rows.map(({ name, place }) => ({ name, place: place ?? "", columns: [] }));
}

/** Who is sent a report regularly that loses something. */
export async function affectedSubscriptions({ db }: Look, reports: readonly Found[]): Promise<readonly Found[]> {
  const byId = new Map(reports.flatMap((report) => (report.link ? [[report.link.id, report] as const] : [])));
  if (byId.size === 0) return [];
  const { rows } = await sql<{ title: string; report: string }>`
    select title, cgrhead_id as report from onl_cgreport_subscription
    where cgrhead_id in (${sql.join([...byId.keys()])}) order by title, id`.execute(db);
  return rows.map(({ title, report }) => {
    const { name = "", columns = [] } = byId.get(report) ?? {};
    return { name: title, place: name, columns };
  });
}

/** Other systems that are told of the form's rows: with all their columns. */
export async function affectedWebhooks({ db, change }: Look): Promise<readonly Found[]> {
  const columns = [...change.columns.values()];
  if (!isAffected(change, columns)) return [];
  const { rows } = await sql<{ name: string; url: string }>`select name, url from sys_webhook
    where ${change.modelId} = any(string_to_array(tables, ',')) order by name, id`.execute(db);
  return rows.map(({ name, url }) => ({ name, place: hostOf(url), columns: shownColumns(change, columns) }));
}

/** An address may carry a secret. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : "");
