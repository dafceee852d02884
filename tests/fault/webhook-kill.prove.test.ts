import { once } from "node:events";
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { openDatabase } from "../../server/db/open-database.ts";
import { type ConsoleServer, startConsoleServer } from "../support/console-server.ts";
import { databaseServer } from "../support/database-server.ts";
import { formCaller } from "../support/form-caller.ts";
import { proveSeed } from "../support/prove.ts";
import { seededPick } from "../support/seeded-pick.ts";
import { copyStartedDatabase, copyStartedFolder } from "../support/test-server.ts";
import { startUpstream, type TestUpstream } from "../support/upstream.ts";
import {
  delivered,
  endLeases,
  faultsOf,
  type Heard,
  hearNothing,
  noFaults,
  note,
  subscribe,
  type Versions,
  writeMember,
} from "./kill-cases/webhooks.ts";

/** `kills.test.ts` has one kill in the middle of deliveries. */
const kills = 50;
const timeoutMs = 3_600_000;
/** New ones each round: those whose delivery was cut off wait for its lease to end. */
const rowsPerRound = 20;

let receiver: TestUpstream;
let atCall: (count: number) => boolean;
let heard: Heard;
beforeAll(async () => {
  receiver = await startUpstream((call, response) => {
    const { event, rowId, version } = JSON.parse(call.body) as Readonly<Record<string, unknown>>;
    if (event !== "test") note(heard.received, rowId, version);
    // Killed here: the receiver has the event, and the sender will never know.
    if (atCall(receiver.calls.length)) return;
    if (event !== "test") note(heard.accepted, rowId, version);
    response.end();
  });
});
afterAll(() => receiver.close());

async function killAt(server: ConsoleServer, calls: number, round: number, answered: Versions): Promise<void> {
  const { length: before } = receiver.calls;
  const ended = once(server.process, "exit");
  atCall = (count) => {
    if (count !== before + calls) return false;
    server.process.kill("SIGKILL");
    return true;
  };
  const mobile = (index: number) => `13${String(round * rowsPerRound + index).padStart(9, "0")}`;
  const write = async () => {
    const person = await formCaller(server.url);
    await Promise.all(Array.from({ length: rowsPerRound }, (_, at) => writeMember(person, mobile(at), answered)));
  };
  // What is left from the rounds before goes out at once: the kill may come before anybody is signed in.
  await write().catch((error: unknown) => {
    if (!(error instanceof TypeError)) throw error;
  });
  await ended;
  atCall = () => false;
}

/** @param others of the same database, which go on */
async function killAgainAndAgain(
  start: () => Promise<ConsoleServer>,
  open: () => Promise<Database>,
  others: readonly ConsoleServer[] = [],
): Promise<string> {
  heard = hearNothing();
  atCall = () => false;
  const answered: Versions = new Map();
  const pick = seededPick(proveSeed);
  for (let round = 0; round < kills; round += 1) {
    const server = await start();
    if (round === 0) await subscribe(await formCaller(server.url), receiver.url);
    await killAt(server, 5 + pick(60), round, answered);
  }
  for (const server of others) await server.stop();
  const db = await open();
  await endLeases(db);
  await db.close();

  const last = await start();
  await delivered(await formCaller(last.url));
  await last.stop();
  const after = await open();
  const faults = await faultsOf(after, answered, heard).finally(() => after.close());
  expect(faults).toEqual(noFaults);
  const { received } = heard;
  const deliveries = [...received.values()].reduce((sum, versions) => sum + versions.length, 0);
  return `${kills} kills, ${deliveries} deliveries of ${received.size} rows`;
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
