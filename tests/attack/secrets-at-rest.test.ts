import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { writeBackup } from "../../server/files/backup/write-backup.ts";
import { localFileStore } from "../../server/files/file-store.ts";
import { maskReceiver } from "../../server/messages/mask-receiver.ts";
import { addUser } from "../support/people.ts";
import { type SmsGateway, startSmsGateway } from "../support/sms-gateway.ts";
import { type SmtpServer, startSmtpServer } from "../support/smtp-server.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";

let gateway: SmsGateway;
let smtp: SmtpServer;
let server: TestServer;
beforeAll(async () => {
  [gateway, smtp] = await Promise.all([startSmsGateway(), startSmtpServer()]);
  server = await createTestServer({ env: { ...gateway.env, SMS_TIMEOUT: "3", SMTP_URL: smtp.url } });
  await addUser(server, { username: "lily", phone: "13900000001" });
});
afterAll(async () => {
  await server.close();
  await Promise.all([gateway.close(), smtp.close()]);
});

const rowsTo = (receiver: string) =>
  server.db.kysely
    .selectFrom("sys_message")
    .selectAll()
    .where("es_receiver", "=", maskReceiver(receiver))
    .orderBy("id", "desc")
    .execute();

async function askCode(mobile: string, smsmode: string): Promise<string> {
  await server.db.kysely.deleteFrom("sys_limit").execute();
  expect(await server.anonymous.post("/sys/sms", { mobile, smsmode })).toMatchObject({ success: true });
  return gateway.secretOf((await rowsTo(mobile))[0]?.id);
}

const link = "https://console.example/reset?ticket=Zm9yIGxpbHkgb25seQ";
const linkTo = (channel: "sms" | "mail", receiver: string) =>
  ({ kind: "reset-link", channel, receiver, secret: link, minutes: 30, createBy: "admin" }) as const;

/** After the time in which a channel that failed is not trusted; a success ends it for good. */
async function sendLater(receiver: string): Promise<void> {
  const later = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 31_000);
  await server.context.secretMessages.send(linkTo("sms", receiver)).finally(() => later.mockRestore());
}

/** Every row of every table, as text. */
async function wholeDatabase(): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(server.db.kysely);
  const texts: string[] = [];
  for (const { name } of rows) {
    const result = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(
      server.db.kysely,
    );
    texts.push(...result.rows.map(({ row }) => row));
  }
  return texts.join("\n");
}

it("a code or link that was sent is in no row of the database and in no backup", async () => {
  const output = vi.spyOn(process.stdout, "write");
  const secrets = [await askCode("13900000001", "0"), await askCode("13500000001", "1")];
  const reset = await askCode("13900000001", "2");
  const proof = { phone: "13900000001", smscode: reset, username: "lily" };
  const { result } = await server.anonymous.post<{ smscode: string }>("/sys/user/phoneVerification", proof);
  secrets.push(reset, result.smscode, link, "Zm9yIGxpbHkgb25seQ");
  await server.anonymous.post("/sys/phoneLogin", { mobile: "13900000001", captcha: secrets[0] });
  await server.context.secretMessages.send(linkTo("sms", "13900000001"));
  await server.context.secretMessages.send(linkTo("mail", "lily@example.com"));
  const folder = server.context.config.dataDir;
  const target = join(folder, "backup.test.gz");
  await writeBackup({ db: server.db, files: localFileStore(join(folder, "files")), target });
  const kept = `${await wholeDatabase()}\n${gunzipSync(readFileSync(target)).toString("utf8")}`;
  const printed = output.mock.calls.map(([chunk]) => String(chunk)).join("");
  output.mockRestore();
  expect(kept).toContain("登录验证码");
  for (const secret of secrets) {
    const alone = new RegExp(`(?<![0-9A-Za-z])${secret.replaceAll(/[/.?]/g, "\\$&")}(?![0-9A-Za-z])`);
    expect(kept).not.toMatch(alone);
    expect(printed).not.toMatch(alone);
  }
});

