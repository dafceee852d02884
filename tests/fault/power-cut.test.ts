import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { dataDirPaths } from "../../server/db/embedded/data-dir.ts";
import { openDatabase } from "../../server/db/open-database.ts";
import { bundleForNode } from "../support/bundle.ts";
import { copyTemplate } from "../support/database-template.ts";
import { proveCount } from "../support/prove.ts";
import { createLedger, inspectLedger } from "./ledger.ts";

const powerCuts = proveCount(1, 20);
const timeoutMs = proveCount(300_000, 3_600_000);

let dataDir: string;
let worker: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "schema-console-power-"));
  worker = await bundleForNode("tests/fault/power-cut.worker.ts");
  copyTemplate(inject("clusterTemplate"), dataDir);
  const db = await openDatabase({ dataDir });
  await createLedger(db);
  await db.close();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

it(
  "a power cut loses no acknowledged row and damages nothing",
  async () => {
    const acknowledged: number[] = [];
    for (let round = 0; round < powerCuts; round++) {
      const firstId = 1 + round * 1_000;
      const life = { clusterDir: dataDirPaths(dataDir).cluster, firstId, writes: 150 + ((round * 53) % 350) };
      const [ids] = (await once(new Worker(worker, { workerData: life }), "message")) as [number[]];
      acknowledged.push(...ids);
      const db = await openDatabase({ dataDir });
      const state = await inspectLedger(db);
      await db.close();
      expect(state.faults).toEqual([]);
      expect(acknowledged.filter((id) => !state.ids.has(id))).toEqual([]);
    }
    console.log(`power cuts: ${powerCuts}, ${acknowledged.length} acknowledged writes, 0 lost`);
  },
  timeoutMs,
);
