import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { openDatabase } from "../../server/db/open-database.ts";
import { copyPrepared } from "../support/database.ts";
import { proveIt } from "../support/prove.ts";
import { runToEnd } from "../support/run-to-end.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function aFolder(): Promise<string> {
  const folder = await copyPrepared({ name: "empty", prepare: async () => {} });
  folders.push(folder);
  return folder;
}

/** Every file with its content. */
function contentOf(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
  return files.sort().map(
    (name) =>
      `${name} ${createHash("sha256")
        .update(readFileSync(join(folder, name)))
        .digest("hex")}`,
  );
}

const damages: readonly (readonly [string, string, (folder: string) => void])[] = [
  [
    "whose pgdata is gone",
    "不见了，而 database.json 还在",
    (folder) => rmSync(join(folder, "pgdata"), { recursive: true }),
  ],
  [
    "whose pgdata is empty",
    "不完整：缺少 PG_VERSION、global/pg_control、base、pg_wal",
    (folder) => {
      for (const name of readdirSync(join(folder, "pgdata"))) rmSync(join(folder, "pgdata", name), { recursive: true });
    },
  ],
  ["without its version", "不完整：缺少 PG_VERSION", (folder) => rmSync(join(folder, "pgdata", "PG_VERSION"))],
  [
    "without its control file",
    "不完整：缺少 global/pg_control",
    (folder) => rmSync(join(folder, "pgdata", "global", "pg_control")),
  ],
];

it.each(damages)(
  "a folder %s is refused by name with the way to restore it, and nothing in it changes",
  async (_, what, damage) => {
    const folder = await aFolder();
    damage(folder);
    const before = contentOf(folder);
    const error = await openDatabase({ dataDir: folder }).catch((refusal: unknown) => refusal);
    expect(error).toMatchObject({ problem: "damaged", folder });
    expect((error as Error).message).toContain(`数据库目录 ${join(folder, "pgdata")} ${what}`);
    expect((error as Error).message).toContain("DATA_DIR=<空目录> npm run restore -- <备份文件>");
    expect(contentOf(folder)).toEqual(before);
  },
);

proveIt(
  "a start beside database.json without pgdata ends with code 1 and one line, and makes no demonstration data",
  async () => {
    const folder = await aFolder();
    rmSync(join(folder, "pgdata"), { recursive: true });
    const before = contentOf(folder);
    const { code, stdout, stderr } = await runToEnd({ DATA_DIR: folder, SEED: "demo" });
    expect(code).toBe(1);
    expect(stdout).not.toContain("ready");
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(stderr).toContain(join(folder, "pgdata"));
    expect(stderr).toContain("npm run restore");
    expect(contentOf(folder)).toEqual(before);
  },
);

it("a folder whose log belongs to another cluster is refused by name, as damaged", async () => {
  const folder = await aFolder();
  const log = join(folder, "pgdata", "pg_wal");
  for (const name of readdirSync(log).filter((file) => /^[0-9A-F]{24}$/.test(file))) {
    writeFileSync(join(log, name), Buffer.alloc(statSync(join(log, name)).size));
  }
  const error = await openDatabase({ dataDir: folder }).catch((refusal: unknown) => refusal);
  expect(error).toMatchObject({ problem: "damaged", folder });
  expect((error as Error).message).toContain(`数据库目录 ${join(folder, "pgdata")} 打不开，可能已损坏`);
});

proveIt("a start on a cluster that cannot be opened says that it is damaged", async () => {
  const folder = await aFolder();
  writeFileSync(join(folder, "pgdata", "global", "pg_control"), Buffer.alloc(8_192, 7));
  truncateSync(join(folder, "pgdata", "global", "pg_control"), 8_192);
  const { code, stderr } = await runToEnd({ DATA_DIR: folder });
  expect(code).toBe(1);
  expect(stderr).toContain(`数据库目录 ${join(folder, "pgdata")} 打不开，可能已损坏`);
  expect(stderr).toContain("npm run restore");
});
