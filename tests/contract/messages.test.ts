import { afterAll, beforeAll, expect, it } from "vitest";
import { renderTemplate } from "../../server/messages/render-template.ts";
import { addUser } from "../support/people.ts";
import { type SmtpServer, startSmtpServer } from "../support/smtp-server.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";
import { until } from "../support/until.ts";

let smtp: SmtpServer;
let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  smtp = await startSmtpServer();
  server = await createTestServer({
    env: { SMTP_URL: smtp.url, SMTP_FROM: "通知 <no-reply@console.example>", REGISTRATION: "off" },
  });
  admin = await server.as("admin");
  await addUser(server, { username: "lily", departs: ["A01"] });
  await admin.post("/sys/message/sysMessageTemplate/add", {
    templateName: "欢迎",
    templateCode: "welcome",
    templateType: "2",
    templateContent: "<p>您好 ${name}，<b>${what}</b><script>alert(1)</script></p>",
    templateTestJson: '{"name":"张三"}',
  });
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

const send = (values: object, who = admin) =>
  who.post("/sys/message/sysMessageTemplate/sendMsg", {
    msgType: "2",
    templateCode: "welcome",
    receiver: "zhang@example.com",
    testData: '{"name":"<i>张三</i>","what":"开户"}',
    ...values,
  });
const outbox = async (receiver: string) => {
  const { result } = await admin.get<{ records: Record<string, unknown>[] }>("/sys/message/sysMessage/list", {
    query: { esReceiver: receiver },
  });
  return result.records[0];
};

it("SYS-15 a test of a mail template arrives at the mail server, its values escaped, nothing in it running", async () => {
  expect(await send({})).toMatchObject({ success: true, message: "发送消息任务添加成功！" });
  await until(() => expect(smtp.mails).toHaveLength(1));
  const [mail] = smtp.mails;
  expect(mail).toMatchObject({ from: "no-reply@console.example", to: ["zhang@example.com"] });
  const body = decode(mail?.data ?? "");
  expect(body).toContain("<p>您好 &lt;i&gt;张三&lt;/i&gt;，<b>开户</b></p>");
  expect(body).not.toContain("script");
  await until(async () =>
    expect(await outbox("zhang@example.com")).toMatchObject({ esSendStatus: "1", esSendNum: 1, esResult: null }),
  );
});

it("SYS-15 a refusal for now is tried again after a minute, and the outbox says why", async () => {
  smtp.answerRecipients("451 greylisted, try later");
  await send({ receiver: "later@example.com" });
  await until(async () => expect(await outbox("later@example.com")).toMatchObject({ esSendStatus: "2", esSendNum: 1 }));
  expect(String((await outbox("later@example.com"))?.esResult)).toContain("greylisted");
  smtp.answerRecipients(undefined);
  // The minute has gone by.
  await server.db.kysely
    .updateTable("sys_message")
    .set({ next_send_time: "2020-01-01 00:00:00" })
    .where("es_receiver", "=", "later@example.com")
    .execute();
  await server.context.db.notify("message", "");
  await until(async () =>
    expect(await outbox("later@example.com")).toMatchObject({ esSendStatus: "1", esSendNum: 2, esResult: null }),
  );
  expect(smtp.mails.filter(({ to }) => to.includes("later@example.com"))).toHaveLength(1);
});

it("SYS-15 a final refusal is given up at once and can be sent again by hand", async () => {
  smtp.answerRecipients("550 no such user");
  await send({ receiver: "gone@example.com" });
  await until(async () => expect(await outbox("gone@example.com")).toMatchObject({ esSendStatus: "3", esSendNum: 1 }));
  smtp.answerRecipients(undefined);
  const id = (await outbox("gone@example.com"))?.id;
  expect(await admin.put("/sys/message/sysMessage/resend", { id })).toMatchObject({ success: true });
  await until(async () => expect(await outbox("gone@example.com")).toMatchObject({ esSendStatus: "1" }));
  expect(await admin.put("/sys/message/sysMessage/resend", { id })).toMatchObject({ success: false });
});

