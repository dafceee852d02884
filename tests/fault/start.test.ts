import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { builtHash } from "../../scripts/stamp.mjs";
import { CheckStamp } from "../../server/documents/check-stamp.ts";
import { readDocuments } from "../../server/documents/read-documents.ts";
import { startConsoleServer } from "../support/console-server.ts";
import { copyPrepared } from "../support/database.ts";
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

/** A folder whose first start is over: nothing here is about what that one does, unless it says so. */
async function aStartedFolder(): Promise<string> {
  const folder = await copyStartedFolder();
  folders.push(folder);
  return folder;
}

/** A folder with a cluster and nothing in it: making one takes some seconds, which `makeDemoData` does in every run. */
async function anEmptyCluster(): Promise<string> {
  const folder = await copyPrepared({ name: "empty", prepare: async () => {} });
  folders.push(folder);
  return folder;
}

describe("a start that cannot succeed ends with code 1 and one Chinese line", () => {
  it("for a wrong setting, which it names", async () => {
    const { code, stderr } = await runToEnd({ DATA_DIR: aFolder(), SEED: "everything" });
    expect(code).toBe(1);
    expect(stderr.trim()).toBe("环境变量 SEED 的值 everything 不能使用，应为：初始数据，demo 或 none");
  });

  it("for a port that is taken", async () => {
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, "127.0.0.1", resolve));
    const address = blocker.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const { code, stderr } = await runToEnd({ DATA_DIR: await aStartedFolder(), PORT: String(port) });
    blocker.close();
    expect(code).toBe(1);
    expect(stderr.trim()).toBe(`端口 ${port} 已被占用，请用环境变量 PORT 指定另一个端口。`);
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

  it("a made-up password is printed once, before the ready line, and not at the next start", async () => {
    const folder = await anEmptyCluster();
    const first = await startConsoleServer({ SEED: "none", ADMIN_PASSWORD: "" }, folder);
    expect(first.output()).toMatch(
      /首个管理员 admin 的密码：([a-z2-9]{5}-){3}[a-z2-9]{5}（只显示这一次，首次登录后请修改）\nready http/,
    );
    await first.stop();
    const second = await startConsoleServer({ SEED: "none", ADMIN_PASSWORD: "" }, folder);
    expect(second.output()).not.toContain("密码");
    await second.stop();
  });

  it("documents in which the last start found nothing are checked again once a byte of them changes", async () => {
    const [folder, schemas] = [await aStartedFolder(), aFolder()];
    const stamp = join(folder, "documents.checked");
    cpSync("schemas", schemas, { recursive: true });
    const start = () => startConsoleServer({ SEED: "none", SCHEMAS_DIR: schemas }, folder);
    rmSync(stamp, { force: true });
    await (await start()).stop();
    const [kept, build] = [readFileSync(stamp, "utf8"), builtHash("server") ?? ""];
    expect(new CheckStamp(folder, build).knows(readDocuments(schemas))).toBe(true);
    appendFileSync(join(schemas, "member", "member.model.json"), "}");
    const second = await start();
    await expect.poll(() => second.output()).toMatch(/^member\/member\.model\.json:\d+:\d+ LC1001 /m);
    await second.stop();
    expect(readFileSync(stamp, "utf8")).toBe(kept);
  });

  it("a running server keeps a second process from its folder; a stop signal ends it, and what was saved is there afterwards", async () => {
    const folder = await aStartedFolder();
    const first = await startConsoleServer({ SEED: "none" }, folder);
    const { code, stderr } = await runToEnd({ DATA_DIR: folder });
    expect(code).toBe(1);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(stderr).toContain(folder);
    const signIn = (url: string) =>
      fetch(`${url}/api/sys/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ username: "admin", password: "correct-horse-battery" }),
      }).then((answer) => answer.json() as Promise<{ success: boolean; result: { token: string } }>);
    const { result } = await signIn(first.url);
    await first.stop("SIGTERM");
    expect(first.process.exitCode).toBe(0);
    const second = await startConsoleServer({ SEED: "none" }, folder);
    const answer = await fetch(`${second.url}/api/sys/user/getUserInfo`, {
      headers: { "x-access-token": result.token },
    });
    expect(answer.status).toBe(200);
    await second.stop("SIGINT");
    expect(second.process.exitCode).toBe(0);
  });
});
