import { openDatabase } from "../server/db/open-database.ts";
import { sql } from "kysely";
import { keptPlan } from "../server/db/kept-plan.ts";
export async function run(dataDir: string, url?: string) {
  const db = await openDatabase(url ? { url } : { dataDir });
  const { rows: [m] } = await sql<any>`select * from member where referrer_id is not null and salesman_id is not null limit 1`.execute(db.kysely);
  const cols = Object.keys(m);
  const colList = sql.join(cols.map((c) => sql.id(c)));
  let n = Math.floor(Math.random()*1e8);
  const fresh = () => { n++; return { ...m, id: "x" + n, mobile: "19" + n, member_no: "X" + n, invite_code: n.toString(36).slice(-6) }; };
  const log = () => ({ id: "l" + ++n, version: 1, data_table: "member", data_id: "x" + n, data_version: 1, change: "saved", data_content: JSON.stringify(m), create_by: "admin", create_time: "2026-01-01 00:00:00", tenant_id: 0 });
  const logCols = sql.join(Object.keys(log()).map((c) => sql.id(c)));
  const cases: Record<string, (trx: any) => Promise<any>> = {
    "select 1": (t) => sql`select 1`.execute(t),
    "select 1 kept": (t) => sql`select 1 ${keptPlan}`.execute(t),
    "find member": (t) => sql`select ${colList} from member where id = ${m.id}`.execute(t),
    "find member for update kept": (t) => sql`select ${colList} from member where id = ${m.id} for update ${keptPlan}`.execute(t),
    "insert params": (t) => t.insertInto("member").values(fresh()).execute(),
    "insert json kept": (t) => sql`insert into member (${colList}) select ${colList} from json_populate_record(null::member, cast(${JSON.stringify(fresh())} as json)) ${keptPlan}`.execute(t),
    "insert json kept returning": (t) => sql`insert into member (${colList}) select ${colList} from json_populate_record(null::member, cast(${JSON.stringify(fresh())} as json)) returning ${colList} ${keptPlan}`.execute(t),
    "log params": (t) => t.insertInto("sys_data_log").values(log()).execute(),
    "log json kept": (t) => sql`insert into sys_data_log (${logCols}) select ${logCols} from json_populate_record(null::sys_data_log, cast(${JSON.stringify(log())} as json)) ${keptPlan}`.execute(t),
    "rollup": (t) => sql`update member set direct_count = direct_count + 1 where id = ${m.referrer_id}`.execute(t),
    "rollup kept": (t) => sql`update member set direct_count = direct_count + 1 where id = ${m.referrer_id} ${keptPlan}`.execute(t),
    "all in one kept": (t) => sql`with log as (insert into sys_data_log (${logCols}) select ${logCols} from json_populate_record(null::sys_data_log, cast(${JSON.stringify(log())} as json))),
      a as (update member set direct_count = direct_count + 1 where id = ${m.referrer_id} returning 1),
      b as (update member_level set member_count = member_count + 1 where id = ${m.level_id} and (select count(*) from a) >= 0 returning 1),
      c as (update salesman set member_count = member_count + 1 where id = ${m.salesman_id} and (select count(*) from b) >= 0 returning 1),
      d as (update store set member_count = member_count + 1 where id = ${m.service_store_id} and (select count(*) from c) >= 0 returning 1)
      insert into member (${colList}) select ${colList} from json_populate_record(null::member, cast(${JSON.stringify(fresh())} as json)) returning ${colList} ${keptPlan}`.execute(t),
  };
  for (const [name, run] of Object.entries(cases)) {
    for (const inTrx of [true]) {
      const N = 300;
      const loop = async (t: any, k: number) => { for (let i = 0; i < k; i++) await run(t); };
      await db.transaction((t) => loop(t, 100));
      const cpu = process.cpuUsage(), s = performance.now();
      await db.transaction((t) => loop(t, N));
      const c = process.cpuUsage(cpu);
      console.log(name.padEnd(30), "cpu ms", ((c.user + c.system) / 1000 / N).toFixed(3), "wall", ((performance.now() - s) / N).toFixed(3));
    }
  }
  const cpu = process.cpuUsage(), s = performance.now();
  for (let i = 0; i < 200; i++) await db.transaction((t) => cases["log json kept"]!(t));
  const c = process.cpuUsage(cpu);
  console.log("begin, log, commit", ((c.user + c.system) / 1000 / 200).toFixed(3), ((performance.now() - s) / 200).toFixed(3));
  await db.close();
}
