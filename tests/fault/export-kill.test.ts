import { rmSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openDatabase } from "../../server/db/open-database.ts";
import { briefly, type ConsoleServer, startConsoleServer, testPassword } from "../support/console-server.ts";
import { isProving, proveCount } from "../support/prove.ts";
import { readPdf } from "../support/read-pdf.ts";
import { copyStartedFolder } from "../support/test-server.ts";
import { until } from "../support/until.ts";

const rows = proveCount(10_000, 1_000_000);
const randomStops = 10;
/** Lines of the PDF that is stopped: below the most that one may have. */
const pdfRows = 3_000;
/** Of one statement: the embedded database ends one that takes long. */
const atOnce = 2_000;
/** Who looks all the time is somebody beside whom an export goes slowly. */
const lookEveryMs = proveCount(50, 2_000);
let dataDir: string;
const startServer = () => startConsoleServer({ SEED: "none" }, dataDir, isProving ? [] : briefly);
beforeAll(
  async () => {
    dataDir = await copyStartedFolder();
    const db = await openDatabase({ dataDir });
    for (let first = 1; first <= rows; first += atOnce) {
      await sql`insert into member (id, version, member_no, realname, mobile, register_source, tenant_id, create_time)
      select 'm' || n, 1, 'M' || lpad(n::text, 7, '0'), '批量', '13' || lpad(n::text, 9, '0'), '5', 0,
        timestamp '2026-01-01' from generate_series(${first}::integer, ${first + atOnce - 1}::integer) n`.execute(
        db.kysely,
      );
    }
    // As the server itself does from time to time.
    await sql`analyze member`.execute(db.kysely);
    await db.close();
  },
  proveCount(300_000, 3_600_000),
);
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

interface Listed {
  readonly id: string;
  readonly state: string;
  readonly rows: string;
}

const csv = { format: "csv", query: { exportFields: "memberNo", column: "memberNo", order: "asc" } };
const pdf = { format: "pdf", query: { ...csv.query, memberNo_end: `M${String(pdfRows).padStart(7, "0")}` } };

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
    order: async (wanted: object = csv) => {
      const body = JSON.stringify({ kind: "model", id: "member/member", ...wanted });
      const answer = await fetch(`${url}/api/sys/export/add`, { method: "POST", headers, body });
      const { result } = (await answer.json()) as { result: { id: string } };
      return result.id;
    },
    download: async (id: string) => {
      const answer = await fetch(`${url}/api/sys/export/download?id=${id}`, { headers });
      const bytes = Buffer.from(await answer.arrayBuffer());
      return { bytes, isFile: !answer.headers.get("content-type")?.includes("json") };
    },
    remove: (id: string) => fetch(`${url}/api/sys/export/delete?id=${id}`, { method: "DELETE", headers }),
  };
}

/** Waits until somebody's newest export has ended well, however many servers and minutes it takes. */
const done = (client: Awaited<ReturnType<typeof signIn>>, timeout = 60_000) =>
  vi.waitFor(async () => expect((await client.list())?.state).toBe("done"), { timeout, interval: lookEveryMs });
const filesLeft = () => readdir(join(dataDir, "files", "export"));

it.each([
  ["csv", csv, rows],
  ["pdf", pdf, pdfRows],
] as const)(
  "EXP-14 an export as %s that kill -9 stops in the middle is made whole after the restart, once and without leftovers",
  async (format, wanted, count) => {
    const first = await startServer();
    const before = await signIn(first);
    const id = await before.order(wanted);
    await until(async () => {
      const listed = await before.list();
      expect(listed?.state).toBe("running");
      expect(listed?.rows).not.toMatch(/^0 /);
    });
    expect((await before.download(id)).isFile).toBe(false);
    await first.stop("SIGKILL");
    const second = await startServer();
    const after = await signIn(second);
    await done(after);
    const { bytes } = await after.download(id);
    const lines = format === "pdf" ? (await readPdf(bytes)).flatMap((page) => page.lines) : String(bytes).split("\r\n");
    const numbers = lines.flatMap((line) => line.match(/^M\d{7}$/) ?? []);
    expect(numbers.length).toBe(count);
    expect(new Set(numbers).size).toBe(count);
    expect(await filesLeft()).toEqual([`${id}-2.${format}`]);
    await after.remove(id);
    await second.stop();
  },
);

/** `EXP-14` is its sample: once as each format, at a moment that is sure to be in the middle. */
if (isProving) {
  it("EXP-15 exports stopped at random times are made whole after the restart or were whole before; no part of one is given out", async () => {
    let fullMs = 0;
    const outcomes: string[] = [];
    for (let round = 0; round <= randomStops; round += 1) {
      const server = await startServer();
      const client = await signIn(server);
      const start = performance.now();
      const id = await client.order();
      if (round === 0) {
        // The first runs to its end: it says how long the others have.
        await done(client, 600_000);
        fullMs = performance.now() - start;
        await client.remove(id);
        await server.stop();
        continue;
      }
      const powerSwitch = setTimeout(() => server.process.kill("SIGKILL"), fullMs * Math.random());
      // Asked for all the time until the end: what is given out is the whole file, or nothing.
      const given: Buffer[] = [];
      while (server.process.exitCode === null && server.process.signalCode === null) {
        const got = await client.download(id).catch(() => undefined);
        if (got?.isFile) given.push(got.bytes);
      }
      clearTimeout(powerSwitch);
      const next = await startServer();
      const after = await signIn(next);
      const before = (await after.list())?.state;
      await done(after, 600_000);
      const whole = (await after.download(id)).bytes;
      const numbers = String(whole).trim().split("\r\n").slice(1);
      expect(numbers.length).toBe(rows);
      expect(numbers.every((number, at) => number === `M${String(at + 1).padStart(7, "0")}`)).toBe(true);
      for (const bytes of given) expect(bytes.equals(whole)).toBe(true);
      expect((await filesLeft()).length).toBe(1);
      outcomes.push(before === "done" ? "whole" : "resumed");
      await after.remove(id);
      await next.stop();
    }
    console.log(`exports of ${rows} rows, stopped at random times: ${outcomes.join(" ")}`);
  }, 7_200_000);
}
