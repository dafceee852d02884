import { afterAll, beforeAll, expect, it } from "vitest";
import { addUser, type PersonOptions } from "../support/people.ts";
import { type SmtpServer, startSmtpServer } from "../support/smtp-server.ts";
import { createTestServer, type TestClient, type TestServer, testPassword } from "../support/test-server.ts";

const address = "https://console.example.com";
const newPassword = "chosen-by-himself-1";
const invalid = "链接无效、已使用或已过期，请联系管理员重新发送";

let mail: SmtpServer;
let server: TestServer;
let desk: TestClient;
beforeAll(async () => {
  mail = await startSmtpServer();
  server = await createTestServer({ env: { SMTP_URL: mail.url, PUBLIC_URL: address } });
  await addUser(server, { username: "desk", permissions: ["system:user:list", "system:user:edit"] });
  desk = await server.as("desk");
});
afterAll(async () => {
  await server.close();
  await mail.close();
});

async function person(options: PersonOptions, email?: string): Promise<string> {
  const id = await addUser(server, { permissions: ["member:member:list"], ...options });
  if (email) await server.db.kysely.updateTable("sys_user").set({ email }).where("id", "=", id).execute();
  return id;
}

const send = (userId: string) => desk.post("/sys/user/sendResetLink", { userId });
const check = (token: string) => server.anonymous.post<{ username: string }>("/sys/user/checkResetLink", { token });
const reset = (token: string, password = newPassword) =>
  server.anonymous.post("/sys/user/resetByLink", { token, password, confirmPassword: password });

/** The token in the newest mail, as the reader's browser has it behind the `#`. */
function tokenOf(to: string): string {
  const found = mail.mails.findLast((one) => one.to.includes(to));
  const text = (found?.data ?? "").replaceAll("=\r\n", "").replaceAll("=3D", "=");
  return /user\/reset-link#([\w-]{43})/.exec(text)?.[1] ?? "";
}

it("SES-08 a link to somebody beyond the help desk's rights goes to their own mail; with it they set their password once", async () => {
  const id = await person({ username: "finance" }, "finance@example.com");
  const working = await server.as("finance");
  expect(await send(id)).toMatchObject({
    success: true,
    message: "重置链接已发送到 f****@example.com，30 分钟内有效",
    result: null,
  });
  const token = tokenOf("finance@example.com");
  expect(token).toHaveLength(43);
  expect(mail.mails.at(-1)?.data).toContain(`${address}/user/reset-link#`);
  expect((await check(token)).result).toEqual({ username: "finance" });
  expect(await reset(token, "short")).toMatchObject({ success: false });
  expect(await reset(token)).toMatchObject({ success: true, message: "密码重置完成！" });
  expect((await working.get("/sys/user/getUserInfo")).status).toBe(401);
  expect(await reset(token, "another-password-2")).toMatchObject({ success: false, message: invalid });
  const signIn = (password: string) => server.anonymous.post("/sys/login", { username: "finance", password });
  expect((await signIn(testPassword)).success).toBe(false);
  expect(await signIn(newPassword)).toMatchObject({ success: true, result: { mustChangePassword: false } });
});

it("SYS-15 neither the outbox, the log, the table nor any answer holds the link", async () => {
  const id = await person({ username: "lily" }, "lily@example.com");
  const answer = await send(id);
  const token = tokenOf("lily@example.com");
  expect(token).toHaveLength(43);
  const tables = ["sys_message", "sys_log", "sys_reset_link", "sys_data_log"];
  const rows = await Promise.all(tables.map((table) => server.db.kysely.selectFrom(table).selectAll().execute()));
  expect(rows[0]?.some((row) => row.es_receiver === "l****@example.com" && row.es_send_status === "1")).toBe(true);
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(answer.text).not.toContain(token);
});

it("a new link replaces the one before; two presses within a minute send one", async () => {
  const id = await person({ username: "twice" }, "twice@example.com");
  await send(id);
  const first = tokenOf("twice@example.com");
  expect(await send(id)).toMatchObject({ status: 429 });
  await server.db.kysely.updateTable("sys_reset_link").set({ created_at: 0 }).where("user_id", "=", id).execute();
  expect((await send(id)).success).toBe(true);
  const second = tokenOf("twice@example.com");
  expect(second).not.toBe(first);
  expect((await check(first)).message).toBe(invalid);
  expect((await check(second)).success).toBe(true);
});

it("of two who use a link at the same moment one sets the password", async () => {
  const id = await person({ username: "raced" }, "raced@example.com");
  await send(id);
  const token = tokenOf("raced@example.com");
  const answers = await Promise.all([reset(token, "first-of-two-1"), reset(token, "second-of-two-2")]);
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
});

it("a link is good for half an hour, and not for whoever was frozen or deleted meanwhile", async () => {
  const id = await person({ username: "late" }, "late@example.com");
  await send(id);
  const token = tokenOf("late@example.com");
  const set = (table: string, values: object, key: string) =>
    server.db.kysely.updateTable(table).set(values).where(key, "=", id).execute();
  await set("sys_user", { status: 2 }, "id");
  expect((await reset(token)).message).toBe(invalid);
  await set("sys_user", { status: 1, del_flag: 1 }, "id");
  expect((await reset(token)).message).toBe(invalid);
  await set("sys_user", { del_flag: 0 }, "id");
  expect((await check(token)).success).toBe(true);
  await set("sys_reset_link", { expires_at: Date.now() - 1 }, "user_id");
  expect((await reset(token)).message).toBe(invalid);
});

it("the button says what is missing: an address, a transport, a mail server that takes it", async () => {
  const nobody = await person({ username: "unreachable" });
  expect((await send(nobody)).message).toBe("该用户没有登记邮箱或手机号，无法发送重置链接");
  const byPhone = await person({ username: "by-phone", phone: "13800001111" });
  expect(await send(byPhone)).toMatchObject({ success: false, message: expect.stringContaining("未配置") });
  const refused = await person({ username: "refused" }, "refused@example.com");
  mail.answerRecipients("550 no such user");
  expect(await send(refused)).toMatchObject({ success: false, message: expect.stringContaining("no such user") });
  mail.answerRecipients(undefined);
  expect((await send(refused)).success).toBe(true);
  const frozen = await person({ username: "frozen", status: 2 }, "frozen@example.com");
  expect((await send(frozen)).message).toBe("用户已冻结，解冻后才能重置密码");
});

it("links point at the configured address only, whatever host a request names", async () => {
  const id = await person({ username: "hosted" }, "hosted@example.com");
  const headers = { host: "evil.example.org", "x-forwarded-host": "evil.example.org" };
  expect((await desk.post("/sys/user/sendResetLink", { userId: id }, { headers })).success).toBe(true);
  expect(mail.mails.at(-1)?.data).not.toContain("evil.example.org");
});

it("who may not edit users sends no link", async () => {
  const id = await person({ username: "quiet" }, "quiet@example.com");
  const clerk = await server.as("quiet");
  expect((await clerk.post("/sys/user/sendResetLink", { userId: id })).status).toBe(403);
});