it("SYS-15 after five failures a message is given up", async () => {
  smtp.answerRecipients("451 still not");
  await send({ receiver: "never@example.com" });
  for (let tries = 1; tries <= 5; tries += 1) {
    await until(async () => expect((await outbox("never@example.com"))?.esSendNum).toBe(tries));
    await server.db.kysely
      .updateTable("sys_message")
      .set({ next_send_time: "2020-01-01 00:00:00" })
      .where("es_receiver", "=", "never@example.com")
      .where("es_send_status", "=", "2")
      .execute();
    await server.context.db.notify("message", "");
  }
  smtp.answerRecipients(undefined);
  expect(await outbox("never@example.com")).toMatchObject({ esSendStatus: "3", esSendNum: 5 });
});

it("SYS-15 a system message stands in the bell of the named user", async () => {
  expect(await send({ msgType: "4", receiver: "lily" })).toMatchObject({ success: true });
  const lily = await server.as("lily");
  await until(async () => {
    const { result } = await lily.get<{ sysMsgTotal: number; sysMsgList: { titile: string }[] }>(
      "/sys/annountCement/listByUser",
    );
    expect(result).toMatchObject({ sysMsgTotal: 1, sysMsgList: [{ titile: "欢迎" }] });
  });
  await send({ msgType: "4", receiver: "nobody-here" });
  await until(async () =>
    expect(await outbox("nobody-here")).toMatchObject({ esSendStatus: "3", esResult: "没有用户：nobody-here" }),
  );
});

it("a kind of message without a transport is refused and leaves nothing in the outbox", async () => {
  for (const [msgType, channel] of [
    ["1", "短信"],
    ["3", "微信"],
  ] as const) {
    expect(await send({ msgType, receiver: "13900000077" })).toMatchObject({
      success: false,
      message: `${channel}接口未配置，请联系管理员！`,
    });
  }
  expect(await outbox("13900000077")).toBeUndefined();
});

it("the outbox page tells of each channel whether it is configured and how its last messages fared", async () => {
  const { result } = await admin.get<{ records: Record<string, unknown>[] }>("/sys/message/sysMessage/channels");
  expect(result.records.map(({ name, state }) => `${name} ${state}`)).toEqual([
    "短信 off",
    "邮件 ready",
    "微信 off",
    "系统消息 ready",
  ]);
  expect(result.records[1]).toMatchObject({ target: new URL(smtp.url).host, sentTime: expect.any(String) });
  expect(JSON.stringify(result)).not.toContain("smtp://");
});

it("without a gateway nobody is told that a code is on its way, whoever's number it is", async () => {
  for (const smsmode of ["0", "2"]) {
    expect(await server.anonymous.post("/sys/sms", { mobile: "13900000078", smsmode })).toMatchObject({
      success: false,
      message: "短信接口未配置，请联系管理员！",
    });
  }
  expect(await outbox("139****0078")).toBeUndefined();
});

it("SYS-15 wrong wishes are refused in the contract's words", async () => {
  expect(await send({ testData: "{" })).toMatchObject({ success: false, message: "解析Json出错！" });
  for (const wrong of [{ templateCode: "none" }, { msgType: "9" }, { receiver: "" }, { receiver: null }]) {
    expect(await send(wrong)).toMatchObject({ success: false, message: "发送消息任务添加失败！" });
  }
  await send({ receiver: "no address" });
  await until(async () => expect(await outbox("no address")).toMatchObject({ esSendStatus: "3" }));
  expect(await send({}, await server.as("lily"))).toMatchObject({ status: 403 });
});

it("SES-07 with REGISTRATION=off nobody makes an account for themselves", async () => {
  const person = { username: "newone", phone: "13900000010", smscode: "123456" };
  expect(await server.anonymous.post("/sys/user/register", person)).toMatchObject({
    success: false,
    message: "系统没有开放自助注册，请联系管理员开通账号",
  });
});

