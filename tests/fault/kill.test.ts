import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, unwatchFile, watchFile } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openDatabase } from "../../server/db/open-database.ts";
import { bundleForNode } from "../support/bundle.ts";
import { copyTemplate } from "../support/database-template.ts";
import { proveCount } from "../support/prove.ts";
import { createLedger, inspectLedger } from "./ledger.ts";

const killedWrites = proveCount(60, 5_000);
const timeoutMs = proveCount(300_000, 3_600_000);

let dataDir: string;
let acknowledgements: string;
let child: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "schema-console-kill-"));
  acknowledgements = `${dataDir}.acknowledged`;
  child = await bundleForNode("tests/fault/writers.child.ts");
  copyTemplate(inject("clusterTemplate"), dataDir);
  const db = await openDatabase({ dataDir });
  await createLedger(db);
  await db.close();
});
afterAll(() => {
  for (const path of [dataDir, acknowledgements]) rmSync(path, { recursive: true, force: true });
});

const acknowledged = (): number[] =>
  existsSync(acknowledgements) ? readFileSync(acknowledgements, "utf8").trim().split("\n").map(Number) : [];

/** Kills once this many more writes were acknowledged: in the middle of the next ones. */
async function writeAndKill(writes: number): Promise<void> {
  const before = acknowledged();
  const first = Math.max(0, ...before) + 1_000;
  const writers = spawn(process.execPath, [child, dataDir, acknowledgements, String(first)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await acknowledgedMore(writers, before.length + writes);
  writers.kill("SIGKILL");
  await once(writers, "exit");
}

function acknowledgedMore(writers: ChildProcess, total: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (settle: () => void) => {
      unwatchFile(acknowledgements);
      settle();
    };
    writers.once("exit", (code) => done(() => reject(new Error(`the writers ended by themselves (${code})`))));
    watchFile(acknowledgements, { interval: 20 }, () => {
      if (acknowledged().length >= total) done(resolve);
    });
  });
}

it(
  "kill -9 in the middle of writing loses no acknowledged row, leaves no half transaction and no broken index",
  async () => {
    let rounds = 0;
    while (acknowledged().length < killedWrites) {
      rounds += 1;
      await writeAndKill(30 + ((rounds * 37) % 120));
      const db = await openDatabase({ dataDir });
      const { ids, faults } = await inspectLedger(db);
      await db.close();
      expect(faults).toEqual([]);
      expect(acknowledged().filter((id) => !ids.has(id))).toEqual([]);
    }
    console.log(`kill -9: ${acknowledged().length} acknowledged writes, ${rounds} kills, 0 lost`);
  },
  timeoutMs,
);
