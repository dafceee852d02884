import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "../../server/db/open-database.ts";
import { localFileStore } from "../../server/files/file-store.ts";
import { HalfUploads } from "../../server/files/half-uploads.ts";
import { sweepCopies } from "../../server/files/shared-content.ts";
import { startConsoleServer, testPassword } from "../support/console-server.ts";
import { endsAt } from "../support/ends-at.ts";
import { isProving } from "../support/prove.ts";
import { copyStartedFolder } from "../support/test-server.ts";

/** Statements after the note of an upload's place: its record, and what is written beside it, lie within them. */
const kills = isProving ? Array.from({ length: 14 }, (_, at) => at) : [1, 4, 6];
const content = Buffer.from(randomBytes(200_000).toString("hex"));
let dataDir: string;
beforeAll(async () => {
  dataDir = await copyStartedFolder();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Uploads the content to a server that kill -9 ends at a statement; whether it was answered before. */
async function uploadUntil(at: number): Promise<boolean> {
  const server = await startConsoleServer({ SEED: "none", ...endsAt("insert into sys_half_upload", at) }, dataDir);
  const signedIn = await fetch(`${server.url}/api/sys/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "admin", password: testPassword }),
  });
  const { result } = (await signedIn.json()) as { result: { token: string } };
  const body = new FormData();
  body.append("biz", "temp");
  body.append("file", new Blob([new Uint8Array(content)]), "清单.txt");
  const headers = { "X-Access-Token": result.token };
  const answered = await fetch(`${server.url}/api/sys/common/upload`, { method: "POST", headers, body })
    .then(async (answer) => ((await answer.json()) as { success: boolean }).success)
    .catch(() => false);
  await server.stop("SIGKILL");
  return answered;
}

/** What is recorded and what is stored, when the sweep has been there a day later. */
async function swept() {
  const db = await openDatabase({ dataDir });
  try {
    const files = localFileStore(join(dataDir, "files"));
    const tomorrow = () => Date.now() + 25 * 60 * 60_000;
    await new HalfUploads({ db, files, newId: () => "", clock: () => "", now: tomorrow }).sweep();
    await files.sweep(tomorrow());
    await sweepCopies({ db, files }, "2000-01-01");
    const { rows } = await sql<{ object: string }>`
      select coalesce(object, url) as object from sys_oss_file where file_name = '清单.txt'`.execute(db.kysely);
    const { rows: notes } = await sql`select 1 from sys_half_upload`.execute(db.kysely);
    const stored: string[] = [];
    for await (const path of files.list("temp")) stored.push(path);
    const sizes = await Promise.all(rows.map(({ object }) => files.size(object)));
    return { records: rows.length, objects: [...new Set(rows.map(({ object }) => object))], notes, stored, sizes };
  } finally {
    await db.close();
  }
}

it("UPL-07 an upload that kill -9 stops between its bytes and its record is recorded with them, or leaves nothing", async () => {
  let records = 0;
  const outcomes: string[] = [];
  for (const at of kills) {
    const isAnswered = await uploadUntil(at);
    const found = await swept();
    // The same content each time: the records share one object.
    expect(found.stored).toEqual(found.objects);
    expect(found.stored.length).toBe(found.records > 0 ? 1 : 0);
    expect(found.sizes.every((size) => size === content.length)).toBe(true);
    expect(found.notes).toEqual([]);
    if (isAnswered) expect(found.records).toBe(records + 1);
    expect([records, records + 1]).toContain(found.records);
    outcomes.push(found.records > records ? "recorded" : "nothing");
    records = found.records;
  }
  console.log(`uploads stopped at statements ${kills.join(" ")}: ${outcomes.join(" ")}`);
});