it("a template knows names and nothing else", () => {
  const values = { a: "1", b: "${a}", c: { x: 1 }, n: 0 };
  const cases: readonly (readonly [string, string])[] = [
    ["${a}-${ a }-${b}", "1-1-${a}"],
    ["${c}${missing}${n}", "0"],
    ["${constructor}${__proto__}${toString}", ""],
    ["${a.b} ${1+1} $a {{a}} <%a%>", "${a.b} ${1+1} $a {{a}} <%a%>"],
  ];
  for (const [template, text] of cases) expect(renderTemplate(template, values, "text")).toBe(text);
});

/** Bodies travel as quoted-printable or base64. */
function decode(data: string): string {
  const at = data.indexOf("\r\n\r\n");
  const [head, body] = [data.slice(0, at), data.slice(at + 4)];
  if (/base64/i.test(head)) return Buffer.from(body, "base64").toString("utf8");
  const bytes = body
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return /quoted-printable/i.test(head) ? Buffer.from(bytes, "latin1").toString("utf8") : body;
}

const base = "/sys/message/sysMessage";
const mailTo = (esReceiver: string, values: object = {}) => ({
  esTitle: "停电通知",
  esType: "2",
  esReceiver,
  esContent: "<p>周六停电<script>x()</script></p>",
  ...values,
});

it("SYS-15 what is added to the outbox is sent, whatever status the client claims", async () => {
  const added = await admin.post(`${base}/add`, mailTo("added@example.com", { esSendStatus: "1", esSendNum: 9 }));
  expect(added).toMatchObject({ success: true, message: "添加成功！" });
  await until(async () =>
    expect(await outbox("added@example.com")).toMatchObject({ esSendStatus: "1", esSendNum: 1, createBy: "admin" }),
  );
  const [mail] = smtp.mails.filter(({ to }) => to.includes("added@example.com"));
  expect(decode(mail?.data ?? "")).toContain("<p>周六停电</p>");
  expect(decode(mail?.data ?? "")).not.toContain("script");
  await admin.post(`${base}/add`, mailTo("plain@example.com", { esContent: "周六停电，\n水位 < 3 米" }));
  await until(async () => expect(await outbox("plain@example.com")).toMatchObject({ esSendStatus: "1" }));
  const [plain] = smtp.mails.filter(({ to }) => to.includes("plain@example.com"));
  expect(decode(plain?.data ?? "")).toContain("周六停电，<br />水位 &lt; 3 米");
  for (const [values, message] of [
    [{ esType: "1" }, "短信接口未配置，请联系管理员！"],
    [{ esType: "9" }, "发送方式不在可选范围内"],
    [{ esReceiver: " " }, "请输入接收人"],
    [{ esTitle: "长".repeat(101) }, "消息标题最多 100 个字符"],
    [{ esContent: "<script>x()</script>" }, "请输入消息内容"],
    [{ esSendTime: "tomorrow" }, "发送时间不是有效的时间"],
  ] as const)
    expect(await admin.post(`${base}/add`, mailTo("none@example.com", values))).toMatchObject({
      success: false,
      message,
    });
  expect(await outbox("none@example.com")).toBeUndefined();
});

it("SYS-15 a message for later waits, can be changed, and leaves at its time; one that was sent stays as it was", async () => {
  await admin.post(`${base}/add`, mailTo("later-1@example.com", { esSendTime: "2999-01-01 08:00:00" }));
  const waiting = await outbox("later-1@example.com");
  expect(waiting).toMatchObject({ esSendStatus: "0", esSendNum: 0, esSendTime: "2999-01-01 08:00:00" });
  const { id, version } = waiting ?? {};
  const edited = await admin.put(`${base}/edit`, { id, version, esReceiver: "later-2@example.com" });
  expect(edited).toMatchObject({ success: true, message: "编辑成功!" });
  expect(await admin.put(`${base}/edit`, { id, version, esTitle: "旧的" })).toMatchObject({ status: 409 });
  expect(smtp.mails.filter(({ to }) => to.some((one) => one.startsWith("later-")))).toHaveLength(0);

  const now = { esSendTime: "2000-01-01 08:00:00", esContent: "<p>改到周日</p>" };
  expect(await admin.post(`${base}/edit`, { id, ...now })).toMatchObject({ success: true });
  await until(async () => expect(await outbox("later-2@example.com")).toMatchObject({ esSendStatus: "1" }));
  const [mail] = smtp.mails.filter(({ to }) => to.includes("later-2@example.com"));
  expect(decode(mail?.data ?? "")).toContain("<p>改到周日</p>");
  expect(await admin.put(`${base}/edit`, { id, esTitle: "太晚" })).toMatchObject({
    success: false,
    message: "只能修改等待发送的消息",
  });
  expect(await outbox("later-2@example.com")).toMatchObject({ esTitle: "停电通知" });
});

