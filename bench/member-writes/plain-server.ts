import Fastify from "fastify";
import { sql, type Transaction } from "kysely";
import { businessTime } from "../../runtime/format/business-time.ts";
import type { Database, Tables } from "../../server/db/database.ts";
import { openDatabase } from "../../server/db/open-database.ts";

/**
 * What somebody writes by hand for adding and editing a member: one route each with a body schema, one transaction with the
 * row, what a registration brings with it (level history, relations, reward), the data log and the roll-ups. No rights, no
 * rules of documents, no fill rules, no texts of dictionaries.
 *
 * node plain-server.js <data folder | postgres url>; prints `ready <url>`.
 */
const [location = ""] = process.argv.slice(2);
const db = await openDatabase(location.startsWith("postgres") ? { url: location } : { dataDir: location });
await sql`create sequence if not exists plain_member`.execute(db.kysely);

const text = { type: ["string", "null"], maxLength: 255 } as const;
const member = {
  type: "object",
  required: ["realname", "mobile"],
  properties: {
    id: text,
    version: { type: "integer" },
    realname: { type: "string", minLength: 1, maxLength: 50 },
    mobile: { type: "string", pattern: "^1[0-9]{10}$" },
    sex: { type: "string", enum: ["1", "2"] },
    birthday: text,
    email: text,
    tags: text,
    remark: text,
    referrerId: text,
    serviceStoreId: text,
  },
} as const;

interface Body {
  readonly id: string;
  readonly version: number;
  readonly realname: string;
  readonly mobile: string;
  readonly sex: string;
  readonly birthday: string;
  readonly email: string;
  readonly tags: string;
  readonly remark: string;
  readonly referrerId: string;
  readonly serviceStoreId: string;
}

let lastId = Date.now() * 1_000;
const newId = () => String(++lastId);
const ok = (result: unknown) => ({ success: true, code: 200, message: "", result, timestamp: Date.now() });

async function logRow(
  trx: Transaction<Tables>,
  row: Record<string, unknown>,
  now: string,
  table = "member",
): Promise<void> {
  const log = {
    id: newId(),
    version: 1,
    data_table: table,
    data_id: row.id,
    data_version: row.version,
    change: "saved",
    data_content: JSON.stringify(row),
    create_by: "admin",
    create_time: now,
    tenant_id: 0,
  };
  await trx.insertInto("sys_data_log").values(log).execute();
}

