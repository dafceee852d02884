import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "../../runtime/wire/envelope.ts";
import { startBalancer } from "../support/balancer.ts";
import { type ConsoleServer, startConsoleServer, testPassword } from "../support/console-server.ts";
import { databaseServer, type OwnDatabase } from "../support/database-server.ts";
import { type FormCaller, formCaller } from "../support/form-caller.ts";
import { openLive } from "../support/live-client.ts";
import { proveCount, proveIt } from "../support/prove.ts";
import { type S3Server, startS3Server } from "../support/s3-server.ts";
import { aStoredField, aStoredForm, formBase } from "../support/stored-form.ts";
import { copyStartedDatabase } from "../support/test-server.ts";
import { nextRelease, Office, people } from "./server-cases/office.ts";
import { goesOnElsewhere, isStoredOnce, Uploader } from "./server-cases/uploads.ts";

type Row = Readonly<Record<string, unknown>>;

const rounds = proveCount(1, 40);
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
    let s3: S3Server;
    let here: FormCaller;
    let there: FormCaller;
    const servers: ConsoleServer[] = [];
    const folders: string[] = [];
    beforeAll(async () => {
      database = await copyStartedDatabase(postgres);
      s3 = await startS3Server();
      for (const _ of [1, 2]) servers.push(await start());
      [here, there] = (await Promise.all(servers.map(({ url }) => formCaller(url)))) as [FormCaller, FormCaller];
    });
    afterAll(async () => {
      for (const server of servers) await server.stop();
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
      await s3.close();
      await database.drop();
    });

    const start = (more: Readonly<Record<string, string>> = {}) =>
      startConsoleServer({
        ...{ DATABASE_URL: database.url, SEED: "none", LOG_LEVEL: "error", DRAIN_SECONDS: "2" },
        ...s3.env,
        ...more,
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

    it("ONF-02 the other server writes by the new definition at once, and refuses what it has no place for", async () => {
      const id = await aStoredForm(
        { post: ((path: string, body: object = {}) => here.call("POST", path, body)) as never },
        { tableName: "ext_pair" },
        ["name0"],
      );
      const add = (caller: FormCaller, body: Row) => caller.call<Row>("POST", `${formBase}/form/${id}/add`, body);
      expect(await add(there, { name0: "始" })).toMatchObject({ success: true });
      for (let round = 1; round <= rounds; round += 1) {
        const [former, now] = [`name${round - 1}`, `name${round}`];
        await here.change(id, former, { dbFieldName: now });
        await here.change(id, `more${round}`, aStoredField(`more${round}`));
        expect(await here.synchronise(id)).toMatchObject({ success: true });
        // The first call there after the answer here: what it brings is stored, or refused.
        const written = { [now]: `值${round}`, [`more${round}`]: "多" };
        const added = await add(there, written);
        expect(added).toMatchObject({ success: true, result: written });
        expect(await add(there, { [former]: "旧" })).toMatchObject({
          success: false,
          message: expect.stringMatching(/已改名或移除|刚刚被修改/),
        });
        const row = await here.call("GET", `${formBase}/form/${id}/queryById?id=${added.result.id}`);
        expect(row).toMatchObject({ success: true, result: written });
      }
      // An addition is by the definition in force; a list may be a moment behind, and says so.
      await expect
        .poll(() => there.call("GET", `${formBase}/form/${id}/list`))
        .toMatchObject({ success: true, result: { total: rounds + 1 } });
    });

    it("of two administrators at two servers the later synchronises what they have seen, or is told", async () => {
      const id = await aStoredForm(
        { post: ((path: string, body: object = {}) => here.call("POST", path, body)) as never },
        { tableName: "ext_admins" },
        ["name"],
      );
      const { version } = (await there.call<Row>("GET", `${formBase}/head/queryById?id=${id}`)).result;
      await here.change(id, "more", aStoredField("more"));
      const late = { head: { id, version }, fields: [aStoredField("other")] };
      expect(await there.call("PUT", `${formBase}/api/editAll`, late)).toMatchObject({ status: 409 });
      const both = await Promise.all([here.synchronise(id), there.synchronise(id)]);
      const refused = both.filter(({ success }) => !success);
      expect(refused.length).toBeLessThan(2);
      for (const { message } of refused) expect(message).toBe("表单定义刚被修改，请刷新后再同步");
    });

    it("an ended session keeps what came: signed in again, at the other server, the upload goes on", async () => {
      const [a, b] = pair();
      const person = await new Uploader().signIn(a);
      await goesOnElsewhere({ a, b, person, stored: async () => s3.keys() });
    });

    it("the same content uploaded at both at once is stored once, with a record for each", async () => {
      const [a, b] = pair();
      const person = await new Uploader().signIn(a);
      await isStoredOnce({ a, b, person, stored: async () => s3.keys() });
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
      await expect.poll(async () => (await runs()).length).toBeGreaterThanOrEqual(3);
      await a.stop("SIGKILL");
      const killedAt = (await runs()).length;
      await expect.poll(async () => (await runs()).length).toBeGreaterThanOrEqual(killedAt + 3);
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

    proveIt("a server is exchanged for one of the next release under load without a failed call", async () => {
      const [, old] = pair();
      const balancer = await startBalancer();
      const release = nextRelease();
      folders.push(release);
      balancer.add(old.url);
      await balancer.taken(old.url);
      const office = new Office(balancer);
      await office.signIn();
      const atWork = Array.from({ length: people }, (_, number) => office.person(number));
      const next = await start({ SCHEMAS_DIR: release });
      servers.push(next);
      balancer.add(next.url);
      await balancer.taken(next.url);
      await old.stop("SIGTERM");
      expect(old.process.exitCode).toBe(0);
      const saved = office.saved.length;
      await expect.poll(() => office.saved.length, told).toBeGreaterThan(saved);
      office.close();
      await Promise.all(atWork);
      expect(office.problems().slice(0, 5)).toEqual([]);
      // Also of those that the release before added after the column was there.
      const noted = "/member/member/list?realname=滚动&careNote=无&pageSize=1";
      expect((await office.ask<Page<Row>>("GET", noted)).result.total).toBe(office.saved.length);
      await balancer.close();
    });
  });
}