it("SYS-15 a plain text stays the text it was when something else of its message is changed", async () => {
  const later = { esSendTime: "2999-01-01 08:00:00", esContent: "水位 < 3 米" };
  await admin.post(`${base}/add`, mailTo("plain-1@example.com", later));
  for (const esTitle of ["改一次", "改两次"]) {
    const { id } = (await outbox("plain-1@example.com")) ?? {};
    expect(await admin.put(`${base}/edit`, { id, esTitle })).toMatchObject({ success: true });
    expect(await outbox("plain-1@example.com")).toMatchObject({ esTitle, esContent: "水位 &lt; 3 米" });
  }
});

it("SYS-15 a message that somebody has begun to send is neither changed nor deleted", async () => {
  await admin.post(`${base}/add`, mailTo("lease@example.com", { esSendTime: "2999-01-01 08:00:00" }));
  const id = String((await outbox("lease@example.com"))?.id);
  // As whoever takes it leaves it.
  const rows = server.db.kysely.updateTable("sys_message").where("id", "=", id);
  await rows.set({ es_send_time: "2020-01-01 08:00:00", next_send_time: "2999-01-01 00:00:00" }).execute();
  expect((await admin.put(`${base}/edit`, { id, esTitle: "改" })).message).toBe("只能修改等待发送的消息");
  const refused = await admin.delete(`${base}/delete`, { query: { id } });
  expect(refused).toMatchObject({ success: false, message: "已删除 0 条，其余不存在或正在发送" });
  expect(await outbox("lease@example.com")).toMatchObject({ esTitle: "停电通知" });
});

it("SYS-15 a deleted message is not sent, and the log says who deleted which", async () => {
  for (const name of ["del-1", "del-2", "del-3"])
    await admin.post(`${base}/add`, mailTo(`${name}@example.com`, { esSendTime: "2999-01-01 08:00:00" }));
  const idOf = async (name: string) => String((await outbox(`${name}@example.com`))?.id);
  const [first, second, third] = [await idOf("del-1"), await idOf("del-2"), await idOf("del-3")];
  expect(await admin.delete(`${base}/delete`, { query: { id: first } })).toMatchObject({ success: true });
  const batch = await admin.delete(`${base}/deleteBatch`, { query: { ids: `${second},${third},` } });
  expect(batch).toMatchObject({ success: true, message: "批量删除成功！" });
  expect(await outbox("del-1@example.com")).toBeUndefined();
  const told = await server.db.kysely
    .selectFrom("sys_log")
    .select(["log_content", "userid"])
    .where("log_content", "like", "删除待发邮件%")
    .orderBy("log_content")
    .execute();
  expect(told).toEqual(
    Array.from({ length: 3 }, () => ({
      log_content: "删除待发邮件“停电通知”，接收人 d****@example.com",
      userid: "admin",
    })),
  );
});

it("SYS-15 who may read the outbox may not write it", async () => {
  await addUser(server, { username: "reader", departs: ["A01"], permissions: ["system:message:list"] });
  const reader = await server.as("reader");
  const id = String((await outbox("lease@example.com"))?.id);
  for (const answer of [
    await reader.post(`${base}/add`, mailTo("reader@example.com")),
    await reader.put(`${base}/edit`, { id, esTitle: "改" }),
    await reader.delete(`${base}/delete`, { query: { id } }),
    await reader.delete(`${base}/deleteBatch`, { query: { ids: id } }),
  ])
    expect(answer).toMatchObject({ status: 403, code: 510 });
});
