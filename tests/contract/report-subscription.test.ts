import { afterAll, beforeAll, expect, it } from "vitest";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

/** Reports that come by themselves, as notices: there is no mail service here. */
let server: TestServer;
let admin: TestClient;
let headId: string;
const ids = new Map<string, string>();
const base = "/online/cgreport/subscription";
beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
  const head = {
    code: "users",
    name: "用户名单",
    cgrSql: "SELECT username, 1 AS sort FROM sys_user ORDER BY username",
  };
  const items = [
    { fieldName: "username", fieldTxt: "账号", fieldType: "String", isShow: 1, isSearch: 1, orderNum: 1 },
    { fieldName: "sort", fieldTxt: "<b>排序</b>", fieldType: "Integer", isShow: 1, isTotal: "1", orderNum: 2 },
  ];
  const added = await admin.post<Row>("/online/cgreport/head/add", { head, items });
  expect(added.message).toBe("添加成功！");
  headId = String(added.result.id);
  await admin.put("/online/cgreport/head/publish", { id: headId, version: added.result.version });
  await admin.post("/online/cgreport/head/addMenu", { id: headId });
  const run = `online:cgreport:${headId}:list`;
  const own = ["online:cgreport-subscription:list", "online:cgreport-subscription:add"];
  ids.set("reader", await addUser(server, { username: "reader", permissions: [run, "system:user:list", ...own] }));
  ids.set("outsider", await addUser(server, { username: "outsider", permissions: ["system:user:list"] }));
});
afterAll(() => server.close());

const subscription = (more: object = {}) => ({
  title: "每日名单",
  cgrheadId: headId,
  cron: "0 0 8 * * ?",
  channel: "notice",
  receivers: ids.get("reader"),
  ...more,
});
const noticesOf = async (username: string) =>
  (
    await server.db.kysely
      .selectFrom("sys_message")
      .select(["es_title", "es_content"])
      .where("es_receiver", "=", username)
      .execute()
  ).map((row) => String(row.es_content));

it("RPT-02 a subscription is a scheduled job that sends each receiver what they may see", async () => {
  const receivers = `${ids.get("reader")},${ids.get("outsider")}`;
  const added = await admin.post<Row>(`${base}/add`, subscription({ receivers, conditions: { username: "reader" } }));
  expect(added.message).toBe("添加成功！");
  const id = String(added.result.id);
  const job = await server.db.kysely
    .selectFrom("sys_quartz_job")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(job).toMatchObject({ job_class_name: "report-subscription", cron_expression: "0 0 8 * * ?", parameter: id });
  expect((await admin.get(`/sys/quartzJob/execute`, { query: { id } })).success).toBe(true);
  await expect
    .poll(async () => (await admin.get<Row>(`${base}/queryById`, { query: { id } })).result.lastResult)
    .toMatch(/^已发送 1 人；outsider：/);
  const [content = ""] = await noticesOf("reader");
  expect(content).toContain("<td>reader</td>");
  expect(content).toContain("共 1 行");
  expect(content).toContain("&lt;b&gt;排序&lt;/b&gt;");
  expect(content).not.toContain("admin");
  expect(await noticesOf("outsider")).toEqual([]);
});

it("RPT-02 without a mail service only notices are offered, and mail says why", async () => {
  const off = "没有配置邮件服务（SMTP_URL），只能用站内消息";
  expect((await admin.get<Row>(`${base}/mail`)).result).toEqual({ off });
  expect(await admin.post(`${base}/add`, subscription({ channel: "mail" }))).toMatchObject({
    success: false,
    message: off,
  });
});

it("RPT-02 readers subscribe for themselves only, to reports that they may run, and not every minute", async () => {
  const reader = await server.as("reader");
  expect((await reader.post(`${base}/add`, subscription())).success).toBe(true);
  const forOthers = await reader.post(`${base}/add`, subscription({ receivers: ids.get("outsider") }));
  expect(forOthers).toMatchObject({ success: false, message: "只能给自己订阅；发给别人需要报表设计的权限" });
  const often = await reader.post(`${base}/add`, subscription({ cron: "0 * * * * ?" }));
  expect(often.message).toContain("至少间隔 10 分钟");
  expect((await reader.post(`${base}/add`, subscription({ cron: "nonsense" }))).message).toContain("发送时间不正确");
  const odd = await reader.post(`${base}/add`, subscription({ conditions: "[1]" }));
  expect(odd.message).toContain("查询条件须为 JSON 对象");
});

it("RPT-02 who belongs to closed tenants alone is sent nothing, like at sign-in", async () => {
  const permissions = [`online:cgreport:${headId}:list`, "system:user:list"];
  const receivers = await addUser(server, { username: "leaver", permissions, tenants: [41] });
  const { result } = await admin.post<Row>(`${base}/add`, subscription({ receivers }));
  const id = String(result.id);
  const send = async () => {
    await admin.get(`/sys/quartzJob/execute`, { query: { id } });
    return async () => (await admin.get<Row>(`${base}/queryById`, { query: { id } })).result.lastResult;
  };
  await expect.poll(await send()).toBe("已发送 1 人");
  await server.db.kysely.updateTable("sys_tenant").set({ status: 0 }).where("id", "=", "41").execute();
  await expect.poll(await send()).toBe("已发送 0 人；leaver 所在的租户已停用");
  expect(await noticesOf("leaver")).toHaveLength(1);
});

it("RPT-02 a subscription that goes takes its job along, and so does its report", async () => {
  const jobs = async () =>
    (
      await server.db.kysely
        .selectFrom("sys_quartz_job")
        .select("id")
        .where("job_class_name", "=", "report-subscription")
        .execute()
    ).length;
  const before = await jobs();
  const added = await admin.post<Row>(`${base}/add`, subscription());
  expect(await jobs()).toBe(before + 1);
  await admin.delete(`${base}/delete`, { query: { id: String(added.result.id) } });
  expect(await jobs()).toBe(before);
  await admin.delete("/online/cgreport/head/delete", { query: { id: headId } });
  expect(await jobs()).toBe(0);
});
