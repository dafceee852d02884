import { once } from "node:events";
import { rmSync } from "node:fs";
import { utils, write } from "@e965/xlsx";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "../../server/db/open-database.ts";
import { startConsoleServer, testPassword } from "../support/console-server.ts";
import { proveCount } from "../support/prove.ts";
import { copyStartedFolder } from "../support/test-server.ts";

const killedImports = proveCount(2, 10);
const importedRows = proveCount(1_000, 100_000);

let dataDir: string;
beforeAll(async () => {
  dataDir = await copyStartedFolder();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Members with numbers of their own: a round may follow one that was stored. */
function workbook(round: number): Buffer {
  const rows = Array.from({ length: importedRows }, (_, index) => [
    `王${round}`,
    `1${round < 10 ? 3 : 5}${round % 10}${String(index).padStart(8, "0")}`,
    "女",
  ]);
  const book = utils.book_new();
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([["会员导入模板"], ["说明"], ["姓名*", "手机号*", "性别"], ...rows]),
  );
  return Buffer.from(write(book, { type: "array", bookType: "xlsx" }));
}

async function signIn(url: string): Promise<Record<string, string>> {
  const answer = await fetch(`${url}/api/sys/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "admin", password: testPassword }),
  });
  const { result } = (await answer.json()) as { result: { token: string } };
  return { "X-Access-Token": result.token };
}

/** Starts an import and switches the process off after a time; how long the answer took, when it came before. */
async function importAndKill(round: number, afterMs: number): Promise<number | undefined> {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(workbook(round))]), "members.xlsx");
  const server = await startConsoleServer({ SEED: "none" }, dataDir);
  const headers = await signIn(server.url).catch((cause: unknown) => {
    throw new Error(`the server that follows a kill ends:\n${server.output()}`, { cause });
  });
  const start = performance.now();
  const answered = fetch(`${server.url}/api/member/member/importExcel`, { method: "POST", headers, body: form })
    .then((answer) => answer.json())
    .then(
      ({ success }) => (success === true ? performance.now() - start : undefined),
      () => undefined,
    );
  const powerSwitch = setTimeout(() => server.process.kill("SIGKILL"), afterMs);
  const answeredMs = await answered;
  if (answeredMs !== undefined) {
    clearTimeout(powerSwitch);
    await server.stop("SIGKILL");
  } else if (server.process.exitCode === null && server.process.signalCode === null) {
    await once(server.process, "exit");
  }
  return answeredMs;
}

async function stored(round: number): Promise<{ members: number; logs: number; counted: number; all: number }> {
  const db = await openDatabase({ dataDir });
  const { rows } = await sql<Record<"members" | "logs" | "counted" | "all", string>>`
    select (select count(*) from member where realname = ${`王${round}`}) as members,
      (select count(*) from sys_data_log l join member m on m.id = l.data_id where m.realname = ${`王${round}`}) as logs,
      (select coalesce(sum(member_count), 0) from member_level) as counted,
      (select count(*) from member) as all`.execute(db.kysely);
  await db.close();
  const [row] = rows;
  const number = (name: "members" | "logs" | "counted" | "all") => Number(row?.[name]);
  return { members: number("members"), logs: number("logs"), counted: number("counted"), all: number("all") };
}

it(
  "an import that kill -9 stops at any point has stored every row with its log and counts, or none",
  async () => {
    let fullMs = 0;
    const outcomes: string[] = [];
    for (let round = 0; round <= killedImports; round += 1) {
      // The first round runs to its end: it says how long the others have.
      const moment = round === 0 ? 2 ** 30 : fullMs * Math.random();
      const answeredMs = await importAndKill(round, moment);
      if (round === 0) fullMs = answeredMs ?? 0;
      const { members, logs, counted, all } = await stored(round);
      expect([0, importedRows]).toContain(members);
      if (answeredMs !== undefined) expect(members).toBe(importedRows);
      expect(logs).toBe(members);
      expect(counted).toBe(all);
      outcomes.push(members === 0 ? "none" : "all");
    }
    console.log(`imports of ${importedRows} rows, stopped at random points: ${outcomes.join(" ")}`);
  },
  proveCount(300_000, 7_200_000),
);
