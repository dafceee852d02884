import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "../../runtime/wire/envelope.ts";
import { type Balancer, startBalancer } from "../support/balancer.ts";
import { type ConsoleServer, startConsoleServer, testPassword } from "../support/console-server.ts";
import { databaseServer, type OwnDatabase } from "../support/database-server.ts";
import { openLive } from "../support/live-client.ts";
import { proveCount } from "../support/prove.ts";
import { copyStartedDatabase } from "../support/test-server.ts";

type Row = Readonly<Record<string, unknown>>;

const people = proveCount(30, 300);
/** Milliseconds that a person looks at an answer before the next call, on average. */
const thinking = proveCount(1_000, 5_000);
/** One of so many calls writes. */
const writesEvery = 8;
/** After a server was killed nobody may be refused any longer than this, in milliseconds. */
const outage = 5_000;
/** Milliseconds of work before, between and after what is done to the servers. */
const spell = proveCount(1_000, 15_000);

const told = { timeout: 25_000, interval: 50 };

interface Call {
  readonly at: number;
  readonly what: string;
  readonly problem: string | undefined;
}

/** What all people together asked and got, through the balancer. */
class Office {
  readonly calls: Call[] = [];
  /** Mobile numbers of members whose saving was answered. */
  readonly saved: string[] = [];
  /** Ids of notices whose release was answered. */
  readonly released: string[] = [];
  readonly #url: string;
  readonly #tokens: string[] = [];
  #isOpen = true;
  #next = 0;

  constructor({ url }: Balancer) {
    this.#url = `${url}/api`;
  }

  get token(): string {
    return this.#tokens[0] ?? "";
  }

  async signIn(): Promise<void> {
    const { result } = await this.ask<{ token: string }>("POST", "/sys/login", {
      username: "admin",
      password: testPassword,
    });
    this.#tokens.push(result.token);
  }

  /** One call that must succeed. */
  async ask<Result>(method: string, path: string, body?: object, headers = {}): Promise<{ readonly result: Result }> {
    const response = await fetch(this.#url + path, {
      method,
      headers: { "x-access-token": this.token, "content-type": "application/json", ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok || !text.includes('"success":true')) throw new Error(`${response.status} ${text.slice(0, 200)}`);
    return JSON.parse(text);
  }

  /** A call of a working day: what fails is noted, and asked again under the same key, as the console does it. */
  async work<Result>(method: string, path: string, body?: object): Promise<Result> {
    const headers = { "x-idempotency-key": `rolling-${this.#number()}` };
    for (;;) {
      const at = Date.now();
      try {
        const { result } = await this.ask<Result>(method, path, body, headers);
        this.calls.push({ at, what: path, problem: undefined });
        return result;
      } catch (error) {
        this.calls.push({ at, what: `${method} ${path}`, problem: String(error) });
        await pause(200);
      }
    }
  }

  async person(number: number): Promise<void> {
    await pause((number / people) * thinking);
    for (let turn = number; this.#isOpen; turn += 1) {
      if (turn % writesEvery === 0) {
        const mobile = `178${String(this.#number()).padStart(8, "0")}`;
        await this.work("POST", "/member/member/add", { realname: "滚动", mobile, registerSource: "2" });
        this.saved.push(mobile);
      } else await this.work("GET", reads[turn % reads.length] ?? "");
      await pause(thinking * (0.5 + Math.random()));
    }
  }

  async announce(): Promise<void> {
    for (let number = 1; this.#isOpen; number += 1) {
      const values = { titile: `升级 ${number}`, msgCategory: "1", msgType: "ALL", priority: "L", msgContent: "好" };
      const { id } = await this.work<{ id: string }>("POST", "/sys/annountCement/add", values);
      await this.work("GET", `/sys/annountCement/doReleaseData?id=${id}`);
      this.released.push(id);
      await pause(500);
    }
  }

  #number(): number {
    this.#next += 1;
    return this.#next;
  }

  close(): void {
    this.#isOpen = false;
  }

  problems(): readonly Call[] {
    return this.calls.filter(({ problem }) => problem !== undefined);
  }
}

const reads = [
  "/member/member/list?pageSize=10",
  "/sys/dict/getDictItems/sex",
  "/store/storeOrder/list?pageSize=10",
  "/sys/user/getUserInfo",
  "/sys/permission/getUserPermissionByToken",
];

/** Hears notices as the console does: a channel, and the list again whenever a new channel opens. */
async function listen(office: Office, { port }: Balancer, heard: Set<string>, isOver: () => boolean): Promise<void> {
  const { result } = await office.ask<{ userInfo: { id: string } }>("GET", "/sys/user/getUserInfo");
  while (!isOver()) {
    const channel = await openLive({ port, path: `/websocket/${result.userInfo.id}`, token: office.token }).catch(
      () => undefined,
    );
    if (!channel) {
      await pause(100);
      continue;
    }
    channel.socket.on("message", (data) => heard.add(String((JSON.parse(String(data)) as Row).msgId)));
    const mine = await office.work<Page<Row>>("GET", "/sys/sysAnnouncementSend/getMyAnnouncementSend?pageSize=1000");
    for (const { anntId } of mine.records) heard.add(String(anntId));
    while (channel.socket.readyState === channel.socket.OPEN && !isOver()) await pause(50);
    channel.socket.close();
  }
}

