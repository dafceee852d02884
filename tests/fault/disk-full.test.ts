import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { openDatabase } from "../../server/db/open-database.ts";
import { openTestDatabase } from "../support/database.ts";
import { copyTemplate } from "../support/database-template.ts";
import { createTestServer } from "../support/test-server.ts";
import { createLedger, inspectLedger, writeEntry } from "./ledger.ts";

it("a full disk refuses the write, keeps what was acknowledged, lets people look up, and works again without a restart", async () => {
  const fault = new Int32Array(new SharedArrayBuffer(4));
  const server = await createTestServer({
    open: (options, preparation) => openTestDatabase({ ...options, durable: true, fault }, preparation),
  });
  const { db } = server;
  const admin = await server.as("admin");
  await createLedger(db);
  await writeEntry(db, 1, 1);
  Atomics.store(fault, 0, 1);
  // The limit of look-ups cannot be counted there.
  const lookUp = () => admin.get("/sys/dict/getDictItems/sex");
  expect(await lookUp()).toMatchObject({ status: 200, success: true });
  await expect(writeEntry(db, 2, 1)).rejects.toMatchObject({ failure: "diskFull" });
  await expect(writeEntry(db, 3, 1)).rejects.toMatchObject({ failure: "diskFull" });
  expect(await admin.post("/sys/role/add", { roleCode: "full", roleName: "满" })).toMatchObject({ success: false });
  expect(await lookUp()).toMatchObject({ status: 200, success: true });
  Atomics.store(fault, 0, 0);
  await writeEntry(db, 4, 1);
  expect(await admin.post("/sys/role/add", { roleCode: "full", roleName: "满" })).toMatchObject({ success: true });
  expect(await inspectLedger(db)).toEqual({ ids: new Set([1, 4]), faults: [] });
  await server.close();
});

it("a start on a full disk names the folder", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "schema-console-full-"));
  copyTemplate(inject("clusterTemplate"), dataDir);
  const fault = new Int32Array(new SharedArrayBuffer(4)).fill(1);
  const start = openDatabase({ dataDir }, { fault });
  await expect(start).rejects.toMatchObject({ problem: "diskFull", folder: dataDir });
  rmSync(dataDir, { recursive: true });
});

it("a folder below a file is refused with its name", async () => {
  const folder = mkdtempSync(join(tmpdir(), "schema-console-dir-"));
  writeFileSync(join(folder, "file"), "");
  const dataDir = join(folder, "file", "data");
  await expect(openDatabase({ dataDir })).rejects.toThrow(`数据目录 ${dataDir} 不能使用`);
  rmSync(folder, { recursive: true });
});

it("a folder of another PostgreSQL generation is refused untouched", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "schema-console-dir-"));
  mkdirSync(join(dataDir, "pgdata"));
  writeFileSync(join(dataDir, "pgdata", "PG_VERSION"), "17\n");
  await expect(openDatabase({ dataDir })).rejects.toMatchObject({ problem: "otherVersion" });
  rmSync(dataDir, { recursive: true });
});
