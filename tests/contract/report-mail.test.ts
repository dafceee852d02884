import { afterAll, beforeAll, expect, it } from "vitest";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { addUser } from "../support/people.ts";
import { bodyOf, type SmtpServer, startSmtpServer } from "../support/smtp-server.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";
import { until } from "../support/until.ts";

/** Reports that come by mail, taken in by a mail server that speaks SMTP. */
let smtp: SmtpServer;
let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  smtp = await startSmtpServer();
  server = await createTestServer({ env: { SMTP_URL: smtp.url, SMTP_FROM: "报表 <report@console.example>" } });
  admin = await server.as("admin");
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

it("RPT-02 a due subscription arrives as a mail with the columns that its receiver may see", async () => {
  const head = { code: "people", name: "人员", cgrSql: "SELECT username, phone FROM sys_user ORDER BY username" };
  const items = [
    { fieldName: "username", fieldTxt: "账号", fieldType: "String", isShow: 1, orderNum: 1 },
    { fieldName: "phone", fieldTxt: "手机", fieldType: "String", isShow: 1, orderNum: 2 },
  ];
  const { result } = await admin.post<Row>("/online/cgreport/head/add", { head, items });
  const id = String(result.id);
  await admin.put("/online/cgreport/head/publish", { id, version: result.version });
  const menu = await admin.post<Row>("/online/cgreport/head/addMenu", { id });
  // Under control and granted to nobody.
  const permission = { parentId: menu.result.id, menuType: 2, permsType: "1", status: "1", sortNo: 1 };
  await admin.post("/sys/permission/add", { ...permission, name: "手机", perms: `online:cgreport:${id}:column:phone` });
  const permissions = [`online:cgreport:${id}:list`, "system:user:list"];
  const reader = await addUser(server, { username: "mailed", phone: "13900000001", permissions });
  await server.db.kysely
    .updateTable("sys_user")
    .set({ email: "mailed@example.com" })
    .where("id", "=", reader)
    .execute();
  const added = await admin.post<Row>("/online/cgreport/subscription/add", {
    ...{ title: "每日人员", cgrheadId: id, cron: "0 0 8 * * ?", channel: "mail", receivers: reader },
    conditions: {},
  });
  expect(added.message).toBe("添加成功！");
  // Due, as the job runner finds it.
  expect((await admin.get("/sys/quartzJob/execute", { query: { id: String(added.result.id) } })).success).toBe(true);
  await until(() => expect(smtp.mails.map(({ to }) => to)).toEqual([["mailed@example.com"]]));
  const [mail] = smtp.mails;
  const body = bodyOf(mail?.data ?? "");
  expect(mail?.from).toBe("report@console.example");
  expect(body).toContain("<td>mailed</td>");
  expect(body).toContain("账号");
  expect(body).not.toContain("手机");
  expect(body).not.toContain("13900000001");
});