/** The shipped documents of the next release: a table has one column more. */
function nextRelease(): string {
  const folder = join(mkdtempSync(join(tmpdir(), "schema-console-next-")), "schemas");
  cpSync("schemas", folder, { recursive: true });
  const file = join(folder, "member", "member.model.json");
  const model = JSON.parse(readFileSync(file, "utf8"));
  model.fields.careNote = { type: "string", title: "服务备注", maxLength: 50, default: "无" };
  writeFileSync(file, JSON.stringify(model));
  return folder;
}

if (databaseServer) {
  const postgres = databaseServer;
  describe("two servers behind a balancer", () => {
    let database: OwnDatabase;
    let balancer: Balancer;
    let release: string;
    const servers = new Set<ConsoleServer>();
    const start = async (more: Readonly<Record<string, string>> = {}) => {
      const env = { DATABASE_URL: database.url, SEED: "none", LOG_LEVEL: "error", DRAIN_SECONDS: "1", ...more };
      const server = await startConsoleServer(env);
      servers.add(server);
      balancer.add(server.url);
      await balancer.taken(server.url);
      return server;
    };
    beforeAll(async () => {
      database = await copyStartedDatabase(postgres);
      balancer = await startBalancer();
      release = nextRelease();
    });
    afterAll(async () => {
      for (const server of servers) await server.stop("SIGKILL");
      await balancer.close();
      await database.drop();
      rmSync(release, { recursive: true, force: true });
    });

    it(
      "are exchanged for the next release under load without a failed call, and one may be killed",
      async () => {
        const old = [await start(), await start()];
        const office = new Office(balancer);
        await office.signIn();
        const job = {
          description: "每秒",
          jobClassName: "sample",
          cronExpression: "* * * * * ?",
          misfire: "once",
          status: 0,
        };
        const { result: added } = await office.ask<Row>("POST", "/sys/quartzJob/add", job);
        const heard = new Set<string>();
        let isOver = false;
        const listening = listen(office, balancer, heard, () => isOver);
        const atWork = [...Array.from({ length: people }, (_, number) => office.person(number)), office.announce()];

        await pause(spell);
        const next: ConsoleServer[] = [];
        for (const server of old) {
          await server.stop("SIGTERM");
          expect(server.process.exitCode).toBe(0);
          next.push(await start({ SCHEMAS_DIR: release }));
          await pause(spell);
        }
        expect(office.problems().slice(0, 5)).toEqual([]);
        const calls = office.calls.length;

        const killedAt = Date.now();
        await next[0]?.stop("SIGKILL");
        await pause(spell);
        await start({ SCHEMAS_DIR: release });
        await pause(spell);
        office.close();
        await Promise.all(atWork);
        const failed = office.problems();
        console.log(
          `${people} people, ${office.calls.length} calls (${calls} before the kill), ${office.saved.length} rows saved, ` +
            `${office.released.length} notices; failed after the kill: ${failed.length}, the last after ` +
            `${Math.max(0, ...failed.map(({ at }) => at - killedAt))} ms`,
        );
        expect(failed.filter(({ at }) => at > killedAt + outage)).toEqual([]);
        expect(failed.length).toBeLessThanOrEqual(Math.max(3, office.calls.length / 1_000));

        await expect.poll(() => office.released.filter((id) => !heard.has(id)), told).toEqual([]);
        isOver = true;
        await listening;

        const { result: found } = await office.ask<Page<Row>>("GET", "/member/member/list?realname=滚动&pageSize=1");
        expect(found.total).toBe(office.saved.length);
        expect(new Set(office.saved).size).toBe(office.saved.length);
        // Also of those that the release before added after the column was there.
        const noted = "/member/member/list?realname=滚动&careNote=无&pageSize=1";
        expect((await office.ask<Page<Row>>("GET", noted)).result.total).toBe(office.saved.length);

        await office.ask("GET", `/sys/quartzJob/pause?id=${added.id}`);
        const path = `/sys/quartzJobLog/list?jobId=${added.id}&pageSize=1000&column=dueTime&order=asc`;
        const runs = (await office.ask<Page<Row>>("GET", path)).result.records.map(({ dueTime }) => String(dueTime));
        expect(runs.length).toBeGreaterThan(5);
        expect(new Set(runs).size).toBe(runs.length);
      },
      proveCount(120_000, 600_000),
    );
  });
}
