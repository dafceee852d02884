import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import type { Page } from "../../runtime/wire/envelope.ts";
import { rehearsals } from "../../server/files/backup/backups.ts";
import { copyPrepared, emptyCluster } from "../support/database.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

type Row = Readonly<Record<string, unknown>>;

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
});
afterAll(() => server.close());

const list = async () => (await admin.get<Page<Row>>("/sys/backup/list")).result.records;

let query: { readonly id: string };
it("a backup is made by a press, its rehearsal restores it elsewhere and compares every table", async () => {
  const usual = rehearsals.folder;
  rehearsals.folder = () => copyPrepared(emptyCluster);
  onTestFinished(() => {
    rehearsals.folder = usual;
  });
  const made = await admin.post<{ name: string; rows: number }>("/sys/backup/create");
  expect(made.message).toMatch(/^备份完成：\d+ 个表、\d+ 行、0 个文件$/);
  expect(await list()).toMatchObject([{ name: made.result.name, rows: made.result.rows, rehearsal: "none" }]);
  query = { id: made.result.name };
  const rehearsed = await admin.post("/sys/backup/rehearse", undefined, { query });
  expect(rehearsed.message).toMatch(/逐表核对一致/);
  expect(await list()).toMatchObject([{ rehearsal: "ok" }]);
});

it("names that are no backup reach no file, and staff with the permissions are refused all the same", async () => {
  for (const id of ["../database.json", "backup-20260101-000000.ndjson.gz", "", "/etc/passwd"]) {
    expect(await admin.get("/sys/backup/download", { query: { id } })).toMatchObject({ success: false });
    expect(await admin.delete("/sys/backup/delete", { query: { id } })).toMatchObject({ success: false });
  }
  const permissions = ["list", "create", "rehearse", "download", "delete"].map((action) => `system:backup:${action}`);
  await addUser(server, { username: "keeper", departs: ["A01"], permissions });
  const keeper = await server.as("keeper");
  expect((await keeper.get("/sys/backup/download", { query })).status).toBe(403);
  expect((await keeper.delete("/sys/backup/delete", { query })).status).toBe(403);
  expect((await keeper.post("/sys/backup/create")).status).toBe(403);
  expect(await list()).toHaveLength(1);
  const folder = join(server.context.config.dataDir, "backups");
  expect(readdirSync(folder).filter((name) => !name.startsWith("backup-"))).toEqual([]);
});

it("its download and its end are logged", async () => {
  const file = await admin.get("/sys/backup/download", { query });
  expect([...file.bytes.subarray(0, 2)]).toEqual([0x1f, 0x8b]);
  const logs = (await admin.get<Page<Row>>("/sys/log/list", { query: { logContent: `下载备份 ${query.id}` } })).result;
  expect(logs.records).toHaveLength(1);
  expect((await admin.delete("/sys/backup/delete", { query })).success).toBe(true);
  const named = await admin.get<Page<Row>>("/sys/log/list", { query: { logContent: `*${query.id}*` } });
  expect(named.result.records.map((row) => row.logContent).sort()).toEqual(
    [`下载备份 ${query.id}`, `备份为 ${query.id}`, `删除备份 ${query.id}`, `用备份 ${query.id} 演练恢复：通过`].sort(),
  );
  expect(await list()).toEqual([]);
});
