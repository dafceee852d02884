import { sql } from "kysely";
import { type DatabaseLocation, openDatabase } from "../../server/db/open-database.ts";

const deadlineMs = 30 * 60_000;
const families = [..."王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗"];
const givens = [..."伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰"];
const departs = 200;

/** Two characters that the n-th name holds. */
export function nameOf(n: number): string {
  return `${families[n % families.length]}${givens[n % givens.length]}`;
}

export const phoneOf = (n: number): string => `139${String(n).padStart(8, "0")}`;
export const departOf = (n: number): string => `bench-depart-${(n % departs) + 1}`;

/** Users with names, numbers and one department each, among departments of three levels. */
export async function fillUsers(location: DatabaseLocation, rows: number): Promise<void> {
  const db = await openDatabase(location, { deadlineMs });
  try {
    await sql`insert into sys_depart (id, depart_name, org_code, org_category, del_flag, version, tenant_id, create_time)
      select 'bench-depart-' || n, '部门 ' || n, 'Z' || lpad((n % 20 + 1)::text, 2, '0') || 'A' || lpad((n % 99 + 1)::text, 2, '0')
        || 'A' || lpad((n / 99 + 1)::text, 2, '0'), '2', 0, 1, 0, localtimestamp
      from generate_series(1, ${departs}::int) n`.execute(db.kysely);
    for (let from = 1; from <= rows; from += 10_000) {
      const to = Math.min(rows, from + 9_999);
      await sql`insert into sys_user (id, username, realname, phone, status, del_flag, version, tenant_id, create_by, create_time)
        select 'bench-' || n, 'user' || lpad(n::text, 6, '0'),
          (${sql.val(families)}::text[])[n % ${families.length}::int + 1] || (${sql.val(givens)}::text[])[n % ${givens.length}::int + 1]
            || (${sql.val(givens)}::text[])[(n / 7) % ${givens.length}::int + 1],
          '139' || lpad(n::text, 8, '0'), case when n % 50 = 0 then 2 else 1 end, 0, 1, 0, 'bench',
          timestamp '2026-01-01' + n * interval '1 minute'
        from generate_series(${from}::int, ${to}::int) n`.execute(db.kysely);
      await sql`insert into sys_user_depart (id, user_id, dep_id, version, tenant_id)
        select 'bench-' || n, 'bench-' || n, 'bench-depart-' || (n % ${departs}::int + 1), 1, 0
        from generate_series(${from}::int, ${to}::int) n`.execute(db.kysely);
    }
    await sql`vacuum (analyze) sys_user`.execute(db.kysely);
    await sql`vacuum (analyze) sys_user_depart`.execute(db.kysely);
  } finally {
    await db.close();
  }
}

const planned = {
  "first page": sql`select id from sys_user where del_flag = 0 order by create_time desc, id desc limit 10`,
  account: sql`select id from sys_user where username = 'user000037' and del_flag = 0 and tenant_id = 0`,
  "phone number": sql`select id from sys_user where phone = '13900000053' and del_flag = 0 and tenant_id = 0`,
  "by department": sql`select id from sys_user where id in (select user_id from sys_user_depart
    where dep_id = any(array['bench-depart-7'])) and del_flag = 0 order by username limit 10`,
};

/** The indexes that the database chooses for the queries of the list. */
export async function plansOf(location: DatabaseLocation): Promise<Record<string, string>> {
  const db = await openDatabase(location, { deadlineMs });
  try {
    const found: Record<string, string> = {};
    for (const [name, query] of Object.entries(planned)) {
      const { rows } = await sql<Record<string, string>>`explain ${query}`.execute(db.kysely);
      const lines = rows.map((row) => String(Object.values(row)[0]));
      found[name] = lines
        .filter((line) => /Scan/.test(line))
        .map((line) => line.replace(/^[\s>-]*/, "").replace(/\s+\(.*$/, ""))
        .join("; ");
    }
    return found;
  } finally {
    await db.close();
  }
}
