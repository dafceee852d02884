import { rmSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "../../server/db/open-database.ts";
import { type ConsoleServer, startConsoleServer, testPassword } from "../support/console-server.ts";
import { copyStartedFolder } from "../support/test-server.ts";
import { until } from "../support/until.ts";

const rows = 10_000;
/** Of one statement: the embedded database ends one that takes long. */
const atOnce = 2_000;
let dataDir: string;
beforeAll(async () => {
  dataDir = await copyStartedFolder();
  const db = await openDatabase({ dataDir });
  for (let first = 1; first <= rows; first += atOnce) {
    await sql`insert into member (id, version, member_no, realname, mobile, register_source, tenant_id, create_time)
      select 'm' || n, 1, 'M' || lpad(n::text, 6, '0'), '批量', '13' || lpad(n::text, 9, '0'), '5', 0,
        timestamp '2026-01-01' from generate_series(${first}::integer, ${first + atOnce - 1}::integer) n`.execute(
      db.kysely,
    );
  }
  await db.close();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

interface Listed {
  readonly id: string;
  readonly state: string;
  readonly rows: string;
}

async function signIn({ url }: ConsoleServer) {
  const answer = await fetch(`${url}/api/sys/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "admin", password: testPassword }),
  });
  const { result } = (await answer.json()) as { result: { token: string } };
  const headers = { "X-Access-Token": result.token, "content-type": "application/json" };
  return {
    list: async () => {
      const listed = await fetch(`${url}/api/sys/export/list`, { headers });
      return ((await listed.json()) as { result: { records: readonly Listed[] } }).result.records[0];
    },
    order: () =>
      fetch(`${url}/api/sys/export/add`, {
        method: "POST",
        headers,
        body: JSON.stringify({
          kind: "model",
          id: "member/member",
          format: "csv",
          query: { exportFields: "memberNo", column: "memberNo", order: "asc" },
        }),
      }),
    download: async (id: string) => (await fetch(`${url}/api/sys/export/download?id=${id}`, { headers })).text(),
  };
}

it("EXP-14 an export that kill -9 stops in the middle is made whole after the restart, once and without leftovers", async () => {
  const first = await startConsoleServer({ SEED: "none" }, dataDir);
  const before = await signIn(first);
  expect((await before.order()).status).toBe(200);
  await until(async () => {
    const listed = await before.list();
    expect(listed?.state).toBe("running");
    expect(listed?.rows).not.toBe("0 / 10,000");
  });
  await first.stop("SIGKILL");
  const second = await startConsoleServer({ SEED: "none" }, dataDir);
  const after = await signIn(second);
  const done = await until(async () => {
    const listed = await after.list();
    expect(listed?.state).toBe("done");
    return listed as Listed;
  });
  const lines = (await after.download(done.id)).trim().split("\r\n").slice(1);
  expect(lines.length).toBe(rows);
  expect(new Set(lines).size).toBe(rows);
  expect(await readdir(join(dataDir, "files", "export"))).toEqual([`${done.id}-2.csv`]);
  await second.stop();
});
