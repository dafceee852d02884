import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "../../runtime/wire/envelope.ts";
import { type ConsoleServer, startConsoleServer, testPassword } from "../support/console-server.ts";
import { databaseServer, type OwnDatabase } from "../support/database-server.ts";
import { openLive } from "../support/live-client.ts";
import { copyStartedDatabase } from "../support/test-server.ts";

type Row = Readonly<Record<string, unknown>>;

/** Who is told hears it in milliseconds, on a machine with other work in seconds; what nobody told is found after 30 seconds. */
const told = { timeout: 25_000, interval: 20 };

/** A person at one of the servers. */
class Client {
  readonly #url: string;
  #token = "";

  constructor(server: ConsoleServer) {
    this.#url = `${server.url}/api`;
  }

  get token(): string {
    return this.#token;
  }

  async signIn(username: string): Promise<this> {
    const { result } = await this.call<{ token: string }>("POST", "/sys/login", { username, password: testPassword });
    this.#token = result.token;
    return this;
  }

  async status(path: string): Promise<number> {
    return (await this.#fetch("GET", path)).status;
  }

  async call<Result>(method: string, path: string, body?: unknown): Promise<{ result: Result; message: string }> {
    const response = await this.#fetch(method, path, body);
    return (await response.json()) as { result: Result; message: string };
  }

  async rows(path: string): Promise<readonly Row[]> {
    return (await this.call<Page<Row>>("GET", path)).result.records;
  }

  #fetch(method: string, path: string, body?: unknown): Promise<Response> {
    const headers: Record<string, string> = { "x-access-token": this.#token };
    if (body !== undefined) headers["content-type"] = "application/json";
    return fetch(this.#url + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  }
}

if (databaseServer) {
  const postgres = databaseServer;
  describe("two servers on one PostgreSQL", () => {
    let database: OwnDatabase;
    let servers: ConsoleServer[] = [];
    beforeAll(async () => {
      database = await copyStartedDatabase(postgres);
      const env = { DATABASE_URL: database.url, SEED: "none", LOG_LEVEL: "error" };
      const first = await startConsoleServer(env);
      servers = [first];
      servers.push(await startConsoleServer(env));
    });
    afterAll(async () => {
      for (const server of servers) await server.stop();
      await database.drop();
    });

    const pair = (): readonly [ConsoleServer, ConsoleServer] => {
      const [a, b] = servers;
      if (!a || !b) throw new Error("two servers must run");
      return [a, b];
    };

    it("BEL-02 a notice released on one server rings on both, each channel once, and a sign-out closes it on the other", async () => {
      const [a, b] = pair();
      const admin = await new Client(a).signIn("admin");
      const elsewhere = await new Client(b).signIn("admin");
      const { result: me } = await admin.call<{ userInfo: { id: string } }>("GET", "/sys/user/getUserInfo");
      const path = `/websocket/${me.userInfo.id}`;
      const channels = await Promise.all(
        [
          { at: a, of: admin },
          { at: b, of: admin },
          { at: b, of: elsewhere },
        ].map(({ at, of }) => openLive({ port: Number(new URL(at.url).port), path, token: of.token })),
      );
      const values = { titile: "两台都响", msgCategory: "1", msgType: "ALL", priority: "L", msgContent: "好" };
      const { result: added } = await admin.call<{ id: string }>("POST", "/sys/annountCement/add", values);
      await admin.call("GET", `/sys/annountCement/doReleaseData?id=${added.id}`);
      const heard = () => channels.map(({ frames }) => frames.filter(({ msgId }) => msgId === added.id).length);
      await expect.poll(heard, told).toEqual([1, 1, 1]);
      await admin.call("POST", "/sys/logout", {});
      const [onFirst, onSecond, stays] = channels;
      expect(await Promise.all([onFirst?.closed, onSecond?.closed])).toEqual([1008, 1008]);
      expect(stays?.socket.readyState).toBe(stays?.socket.OPEN);
      stays?.socket.close();
    });

    it("SYS-18 a forced logout on one server ends the session on the other at once", async () => {
      const [a, b] = pair();
      const admin = await new Client(a).signIn("admin");
      const user = { username: "wangfang", realname: "王芳", password: testPassword, confirmpassword: testPassword };
      await admin.call("POST", "/sys/user/add", user);
      const person = await new Client(b).signIn("wangfang");
      const before = await person.status("/sys/user/getUserInfo");
      expect(before).not.toBe(401);
      const [session] = await admin.rows("/sys/online/list?username=wangfang");
      await admin.call("POST", "/sys/online/forceLogout", { token: session?.token });
      await expect.poll(() => person.status("/sys/user/getUserInfo"), told).toBe(401);
    });

    it("SYS-08 a changed dictionary is what the other server answers at once", async () => {
      const [a, b] = pair();
      const admin = await new Client(a).signIn("admin");
      const elsewhere = await new Client(b).signIn("admin");
      const texts = async () =>
        (await elsewhere.call<{ text: string }[]>("GET", "/sys/dict/getDictItems/two_servers")).result.map(
          ({ text }) => text,
        );
      expect(await texts()).toEqual([]);
      const dict = await admin.call<Row>("POST", "/sys/dict/add", { dictCode: "two_servers", dictName: "两台" });
      const item = { dictId: dict.result.id, itemText: "甲", itemValue: "1", status: 1, sortOrder: 1 };
      await admin.call("POST", "/sys/dictItem/add", item);
      await expect.poll(texts, told).toEqual(["甲"]);
    });

    it("SYS-16 a job runs once for each due time on the two together; when one is killed the other goes on", async () => {
      const [a, b] = pair();
      const admin = await new Client(b).signIn("admin");
      const job = {
        description: "每秒",
        jobClassName: "sample",
        cronExpression: "* * * * * ?",
        misfire: "once",
        status: 0,
      };
      const { result } = await admin.call<Row>("POST", "/sys/quartzJob/add", job);
      const runs = () => admin.rows(`/sys/quartzJobLog/list?jobId=${result.id}&pageSize=200&column=dueTime&order=asc`);
      await expect.poll(async () => (await runs()).length).toBeGreaterThanOrEqual(5);
      await a.stop("SIGKILL");
      const killedAt = (await runs()).length;
      await expect.poll(async () => (await runs()).length).toBeGreaterThanOrEqual(killedAt + 5);
      await admin.call("GET", `/sys/quartzJob/pause?id=${result.id}`);
      const all = await runs();
      const times = all.map((run) => String(run.dueTime));
      expect(new Set(times).size).toBe(times.length);
      // No second between the first and the last is left out.
      const seconds = times.map((time) => Date.parse(`${time.replace(" ", "T")}Z`) / 1_000);
      expect(seconds.map((second) => second - (seconds[0] ?? 0))).toEqual(seconds.map((_, index) => index));
      expect(new Set(all.slice(killedAt + 2).map((run) => run.node)).size).toBe(1);
      expect(await admin.status("/sys/quartzJob/list")).toBe(200);
    });
  });
}
