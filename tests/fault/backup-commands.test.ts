import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DatabaseLocation, openDatabase } from "../../server/db/open-database.ts";
import type { BackupLine } from "../../server/files/backup/write-backup.ts";
import { briefly, type ConsoleServer, startConsoleServer, testPassword } from "../support/console-server.ts";
import { copyPrepared, emptyCluster } from "../support/database.ts";
import { createOnServer, databaseServer } from "../support/database-server.ts";
import { isProving, proveIt } from "../support/prove.ts";
import { copyStartedFolder } from "../support/test-server.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> };

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What `npm run <script> -- args` runs, without npm around it. */
function runScript(script: "backup" | "restore", args: readonly string[], env: Record<string, string>): Promise<Ended> {
  const [, ...command] = (scripts[script] ?? "").split(" ");
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...briefly, ...command, ...args],
      { cwd: root, env: { ...process.env, DATABASE_URL: "", ...env } },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

const picture = Buffer.from(Array.from({ length: 50_000 }, (_, at) => (at * 7919) % 251));
const folders: string[] = [];
const aFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "schema-console-moved-"));
  folders.push(folder);
  return folder;
};

let dataDir: string;
let backup: string;
beforeAll(async () => {
  dataDir = await copyStartedFolder();
  folders.push(dataDir);
  backup = join(aFolder(), "console.ndjson.gz");
  mkdirSync(join(dataDir, "files", "avatar"), { recursive: true });
  writeFileSync(join(dataDir, "files", "avatar", "a.png"), picture);
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function signIn({ url }: ConsoleServer): Promise<Record<string, string>> {
  const answer = await fetch(`${url}/api/sys/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "admin", password: testPassword }),
  });
  const { result } = (await answer.json()) as { result: { token: string } };
  return { "content-type": "application/json", "x-access-token": result.token };
}

/** What a backup holds in a column. */
function valuesIn(file: string, table: string, column: string): (string | null | undefined)[] {
  const values: (string | null | undefined)[] = [];
  let columns: readonly string[] | undefined;
  for (const text of gunzipSync(readFileSync(file)).toString().trim().split("\n")) {
    const line = JSON.parse(text) as BackupLine;
    if (line.kind === "table") columns = line.table.columns.map(({ name }) => name);
    if (line.kind === "table" && line.table.name !== table) columns = undefined;
    const at = columns?.indexOf(column) ?? -1;
    if (line.kind === "rows" && at >= 0) values.push(...line.rows.map((row) => row[at]));
  }
  return values;
}

/** Rows of every table; sessions stay behind. */
async function rowsOf(location: DatabaseLocation): Promise<Record<string, number>> {
  const db = await openDatabase(location, { log: () => {} });
  try {
    const { rows: tables } = await sql<{ name: string }>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        and relname not in ('sys_session', 'sys_session_event')`.execute(db.kysely);
    const counts = tables.map(
      ({ name }) => sql`select ${name}::text as name, count(*) as rows from ${sql.table(name)}`,
    );
    const { rows } = await sql<{ name: string; rows: string }>`${sql.join(counts, sql` union all `)}`.execute(
      db.kysely,
    );
    return Object.fromEntries(rows.map(({ name, rows: count }) => [name, Number(count)]));
  } finally {
    await db.close();
  }
}

describe("npm run backup and npm run restore", () => {
  proveIt(
    "a running server makes the backup, with every row that was answered before, and people go on writing",
    async () => {
      const server = await startConsoleServer({ SEED: "none" }, dataDir);
      const headers = await signIn(server);
      const written: string[] = [];
      const write = async () => {
        const dictCode = `written_${written.length + 1}`;
        const body = JSON.stringify({ dictCode, dictName: "边写边备份" });
        const answer = await fetch(`${server.url}/api/sys/dict/add`, { method: "POST", headers, body });
        if (((await answer.json()) as { success: boolean }).success) written.push(dictCode);
      };
      for (let count = 0; count < 5; count += 1) await write();
      const before = [...written];
      const elsewhere = await runScript("backup", [backup], { DATA_DIR: dataDir });
      expect(elsewhere).toMatchObject({
        code: 1,
        stderr: "服务正在使用内置数据库，备份由它写到 DATA_DIR/backups，请不要写文件名。\n",
      });
      let made: Ended | undefined;
      const making = runScript("backup", [], { DATA_DIR: dataDir }).then((ended) => {
        made = ended;
      });
      while (!made) await write();
      await making;
      await write();
      await server.stop();
      expect(made).toMatchObject({ code: 0, stderr: "" });
      const [, file = ""] = /^备份完成：(\S+)\n\d+ 个表、\d+ 行、1 个文件\n$/.exec(made.stdout) ?? [];
      // What a restore makes of a file, the cases below show.
      const kept = valuesIn(file, "sys_dict", "dict_code").filter((code) => code?.startsWith("written_"));
      expect(kept.length).toBeGreaterThanOrEqual(before.length);
      expect(new Set(kept)).toEqual(new Set(written.slice(0, kept.length)));
      expect(kept.length).toBeLessThan(written.length);
    },
  );

  it("without a server it writes where it is told; a missing database and one that is in use say so", async () => {
    const made = await runScript("backup", [backup], { DATA_DIR: dataDir });
    expect(made).toMatchObject({ code: 0, stderr: "" });
    expect(made.stdout).toMatch(`备份完成：${backup}\n`);
    const none = aFolder();
    const missing = await runScript("backup", [], { DATA_DIR: none });
    expect(missing).toMatchObject({ code: 1, stderr: `${none} 里没有数据库，请检查 DATA_DIR。\n` });
    const used = await runScript("restore", [backup], { DATA_DIR: dataDir });
    expect(used).toMatchObject({ code: 1, stdout: "" });
    expect(used.stderr).toMatch("目标数据库里已经有表");
  });

  proveIt("wrong words are told with the usage", async () => {
    const usage = await runScript("backup", ["--help"], { DATA_DIR: dataDir });
    expect(usage).toMatchObject({ code: 1 });
    expect(usage.stderr).toMatch(/^用法：npm run backup/);
  });

  // Where there is a PostgreSQL, what is moved there is restored.
  if (!databaseServer || isProving) {
    it("restores into an embedded database", async () => {
      // A cluster takes seconds to make; `makeDemoData` makes one in every run.
      const target = await copyPrepared(emptyCluster);
      folders.push(target);
      expect(await runScript("restore", [backup], { DATA_DIR: target })).toMatchObject({ code: 0, stderr: "" });
      expect(await rowsOf({ dataDir: target })).toEqual(await rowsOf({ dataDir }));
    });
  }

  if (databaseServer) {
    const postgres = databaseServer;
    proveIt(
      "moves an embedded database to PostgreSQL: rows and checksums are compared, and the console runs on it",
      async () => {
        const { url, drop } = await createOnServer(postgres);
        try {
          const target = aFolder();
          const env = { DATABASE_URL: url, DATA_DIR: target };
          const moved = await runScript("restore", [backup], env);
          expect(moved).toMatchObject({ code: 0, stderr: "" });
          expect(moved.stdout).toMatch(
            /恢复完成：\d+ 个表、\d+ 行、1 个文件（写到数据文件夹），行数和校验和与备份一致\n$/,
          );
          const told = [...moved.stdout.matchAll(/^一致 {2}(\S+) {2}(\d+) 行$/gm)].map(([, table, rows]) => [
            table,
            Number(rows),
          ]);
          const original = await rowsOf({ dataDir });
          expect(Object.keys(original).length).toBeGreaterThan(50);
          expect(await rowsOf({ url: url })).toEqual(original);
          expect(Object.fromEntries(told)).toEqual({ ...original, sys_session: 0, sys_session_event: 0 });
          expect(readFileSync(join(target, "files", "avatar", "a.png"))).toEqual(picture);

          const server = await startConsoleServer({ DATABASE_URL: url, SEED: "none" }, target);
          const answer = await fetch(`${server.url}/api/sys/dict/list?dictCode=written_1`, {
            headers: await signIn(server),
          });
          expect(await answer.json()).toMatchObject({ result: { records: [{ dictName: "边写边备份" }] } });
          await server.stop();
        } finally {
          await drop();
        }
      },
    );
  }
});
