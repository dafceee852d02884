import { createHmac } from "node:crypto";
import type { ServerResponse } from "node:http";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newWebhookSecret, webhookHeaders } from "../../server/webhooks/sign-webhook.ts";
import { mostAttempts, retryWait, WebhookDispatcher } from "../../server/webhooks/webhook-dispatcher.ts";
import { forOneEngine } from "../support/database.ts";
import { addUser, grantTo } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";
import { until } from "../support/until.ts";
import { type ReceivedCall, startUpstream, type TestUpstream } from "../support/upstream.ts";

type Row = Readonly<Record<string, unknown>>;

forOneEngine("webhooks", (open) => {
  let receiver: TestUpstream;
  /** Runs, and is on no list. */
  let outside: TestUpstream;
  let server: TestServer;
  let admin: TestClient;
  let respond: (call: ReceivedCall, response: ServerResponse) => void;
  beforeAll(async () => {
    receiver = await startUpstream((call, response) => respond(call, response));
    outside = await startUpstream();
    server = await createTestServer({
      open,
      env: { WEBHOOK_HOSTS: `127.0.0.1:${receiver.port},127.0.0.1:1,*.example.com` },
    });
    admin = await server.as("admin");
  });
  afterAll(async () => {
    await server.close();
    await receiver.close();
    await outside.close();
  });
  beforeEach(async () => {
    respond = (_call, response) => response.end();
    for (const table of ["sys_webhook", "sys_webhook_delivery"])
      await sql`delete from ${sql.table(table)}`.execute(kysely());
    for (const cache of server.context.engine.caches) cache.clear();
    receiver.calls.length = 0;
  });
  const kysely = () => server.db.kysely;

  /** A subscription with its signing key. */
  async function subscribe(values: Row = {}, person: TestClient = admin) {
    const body = { name: "对账系统", url: `${receiver.url}/hook`, tables: "member/member", ...values };
    const added = await person.post<Row>("/sys/webhook/add", body);
    expect(added.message).toBe("添加成功！");
    const id = String(added.result.id);
    const { secret } = (await person.post<{ secret: string }>("/sys/webhook/issue", { id })).result;
    return { id, secret };
  }

  let made = 0;
  const aMember = (values: Row = {}) => {
    made += 1;
    return { realname: `会员${made}`, mobile: `139${String(made).padStart(8, "0")}`, registerSource: "2", ...values };
  };
  const addMember = async (values: Row = {}) =>
    (await admin.post<Row>("/member/member/add", aMember(values))).result as Row & { readonly id: string };

  const received = (call: ReceivedCall | undefined) => JSON.parse(call?.body ?? "{}") as Record<string, unknown>;
  const bodies = () => receiver.calls.map(received);
  const deliveries = async (hookId: string) =>
    (
      await admin.get<{ records: Row[] }>("/sys/webhookDelivery/list", {
        query: { hookId, column: "eventNo", order: "asc", pageSize: "100" },
      })
    ).result.records;
  const states = async (hookId: string) => (await deliveries(hookId)).map(({ state }) => state);

  describe("what is told", () => {
    it("adding, changing, moving and deleting a row are told in order, with the fields that differ", async () => {
      const { id: hookId } = await subscribe();
      const member = await addMember();
      const version = (
        await admin.put<Row>("/member/member/edit", { id: member.id, version: member.version, realname: "王芳" })
      ).result.version;
      const frozen = await admin.put<Row>("/member/member/freeze", { id: member.id, version, freezeReason: "投诉" });
      expect(frozen.success, frozen.message).toBe(true);
      await admin.delete("/member/member/delete", { query: { id: member.id } });
      await until(() => expect(receiver.calls).toHaveLength(4));
      expect(bodies()).toMatchObject([
        { event: "added", model: "member/member", rowId: member.id, version: 1, changed: [] },
        { event: "changed", rowId: member.id, version: 2, changed: ["realname"], row: { realname: "王芳" } },
        { event: "transition", transition: "freeze", version: 3, row: { status: "2", status_dictText: "冻结" } },
        { event: "deleted", rowId: member.id, version: 4 },
      ]);
      const numbers = bodies().map(({ no }) => Number(no));
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
      await until(async () => expect((await states(hookId)).join()).toBe("1,1,1,1"));
    });

    it("only the chosen events of the chosen tables are told", async () => {
      await subscribe({ events: "deleted" });
      const member = await addMember();
      await admin.post("/sys/position/add", { code: "hook", name: "无关" });
      await admin.delete("/member/member/delete", { query: { id: member.id } });
      await until(() => expect(receiver.calls).toHaveLength(1));
      expect(bodies()).toMatchObject([{ event: "deleted", rowId: member.id }]);
    });

    it("a save that is refused, and one whose transaction is rolled back, tell nothing", async () => {
      const { id } = await subscribe();
      const member = await addMember();
      await admin.post("/member/member/add", aMember({ mobile: member.mobile }));
      const caller = await callerOf("admin");
      await server.context.db
        .transaction(async (trx) => {
          await server.context.engine.add("member/member", aMember(), caller, { trx });
          throw new Error("rolled back");
        })
        .catch(() => {});
      await until(async () => expect((await states(id)).join()).toBe("1"));
      const { rows } = await sql<{ count: string }>`
      select count(*) as count from sys_webhook_event where row_id <> ${member.id} and no > (
        select no from sys_webhook_event where row_id = ${member.id})`.execute(kysely());
      expect(rows).toEqual([{ count: "0" }]);
    });

    it("what the subscriber may not read is not sent: hidden fields absent, masks kept, foreign rows not told at all", async () => {
      await addUser(server, {
        username: "hooked",
        permissions: ["member:member:list", "system:webhook:list", "system:webhook:add", "system:webhook:edit"],
      });
      const hooked = await server.as("hooked");
      const { id } = await subscribe({ name: "只看一部分" }, hooked);
      const refused = await hooked.post("/sys/webhook/add", { name: "越权", url: receiver.url, tables: "store/store" });
      expect(refused.message).toContain("不能选择表");
      await addMember({ idNo: "110101199003070011" });
      await until(() => expect(receiver.calls).toHaveLength(1));
      const row = received(receiver.calls[0]).row as Row;
      expect(row.mobile).toMatch(/^139\*{4}\d{4}$/);
      expect(Object.keys(row)).not.toContain("idNo");
      expect(receiver.calls[0]?.body).not.toContain("110101199003070011");

      await narrowTo("hooked", "realname", "看得到");
      await addMember({ realname: "看不到" });
      await addMember({ realname: "看得到" });
      await until(() => expect(receiver.calls).toHaveLength(2));
      expect(bodies()[1]).toMatchObject({ row: { realname: "看得到" } });
      await until(async () => expect((await states(id)).join()).toBe("1,1"));
    });

    it("a subscriber who may not sign in any more is sent nothing", async () => {
      await addUser(server, {
        username: "leaver",
        permissions: ["member:member:list", "system:webhook:list", "system:webhook:add"],
      });
      const { id } = await subscribe({}, await server.as("leaver"));
      await sql`update sys_user set status = 2 where username = 'leaver'`.execute(kysely());
      await addMember();
      await until(async () => expect((await states(id)).join()).toBe("2"));
      expect(await deliveries(id)).toMatchObject([{ reason: "订阅人已停用" }]);
      expect(receiver.calls).toHaveLength(0);
    });
  });

  describe("the signature", () => {
    it("is that of Standard Webhooks over id, time and body, fresh for each try", async () => {
      const { secret } = await subscribe();
      await addMember();
      await until(() => expect(receiver.calls).toHaveLength(1));
      const call = receiver.calls[0] as ReceivedCall;
      const { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signature } = call.headers;
      const key = Buffer.from(secret.replace("whsec_", ""), "base64");
      const expected = createHmac("sha256", key).update(`${id}.${time}.${call.body}`).digest("base64");
      expect(signature).toBe(`v1,${expected}`);
      expect(Math.abs(Number(time) - Date.now() / 1_000)).toBeLessThan(60);
    });

    it("changes with the time, the body and the key", () => {
      const [one, other] = [newWebhookSecret(), newWebhookSecret()];
      const of = (body: string, secret: string, ms: number) =>
        webhookHeaders({ id: "m", body }, secret, ms)["webhook-signature"];
      expect(new Set([of("a", one, 0), of("b", one, 0), of("a", other, 0), of("a", one, 5_000)]).size).toBe(4);
    });

    it("the key is sealed in the table and shown to its maker alone, once", async () => {
      const { id, secret } = await subscribe();
      const { rows } = await sql<{
        secret: string;
      }>`select secret from sys_webhook_secret where hook_id = ${id}`.execute(kysely());
      expect(rows[0]?.secret).toMatch(/^enc:v1:/);
      for (const answer of [
        await admin.get("/sys/webhook/list"),
        await admin.get("/sys/webhook/queryById", { query: { id } }),
      ]) {
        expect(answer.text).not.toContain(secret.slice(6));
      }
      await addUser(server, { username: "other-editor", permissions: ["system:webhook:list", "system:webhook:edit"] });
      const other = await server.as("other-editor");
      expect((await other.post("/sys/webhook/issue", { id })).message).toBe("只有创建人可以生成签名密钥");
      expect((await other.put("/sys/webhook/edit", { id, url: `${receiver.url}/mine` })).message).toBe(
        "只有创建人可以修改这个订阅",
      );
    });
  });

  describe("where it goes", () => {
    it.each([
      ["http://169.254.169.254/latest", "须以 https:// 开头"],
      ["https://10.0.0.1/hook", "不允许连接 10.0.0.1:443"],
      ["https://user:pw@hooks.example.com/", "不能带用户名"],
      ["ftp://hooks.example.com/", "https://"],
      ["https://example.com.evil.test/", "不允许连接"],
    ])("%s is refused when it is typed", async (url, reason) => {
      const answer = await admin.post("/sys/webhook/add", { name: "内网", url, tables: "member/member" });
      expect(answer.success).toBe(false);
      expect(JSON.stringify(answer)).toContain(reason);
    });

    it("an address that reached the table another way is not called, and a redirect is not followed", async () => {
      const { id } = await subscribe();
      await sql`update sys_webhook set url = ${outside.url} where id = ${id}`.execute(kysely());
      await addMember();
      await until(async () => expect((await states(id)).join()).toBe("2"));
      expect((await deliveries(id))[0]?.reason).toContain("不允许连接");

      const second = await subscribe();
      respond = (_call, response) => response.writeHead(302, { location: `${outside.url}/inside` }).end();
      await addMember();
      await until(async () => expect((await states(second.id)).join()).toBe("2"));
      expect(await deliveries(second.id)).toMatchObject([
        { answerCode: 302, reason: expect.stringContaining("不跟随重定向") },
      ]);
      expect(outside.calls).toHaveLength(0);
    });
  });

  describe("a receiver that fails", () => {
    it("gets nothing of a row before what is older, and everything once it answers", async () => {
      const { id } = await subscribe();
      respond = (_call, response) => response.writeHead(500).end();
      const member = await addMember();
      await until(async () => expect((await states(id)).join()).toBe("2"));
      for (const realname of ["甲", "乙", "丙"]) await admin.put("/member/member/edit", { id: member.id, realname });
      const other = await addMember();
      await until(() => expect(bodies().map(({ rowId }) => rowId)).toContain(other.id));
      expect(
        bodies()
          .filter(({ rowId }) => rowId === member.id)
          .every(({ version }) => version === 1),
      ).toBe(true);
      await until(async () => expect((await states(id)).join()).toBe("2,0,0,0,2"));

      receiver.calls.length = 0;
      respond = (_call, response) => response.end();
      await dueNow();
      await until(async () => expect((await states(id)).join()).toBe("1,1,1,1,1"));
      expect(
        bodies()
          .filter(({ rowId }) => rowId === member.id)
          .map(({ version }) => version),
      ).toEqual([1, 2, 3, 4]);
    });

    it("that never answers holds nobody else", async () => {
      const silent = await subscribe({ url: `${receiver.url}/silent` });
      const quick = await subscribe({ url: `${receiver.url}/quick` });
      let [held, mostHeld] = [0, 0];
      respond = (call, response) => {
        if (call.url === "/quick") {
          response.end();
          return;
        }
        held += 1;
        mostHeld = Math.max(mostHeld, held);
        response.once("close", () => {
          held -= 1;
        });
      };
      for (let count = 0; count < 20; count += 1) await addMember();
      await until(async () => expect(await states(quick.id)).toEqual(Array.from({ length: 20 }, () => "1")));
      expect(mostHeld).toBeGreaterThan(0);
      expect(mostHeld).toBeLessThanOrEqual(8);
      await admin.delete("/sys/webhook/delete", { query: { id: silent.id } });
      receiver.calls.length = 0;
    });

    it("is tried less and less often, never at the same distance, and given up in the end", () => {
      const [least, most] = [
        (attempts: number) => retryWait(attempts, () => 0),
        (attempts: number) => retryWait(attempts, () => 1),
      ];
      expect([1, 2, 3, 12].map(least)).toEqual([5, 10, 20, 7_200]);
      expect([1, 2, 3, 12].map(most)).toEqual([10, 20, 40, 14_400]);
      expect(retryWait(mostAttempts)).toBeUndefined();
    });

    it("a delivery that was given up does not hold the next, and an administrator sends it again under its id", async () => {
      const { id } = await subscribe();
      respond = (_call, response) => response.writeHead(410).end();
      const member = await addMember();
      await until(async () => expect((await states(id)).join()).toBe("2"));
      await sql`update sys_webhook_delivery set attempts = ${mostAttempts - 1}`.execute(kysely());
      await dueNow();
      await until(async () => expect((await states(id)).join()).toBe("3"));
      respond = (_call, response) => response.end();
      await admin.put("/member/member/edit", { id: member.id, realname: "之后" });
      await until(async () => expect((await states(id)).join()).toBe("3,1"));
      const [given] = await deliveries(id);
      receiver.calls.length = 0;
      expect((await admin.put("/sys/webhookDelivery/resend", { id: given?.id })).success).toBe(true);
      await until(async () => expect((await states(id)).join()).toBe("1,1"));
      expect(receiver.calls.map(({ headers }) => headers["webhook-id"])).toEqual([given?.id]);
      expect(bodies()).toMatchObject([{ event: "added", version: 1 }]);
    });

    it("who may only look cannot send again, and no id of somebody else's tenant does anything", async () => {
      await addUser(server, { username: "watcher", permissions: ["system:webhook:list"] });
      const watcher = await server.as("watcher");
      expect((await watcher.put("/sys/webhookDelivery/resend", { id: "x" })).status).toBe(403);
      expect((await admin.put("/sys/webhookDelivery/resend", { id: "x" })).message).toBe("未找到对应实体");
    });
  });

  it("a test is sent at once, says what was answered, and stands among the deliveries", async () => {
    const { id } = await subscribe();
    expect((await admin.post("/sys/webhook/test", { id })).result).toMatchObject({ answerCode: 200 });
    respond = (_call, response) => response.writeHead(503).end();
    expect((await admin.post("/sys/webhook/test", { id })).message).toContain("接收方答复 503");
    expect((await deliveries(id)).map(({ state, answerCode, event }) => [state, answerCode, event])).toEqual(
      expect.arrayContaining([
        ["1", 200, "test"],
        ["3", 503, "test"],
      ]),
    );
  });

  it("two servers deliver each event once while both are well", async () => {
    const { id } = await subscribe();
    const { config, context } = server;
    const { Outgoing } = await import("../../server/http/net/outgoing.ts");
    const { openSecretBox } = await import("../../server/auth/secret-box.ts");
    const out = new Outgoing({ hosts: config.webhookHosts, setting: "WEBHOOK_HOSTS" });
    const { db, engine, clock } = context;
    const box = () => openSecretBox(config.secretKey, config.dataDir);
    const second = new WebhookDispatcher({ db, engine, out, box, clock, note: () => {} });
    await second.start();
    const members = await Promise.all(Array.from({ length: 10 }, () => addMember()));
    await Promise.all(members.map(({ id: row }) => admin.put("/member/member/edit", { id: row, realname: "改" })));
    await until(async () => expect(await states(id)).toEqual(Array.from({ length: 20 }, () => "1")));
    await second.stop();
    await out.close();
    expect(receiver.calls).toHaveLength(20);
    for (const { id: row } of members) {
      expect(
        bodies()
          .filter(({ rowId }) => rowId === row)
          .map(({ version }) => version),
      ).toEqual([1, 2]);
    }
  });

  /** As if the wait of every delivery were over. */
  async function dueNow(): Promise<void> {
    await sql`update sys_webhook_delivery set next_time = create_time where next_time is not null`.execute(kysely());
    await server.context.db.notify("webhook", "");
  }

  async function callerOf(username: string) {
    const { makeCaller } = await import("../../server/auth/make-caller.ts");
    const { findUser } = await import("../../server/auth/user-store.ts");
    const user = await findUser(kysely(), { username });
    if (!user) throw new Error(username);
    return makeCaller(kysely(), { user, sessionId: "", orgCode: "", tenantId: 0 });
  }

  /** A data rule of the person over members: one value of one column. */
  async function narrowTo(username: string, column: string, value: string): Promise<void> {
    await grantTo(server, username, ["member:member:list"]);
    const { rows } = await sql<{
      id: string;
    }>`select id from sys_permission where perms = 'member:member:list'`.execute(kysely());
    const permissionId = rows[0]?.id ?? "";
    await sql`insert into sys_permission_data_rule (id, version, tenant_id, permission_id, rule_name, rule_column, rule_conditions, rule_value, status)
    values (${`rule-${username}`}, 1, 0, ${permissionId}, '规则', ${column}, '=', ${value}, '1')`.execute(kysely());
    await sql`update sys_role_permission set data_rule_ids = ${`rule-${username}`} where permission_id = ${permissionId}
    and role_id in (select role_id from sys_user_role link join sys_user person on person.id = link.user_id where person.username = ${username})`.execute(
      kysely(),
    );
    await server.context.authentication.invalidate();
  }
});