async function add(trx: Transaction<Tables>, body: Body): Promise<Record<string, unknown>> {
  const now = businessTime(new Date(), "Asia/Shanghai");
  const store = await trx
    .selectFrom("store")
    .select(["maintainer_id", "depart_code"])
    .where("id", "=", body.serviceStoreId)
    .executeTakeFirstOrThrow();
  const level = await trx.selectFrom("member_level").select("id").where("rank", "=", 1).executeTakeFirstOrThrow();
  const id = newId();
  const row = await trx
    .insertInto("member")
    .values({
      id,
      version: 1,
      member_no: sql`'P' || lpad(nextval('plain_member')::text, 8, '0')`,
      invite_code: Math.random().toString(36).slice(2, 8).toUpperCase(),
      realname: body.realname,
      mobile: body.mobile,
      sex: body.sex,
      birthday: body.birthday,
      email: body.email,
      tags: body.tags,
      referrer_id: body.referrerId,
      service_store_id: body.serviceStoreId,
      salesman_id: store.maintainer_id,
      level_id: level.id,
      register_source: "2",
      register_time: now,
      status: "1",
      points: 0,
      gross_amount: 0,
      total_amount: 0,
      order_count: 0,
      open_order_count: 0,
      direct_count: 0,
      team_count: 0,
      team_size: 1,
      team_amount: 0,
      team_total: 0,
      sys_org_code: store.depart_code,
      create_by: "admin",
      create_time: now,
      tenant_id: 0,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await logRow(trx, row, now);
  await addFollowing(trx, row, now);
  await countMember(trx, body.referrerId);
  const counts = [
    ["member_level", "member_count", level.id],
    ["salesman", "member_count", store.maintainer_id],
    ["store", "member_count", body.serviceStoreId],
  ] as const;
  for (const [table, column, parent] of counts) {
    await trx
      .updateTable(table)
      .set({ [column]: sql`${sql.ref(column)} + 1` })
      .where("id", "=", parent)
      .execute();
  }
  return row;
}

/** In the order of their ids: two registrations of one tree would wait for each other crosswise. */
async function countMember(trx: Transaction<Tables>, referrerId: string): Promise<void> {
  await sql`with recursive above (id, next) as (
      select id, referrer_id from member where id = ${referrerId}
      union all select m.id, m.referrer_id from above join member m on m.id = above.next),
    locked as (select id from member where id in (select id from above) order by id for update)
    update member set team_count = team_count + 1, team_size = team_size + 1,
      direct_count = direct_count + case when id = ${referrerId} then 1 else 0 end
    where id in (select id from locked)`.execute(trx);
}

/** The first row of the level history, the relations to referrer and store, the reward of the referrer. */
async function addFollowing(trx: Transaction<Tables>, member: Record<string, unknown>, now: string): Promise<void> {
  const named = async (table: string, column: string, id: unknown) =>
    (await trx.selectFrom(table).select([column, "sys_org_code"]).where("id", "=", id).executeTakeFirstOrThrow()) ?? {};
  const referrer = await named("member", "realname", member.referrer_id);
  const store = await named("store", "name", member.service_store_id);
  const param = await trx
    .selectFrom("settle_param")
    .select(["register_reward", "freeze_days"])
    .where("settle_type", "=", "3")
    .where("status", "=", "1")
    .executeTakeFirstOrThrow();
  const own = { version: 1, create_by: "admin", create_time: now, tenant_id: 0, sys_org_code: member.sys_org_code };
  const history = {
    ...own,
    id: newId(),
    change_time: now,
    member_id: member.id,
    member_no: member.member_no,
    member_name: member.realname,
    new_level_id: member.level_id,
    change_type: "1",
    gross_amount: 0,
    reason: "注册",
    operator: "admin",
  };
  await trx.insertInto("member_level_record").values(history).execute();
  await logRow(trx, history, now, "member_level_record");
  const relation = (type: string, id: unknown, name: unknown) => ({
    ...own,
    id: newId(),
    change_time: now,
    member_id: member.id,
    member_name: member.realname,
    relation_type: type,
    after_id: id,
    after_name: name,
    reason: "注册",
    operator: "admin",
  });
  const relations = [
    relation("1", member.referrer_id, referrer.realname),
    relation("3", member.service_store_id, store.name),
  ];
  await trx.insertInto("member_relation").values(relations).execute();
  for (const row of relations) await logRow(trx, row, now, "member_relation");
  const reward = await trx
    .insertInto("member_promotion")
    .values({
      ...own,
      sys_org_code: referrer.sys_org_code,
      id: newId(),
      promo_no: sql`'PT' || lpad(nextval('plain_member')::text, 8, '0')`,
      promoter_id: member.referrer_id,
      promoter_name: referrer.realname,
      source_member_id: member.id,
      source_name: member.realname,
      promo_type: "1",
      layer: 1,
      base_amount: 0,
      rate: 0,
      reward_amount: param.register_reward,
      unfreeze_time: sql`cast(${now} as timestamp) + make_interval(days => ${param.freeze_days})`,
      status: "0",
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await logRow(trx, reward, now, "member_promotion");
}

async function edit(trx: Transaction<Tables>, body: Body): Promise<Record<string, unknown>> {
  const now = businessTime(new Date(), "Asia/Shanghai");
  const before = await trx
    .selectFrom("member")
    .select("version")
    .where("id", "=", body.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (before.version !== body.version) throw new Error("changed by somebody else");
  const { realname, mobile, sex, birthday, email, tags, remark } = body;
  const row = await trx
    .updateTable("member")
    .set({ realname, mobile, sex, birthday, email, tags, remark, version: body.version + 1, update_time: now })
    .where("id", "=", body.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await logRow(trx, row, now);
  return row;
}

const inTransaction = (database: Database, work: typeof add) => async (request: { readonly body: Body }) =>
  ok(await database.transaction((trx) => work(trx, request.body)));

const app = Fastify({ bodyLimit: 2 * 1024 * 1024 });
app.post<{ Body: Body }>("/api/member/member/add", { schema: { body: member } }, inTransaction(db, add));
app.put<{ Body: Body }>("/api/member/member/edit", { schema: { body: member } }, inTransaction(db, edit));
const url = await app.listen({ port: 0, host: "127.0.0.1" });
process.once("SIGTERM", async () => {
  await app.close();
  await db.close();
  process.exit(0);
});
console.log(`ready ${url}`);
