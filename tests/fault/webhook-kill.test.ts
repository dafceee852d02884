import { once } from "node:events";
import { rmSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { openDatabase } from "../../server/db/open-database.ts";
import { type ConsoleServer, startConsoleServer, testPassword } from "../support/console-server.ts";
import { databaseServer } from "../support/database-server.ts";
import { proveCount, proveSeed } from "../support/prove.ts";
import { seededPick } from "../support/seeded-pick.ts";
import { copyStartedDatabase, copyStartedFolder } from "../support/test-server.ts";
import { until } from "../support/until.ts";
import { startUpstream, type TestUpstream } from "../support/upstream.ts";

const kills = proveCount(1, 50);
const timeoutMs = proveCount(300_000, 3_600_000);
/** New ones each round: those whose delivery was cut off wait for its lease to end. */
const rowsPerRound = proveCount(10, 20);

type Row = Readonly<Record<string, unknown>>;
/** Versions by row id, in order. */
type Versions = Map<string, number[]>;

const note = (versions: Versions, row: unknown, version: unknown) => {
  const known = versions.get(String(row)) ?? [];
  versions.set(String(row), [...known, Number(version)]);
};

let receiver: TestUpstream;
let atCall: (count: number) => boolean;
let received: Versions;
beforeAll(async () => {
  receiver = await startUpstream((call, response) => {
    const { event, rowId, version } = JSON.parse(call.body) as Row;
    if (event !== "test") note(received, rowId, version);
    // Killed here: the receiver has the event, and the sender will never know.
    if (!atCall(receiver.calls.length)) response.end();
  });
});
afterAll(() => receiver.close());

async function signIn(url: string) {
  const headers: Record<string, string> = { "content-type": "application/json" };
  const call = async (method: "POST" | "PUT", path: string, body: object) => {
    const answer = await fetch(`${url}/api${path}`, { method, headers, body: JSON.stringify(body) });
    return (await answer.json()) as { success: boolean; message: string; result: Row };
  };
  const { result } = await call("POST", "/sys/login", { username: "admin", password: testPassword });
  headers["X-Access-Token"] = String(result.token);
  return call;
}

/** Saves one row again and again until its server is gone; what was answered is on the list. */
async function writeRow(call: Awaited<ReturnType<typeof signIn>>, mobile: string, answered: Versions): Promise<void> {
  try {
    const added = await call("POST", "/member/member/add", { realname: "零", mobile, registerSource: "2" });
    if (!added.success) throw new Error(added.message);
    note(answered, added.result.id, added.result.version);
    for (let turn = 1; ; turn += 1) {
      const saved = await call("PUT", "/member/member/edit", { id: added.result.id, realname: `第${turn}次` });
      note(answered, added.result.id, saved.result.version);
    }
  } catch (error) {
    ignoreKilled(error);
  }
}

/** `fetch` failed: the server was killed. */
function ignoreKilled(error: unknown): void {
  if (!(error instanceof TypeError)) throw error;
}

async function killAt(server: ConsoleServer, calls: number, round: number, answered: Versions): Promise<void> {
  const { length: before } = receiver.calls;
  const ended = once(server.process, "exit");
  atCall = (count) => {
    if (count !== before + calls) return false;
    server.process.kill("SIGKILL");
    return true;
  };
  const mobile = (index: number) => `13${String(round * rowsPerRound + index).padStart(9, "0")}`;
  // What is left from the rounds before goes out at once: the kill may come before anybody is signed in.
  await signIn(server.url)
    .then((call) => Promise.all(Array.from({ length: rowsPerRound }, (_, at) => writeRow(call, mobile(at), answered))))
    .catch(ignoreKilled);
  await ended;
  atCall = () => false;
}

async function inspect(db: Database, answered: Versions) {
  const told: Versions = new Map();
  const { rows } = await sql<Row>`select row_id, row_version from sys_webhook_event order by no`.execute(db.kysely);
  for (const row of rows) note(told, row.row_id, row.row_version);
  const unanswered = [...answered].filter(([id, versions]) => !versions.every((one) => told.get(id)?.includes(one)));
  const lost = [...told].filter(([id, versions]) => !versions.every((one) => received.get(id)?.includes(one)));
  const unordered = [...received].filter(([, versions]) => versions.some((one, at) => one < (versions[at - 1] ?? 0)));
  return { events: rows.length, unanswered, lost, unordered };
}

/** @param others of the same database, which go on */
async function killAgainAndAgain(
  start: () => Promise<ConsoleServer>,
  open: () => Promise<Database>,
  others: readonly ConsoleServer[] = [],
): Promise<string> {
  received = new Map();
  atCall = () => false;
  const answered: Versions = new Map();
  const pick = seededPick(proveSeed);
  for (let round = 0; round < kills; round += 1) {
    const server = await start();
    if (round === 0) await subscribe(server.url);
    await killAt(server, 5 + pick(60), round, answered);
  }
  for (const server of others) await server.stop();
  // As if the leases of what was cut off were over.
  const db = await open();
  await sql`update sys_webhook_delivery set next_time = create_time where state in ('0', '2')`.execute(db.kysely);
  await db.close();

  const last = await start();
  const call = await openCount(last.url);
  await until(async () => expect(await call()).toBe(0));
  await last.stop();
  const after = await open();
  const { events, ...faults } = await inspect(after, answered).finally(() => after.close());
  expect(faults).toEqual({ unanswered: [], lost: [], unordered: [] });
  const twice = [...received.values()].reduce((sum, versions) => sum + versions.length, 0) - events;
  return `${kills} kills, ${events} events of ${received.size} rows, ${twice} received again`;
}

async function subscribe(url: string): Promise<void> {
  const call = await signIn(url);
  const hook = { name: "对账系统", url: `${receiver.url}/hook`, tables: "member/member" };
  const { result } = await call("POST", "/sys/webhook/add", hook);
  expect((await call("POST", "/sys/webhook/issue", { id: result.id })).success).toBe(true);
}

/** Deliveries that are neither accepted nor given up. */
async function openCount(url: string): Promise<() => Promise<number>> {
  const login = await fetch(`${url}/api/sys/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "admin", password: testPassword }),
  });
  const { result } = (await login.json()) as { result: { token: string } };
  return async () => {
    const totals = ["0", "2"].map(async (state) => {
      const answer = await fetch(`${url}/api/sys/webhookDelivery/list?state=${state}`, {
        headers: { "X-Access-Token": result.token },
      });
      return ((await answer.json()) as { result: { total: number } }).result.total;
    });
    return (await Promise.all(totals)).reduce((sum, total) => sum + total, 0);
  };
}

it(
  "kill -9 in the middle of a delivery loses no event and changes no order within a row",
  async () => {
    const dataDir = await copyStartedFolder();
    const env = { SEED: "none", WEBHOOK_HOSTS: `127.0.0.1:${receiver.port}` };
    const outcome = await killAgainAndAgain(
      () => startConsoleServer(env, dataDir),
      () => openDatabase({ dataDir }),
    );
    console.log(`webhooks, embedded: ${outcome}`);
    rmSync(dataDir, { recursive: true, force: true });
  },
  timeoutMs,
);

if (databaseServer) {
  const postgres = databaseServer;
  it(
    "so it is when one of two servers is killed and the other goes on",
    async () => {
      const database = await copyStartedDatabase(postgres);
      const env = {
        DATABASE_URL: database.url,
        SEED: "none",
        SECRET_KEY: "0123456789abcdef0123456789abcdef",
        WEBHOOK_HOSTS: `127.0.0.1:${receiver.port}`,
      };
      const other = await startConsoleServer(env);
      const outcome = await killAgainAndAgain(
        () => startConsoleServer(env),
        () => openDatabase({ url: database.url }),
        [other],
      );
      console.log(`webhooks, one of two servers: ${outcome}`);
      await database.drop();
    },
    timeoutMs,
  );
}
