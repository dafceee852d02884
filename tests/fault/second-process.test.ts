import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { lockFolder, lockLimits } from "../../server/db/embedded/folder-lock.ts";
import { openDatabase } from "../../server/db/open-database.ts";
import { bundleForNode } from "../support/bundle.ts";
import { copyTemplate } from "../support/database-template.ts";
import { createLedger, inspectLedger, writeEntry } from "./ledger.ts";

let dataDir: string;
let opener: string;
let db: Database;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "schema-console-second-"));
  opener = await bundleForNode("tests/fault/opener.child.ts");
  copyTemplate(inject("clusterTemplate"), dataDir);
  db = await openDatabase({ dataDir });
  await createLedger(db);
});
afterAll(async () => {
  await db.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const openElsewhere = () => execFileSync(process.execPath, [opener, dataDir], { encoding: "utf8" });

it("a second process on the same folder is refused, told why, and harms nothing", async () => {
  await writeEntry(db, 1, 1);
  const answer = openElsewhere();
  expect(answer).toContain(`locked 数据目录 ${dataDir} 正被进程 ${process.pid}`);
  await writeEntry(db, 2, 1);
  expect(await inspectLedger(db)).toEqual({ ids: new Set([1, 2]), faults: [] });
});

it("a folder is free again after its process closed it", async () => {
  await db.close();
  expect(openElsewhere()).toBe("opened\n");
  db = await openDatabase({ dataDir });
  expect((await inspectLedger(db)).ids).toEqual(new Set([1, 2]));
});

it("a lock of before the last boot, of a reused process number, or torn by a power cut does not keep anybody out", async () => {
  const lock = join(dataDir, "lock");
  const held = JSON.parse(readFileSync(lock, "utf8"));
  await db.close();
  const stale = [
    JSON.stringify({ ...held, bootId: "another boot" }),
    JSON.stringify({ ...held, startTicks: "1" }),
    `{"pid": 12`,
  ];
  for (const content of stale) {
    writeFileSync(lock, content);
    (await lockFolder(dataDir)).release();
  }
});

it("a lock of a silent process in another container is taken over, one that shows life is not", async () => {
  const lock = join(dataDir, "lock");
  const own = await lockFolder(dataDir);
  const foreign = JSON.stringify({ ...JSON.parse(readFileSync(lock, "utf8")), host: "elsewhere" });
  own.release();
  const usual = lockLimits.silenceMs;
  lockLimits.silenceMs = 2_000;
  onTestFinished(() => {
    lockLimits.silenceMs = usual;
  });
  writeFileSync(lock, foreign);
  const beat = setInterval(() => writeFileSync(lock, foreign), 200);
  onTestFinished(() => clearInterval(beat));
  await expect(openDatabase({ dataDir })).rejects.toMatchObject({ problem: "locked" });
  clearInterval(beat);
  db = await openDatabase({ dataDir });
});
