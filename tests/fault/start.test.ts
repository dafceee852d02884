import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { builtHash } from "../../scripts/stamp.mjs";
import { openDatabase } from "../../server/db/open-database.ts";
import { CheckStamp } from "../../server/documents/check-stamp.ts";
import { readDocuments } from "../../server/documents/read-documents.ts";
import { startConsoleServer } from "../support/console-server.ts";
import { proveIt } from "../support/prove.ts";
import { runToEnd } from "../support/run-to-end.ts";
import { copyStartedFolder } from "../support/test-server.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "schema-console-start-"));
  folders.push(folder);
  return folder;
}

/** A folder whose first start is over, but for its administrator. */
async function aFolderWithoutAdministrator(): Promise<string> {
  const folder = await copyStartedFolder();
  folders.push(folder);
  const db = await openDatabase({ dataDir: folder });
  await db.kysely.deleteFrom("sys_user_secret").execute();
  await db.close();
  return folder;
}

describe("a start that cannot succeed ends with code 1 and one Chinese line", () => {
  it("for a wrong setting, which it names", async () => {
    const { code, stderr } = await runToEnd({ DATA_DIR: aFolder(), SEED: "everything" });
    expect(code).toBe(1);
    expect(stderr.trim()).toBe("环境变量 SEED 的值 everything 不能使用，应为：初始数据，demo 或 none");
  });

  it("for a data folder that is a file", async () => {
    const file = join(aFolder(), "data");
    writeFileSync(file, "not a folder");
    const { code, stderr } = await runToEnd({ DATA_DIR: file });
    expect(code).toBe(1);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(stderr).toContain(file);
  });
});

describe("starting and stopping", () => {
  it("--print-config shows the settings with secrets masked and starts nothing", async () => {
    const folder = join(aFolder(), "never-made");
    const { code, stdout } = await runToEnd({ DATA_DIR: folder, ADMIN_PASSWORD: "correct-horse" }, ["--print-config"]);
    expect(code).toBe(0);
    expect(stdout).toContain("ADMIN_PASSWORD=******");
    expect(stdout).not.toContain("correct-horse");
    expect(existsSync(folder)).toBe(false);
  });

  proveIt(
    "a made-up password is printed once, also where the port is then taken, and lets the administrator in",
    async () => {
      const folder = await aFolderWithoutAdministrator();
      const blocker = createServer();
      await new Promise<void>((resolve) => blocker.listen(0, "127.0.0.1", resolve));
      const { port } = blocker.address() as AddressInfo;
      const first = await runToEnd({ DATA_DIR: folder, ADMIN_PASSWORD: "", PORT: String(port) });
      blocker.close();
      expect(first.code).toBe(1);
      expect(first.stderr.trim()).toBe(`端口 ${port} 已被占用，请用环境变量 PORT 指定另一个端口。`);
      const [, password = ""] =
        /^首个管理员 admin 的密码：((?:[a-z2-9]{5}-){3}[a-z2-9]{5})（只显示这一次，首次登录后请修改）$/m.exec(
          first.stdout,
        ) ?? [];

      // The same folder, with documents of its own.
      const schemas = aFolder();
      cpSync("schemas", schemas, { recursive: true });
      const start = () => startConsoleServer({ SEED: "none", ADMIN_PASSWORD: "", SCHEMAS_DIR: schemas }, folder);
      const stamp = join(folder, "documents.checked");
      rmSync(stamp, { force: true });
      const second = await start();
      expect(second.output()).not.toContain("密码");
      const signIn = await fetch(`${second.url}/api/sys/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ username: "admin", password }),
      });
      const { result } = (await signIn.json()) as { result: { token: string } };

      const beside = await runToEnd({ DATA_DIR: folder });
      expect(beside.code, "a second process in a folder").toBe(1);
      expect(beside.stderr.trim().split("\n")).toHaveLength(1);
      expect(beside.stderr).toContain(folder);

      await second.stop("SIGTERM");
      expect(second.process.exitCode).toBe(0);
      // Documents in which a start found nothing are not checked again, until a byte of them changes.
      const [kept, build] = [readFileSync(stamp, "utf8"), builtHash("server") ?? ""];
      expect(new CheckStamp(folder, build).knows(readDocuments(schemas))).toBe(true);
      appendFileSync(join(schemas, "member", "member.model.json"), "}");
      const third = await start();
      await expect.poll(() => third.output()).toMatch(/^member\/member\.model\.json:\d+:\d+ LC1001 /m);
      // What was saved before the signal is there.
      const known = await fetch(`${third.url}/api/sys/user/getUserInfo`, {
        headers: { "x-access-token": result.token },
      });
      expect(known.status).not.toBe(401);
      await third.stop("SIGINT");
      expect(third.process.exitCode).toBe(0);
      expect(readFileSync(stamp, "utf8")).toBe(kept);
    },
  );
});