it("the outbox says which kind went to whom, masked, and cannot send it again", async () => {
  await server.context.secretMessages.send(linkTo("mail", "lily@example.com"));
  const [row] = await rowsTo("lily@example.com");
  expect(row).toMatchObject({ es_receiver: "l****@example.com", es_template: "reset-link", es_send_status: "1" });
  expect(row?.es_content).toBe("内容含验证码或一次性链接，只发给本人，不保存");
  expect(smtp.mails.at(-1)).toMatchObject({ to: ["lily@example.com"] });
  await server.db.kysely.updateTable("sys_message").set({ es_send_status: "3" }).where("id", "=", row?.id).execute();
  const admin = await server.as("admin");
  expect(await admin.put("/sys/message/sysMessage/resend", { id: row?.id })).toMatchObject({ success: false });
});

it("who reads the stored codes cannot find them by trying all: the key is not in the database", async () => {
  const code = await askCode("13900000001", "0");
  const row = await server.db.kysely
    .selectFrom("sys_sms_code")
    .select("code_hash")
    .where("phone", "=", "13900000001")
    .where("purpose", "=", "login")
    .executeTakeFirstOrThrow();
  const hashes = await sql<{ hash: string }>`
    select encode(sha256(convert_to(text, 'UTF8')), 'hex') as hash
    from (values (${`13900000001\nlogin\n${code}`}), (${code}), (${`13900000001${code}`})) as guess(text)`.execute(
    server.db.kysely,
  );
  expect(hashes.rows.map(({ hash }) => hash)).not.toContain(row.code_hash);
});

it("a receiver that refuses is told to the sender, and the reason holds no secret", async () => {
  gateway.answerNext({ status: 200, body: JSON.stringify({ success: false, code: "PHONE_LIMIT", message: link }) });
  await expect(server.context.secretMessages.send(linkTo("sms", "13900000003"))).rejects.toMatchObject({
    errorName: "MESSAGE_NOT_SENT",
    details: { channel: "短信", reason: "短信平台限制了这个手机号的发送次数（PHONE_LIMIT）" },
  });
  expect((await rowsTo("13900000003"))[0]).toMatchObject({ es_send_status: "3", es_send_num: "1" });
  gateway.answerNext({ status: 200, body: JSON.stringify({ success: false, message: `no ${link}` }) });
  await expect(server.context.secretMessages.send(linkTo("sms", "13900000004"))).rejects.toMatchObject({
    details: { reason: "短信网关没有接受：no ***" },
  });
  await sendLater("13900000003");
});

it("messages that a dead process left on their way are given up at the next start, not said to be sent", async () => {
  await server.db.kysely
    .insertInto("sys_message")
    .values({
      id: "left",
      version: 1,
      es_type: "1",
      es_secret: true,
      es_receiver: "139****0009",
      es_send_status: "0",
      create_time: "2020-01-01 00:00:00",
    })
    .execute();
  await server.context.secretMessages.start();
  expect((await rowsTo("139****0009"))[0]).toMatchObject({
    es_send_status: "3",
    es_result: "服务中断，不能确认是否送达",
  });
});

it("after three failures of the gateway everybody is told for half a minute, then it is tried again", async () => {
  const failed = { status: 500, body: "oops" };
  gateway.answerNext(failed, failed, failed);
  await expect(server.context.secretMessages.send(linkTo("sms", "13900000005"))).rejects.toMatchObject({
    details: { channel: "短信", reason: "短信网关应答 500" },
  });
  expect((await rowsTo("13900000005"))[0]).toMatchObject({ es_send_status: "3", es_send_num: "3" });
  expect(await server.anonymous.post("/sys/sms", { mobile: "13800001234", smsmode: "0" })).toMatchObject({
    success: false,
    message: "短信暂时发送失败，请稍后重试",
  });
  await sendLater("13900000005");
  expect((await rowsTo("13900000005"))[0]).toMatchObject({ es_send_status: "1" });
});

it("a gateway that works again after a moment takes the message, and the row counts the tries", async () => {
  gateway.answerNext({ status: 503, body: "" }, "hang");
  await server.context.secretMessages.send(linkTo("sms", "13900000006"));
  expect((await rowsTo("13900000006"))[0]).toMatchObject({ es_send_status: "1", es_send_num: "3" });
});
