import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { expect } from "vitest";
import type { Database } from "../../../server/db/database.ts";
import { proveCount } from "../../support/prove.ts";
import { readPdf } from "../../support/read-pdf.ts";
import { until } from "../../support/until.ts";
import type { KillCase, Person } from "./kill-case.ts";

/** Of one statement: the embedded database ends one that takes long. */
const atOnce = 2_000;

/** Members whose numbers say which they are. */
export async function fillMembers({ kysely }: Database, count: number): Promise<void> {
  for (let first = 1; first <= count; first += atOnce) {
    await sql`insert into member (id, version, member_no, realname, mobile, register_source, tenant_id, create_time, level_id)
      select 'm' || n, 1, 'M' || lpad(n::text, 7, '0'), '批量', '19' || lpad(n::text, 9, '0'), '5', 0,
        timestamp '2026-01-01', (select id from member_level order by rank limit 1) from generate_series(${first}::integer, ${first + atOnce - 1}::integer) n`.execute(
      kysely,
    );
  }
  await sql`update member_level set member_count = member_count + ${count}
    where rank = (select min(rank) from member_level)`.execute(kysely);
  // As the server itself does from time to time.
  await sql`analyze member`.execute(kysely);
}

export interface Listed {
  readonly id: string;
  readonly state: string;
  readonly rows: string;
}

export const exportList = async ({ call }: Person) =>
  (await call<{ records: readonly Listed[] }>("GET", "/sys/export/list")).result.records[0];

export async function orderExport({ call }: Person, format: "csv" | "pdf", last: number): Promise<string> {
  const memberNo = { memberNo_begin: "M0000001", memberNo_end: `M${String(last).padStart(7, "0")}` };
  const query = { exportFields: "memberNo", column: "memberNo", order: "asc", ...memberNo };
  const body = { kind: "model", id: "member/member", format, query };
  return (await call<{ id: string }>("POST", "/sys/export/add", body)).result.id;
}

/** The bytes of the file, or undefined where there is no whole one. */
export async function downloadExport({ api, headers }: Person, id: string): Promise<Buffer | undefined> {
  const answer = await fetch(`${api}/sys/export/download?id=${id}`, { headers });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return answer.headers.get("content-type")?.includes("json") ? undefined : bytes;
}

export const exportFiles = ({ folder }: Person) => readdir(join(folder, "files", "export"));

export const exportFile = (format: "csv" | "pdf", count: number): KillCase => ({
  title: `EXP-14 an export as ${format} is made whole after the restart, once and without leftovers`,
  fill: (db) => fillMembers(db, count),
  async prepare(before) {
    let id = "";
    return {
      async act() {
        id = await orderExport(before, format, count);
        return false;
      },
      async isAtWork() {
        await until(async () => {
          const listed = await exportList(before);
          expect(listed?.state).toBe("running");
          expect(listed?.rows).not.toMatch(/^0 /);
        });
        expect(await downloadExport(before, id)).toBeUndefined();
      },
      async check(after) {
        await until(async () => expect((await exportList(after))?.state).toBe("done"));
        const bytes = (await downloadExport(after, id)) ?? Buffer.alloc(0);
        const lines =
          format === "pdf" ? (await readPdf(bytes)).flatMap((page) => page.lines) : String(bytes).split("\r\n");
        const numbers = lines.flatMap((line) => line.match(/^M\d{7}$/) ?? []);
        expect(numbers.length).toBe(count);
        expect(new Set(numbers).size).toBe(count);
        // By its second try: the first was really stopped.
        expect(await exportFiles(after)).toEqual([`${id}-2.${format}`]);
        await fetch(`${after.api}/sys/export/delete?id=${id}`, { method: "DELETE", headers: after.headers });
      },
    };
  },
});
export const sampleRows = proveCount(6_000, 10_000);
