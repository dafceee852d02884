import { afterAll, beforeAll, expect, it } from "vitest";
import { type LiveClient, openLive } from "../support/live-client.ts";
import { multipartBody } from "../support/multipart.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";
import { until } from "../support/until.ts";

/** One red dot. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);

let server: TestServer;
let admin: TestClient;
let people: Record<"lily" | "tom", { readonly id: string; readonly client: TestClient }>;
const channels: LiveClient[] = [];

beforeAll(async () => {
  server = await createTestServer({ env: { PUBLIC_ANNOUNCEMENTS: "on" } });
  const port = await server.listen();
  admin = await server.as("admin");
  const person = async (username: string) => {
    const id = await addUser(server, { username, realname: `${username} 先生`, departs: ["A01"] });
    const client = await server.as(username);
    channels.push(await openLive({ port, path: `/websocket/${id}`, token: client.token }));
    return { id, client };
  };
  people = { lily: await person("lily"), tom: await person("tom") };
});
afterAll(() => server.close());

interface Unread {
  readonly anntMsgList: { id: string; titile: string; msgContent?: string; sender: string }[];
  readonly anntMsgTotal: number;
  readonly sysMsgTotal: number;
}
const unreadOf = async (who: "lily" | "tom") =>
  (await people[who].client.get<Unread>("/sys/annountCement/listByUser")).result;

async function announce(values: Record<string, unknown> = {}): Promise<string> {
  const answer = await admin.post<{ id: string }>("/sys/annountCement/add", {
    titile: "系统维护通知",
    msgCategory: "1",
    msgType: "ALL",
    priority: "M",
    msgContent: "<p>今晚 22:00 停机</p>",
    ...values,
  });
  expect(answer).toMatchObject({ success: true });
  return answer.result.id;
}
const release = (id: string) => admin.get("/sys/annountCement/doReleaseData", { query: { id } });

it("SYS-14 a new announcement is a draft, whatever the client sends, and nobody sees it", async () => {
  const id = await announce({ sendStatus: "1", sender: "tom" });
  expect((await admin.get("/sys/annountCement/queryById", { query: { id } })).result).toMatchObject({
    sendStatus: "0",
    sender: null,
  });
  expect((await unreadOf("lily")).anntMsgTotal).toBe(0);
  expect(await people.lily.client.get("/sys/annountCement/queryById", { query: { id } })).toMatchObject({
    success: false,
  });
});

it("SYS-14 a release to everybody reaches every open channel once and every bell", async () => {
  const id = await announce({ titile: "全体通知" });
  const answer = await release(id);
  expect(answer).toMatchObject({ success: true, message: "该系统通知发布成功" });
  const frame = { cmd: "topic", msgId: id, msgTxt: "全体通知" };
  for (const { frames } of channels) {
    await until(() => expect(frames).toContainEqual(expect.objectContaining(frame)));
  }
  for (const { frames } of channels) expect(frames.filter(({ msgId }) => msgId === id)).toHaveLength(1);
  const unread = await unreadOf("tom");
  expect(unread.anntMsgList[0]).toMatchObject({
    id,
    titile: "全体通知",
    sender: "admin",
    msgContent: "<p>今晚 22:00 停机</p>",
  });
});

it("SYS-14 a release to one person reaches them alone", async () => {
  const before = await unreadOf("tom");
  const id = await announce({ titile: "给李丽", msgType: "USER", userIds: `${people.lily.id},`, msgCategory: "2" });
  await release(id);
  const [lily, tom] = channels;
  await until(() =>
    expect(lily?.frames).toContainEqual({ cmd: "user", userId: people.lily.id, msgId: id, msgTxt: "给李丽" }),
  );
  expect(tom?.frames.some(({ msgId }) => msgId === id)).toBe(false);
  expect((await unreadOf("lily")).sysMsgTotal).toBe(1);
  expect(await unreadOf("tom")).toEqual(before);
  expect(await people.tom.client.get("/sys/annountCement/queryById", { query: { id } })).toMatchObject({
    success: false,
  });
});

it("SYS-14 opening marks as read for that person only, and tells how many have read it", async () => {
  const id = await announce({ titile: "请阅读" });
  await release(id);
  const both = [await unreadOf("lily"), await unreadOf("tom")];
  const answer = await people.lily.client.put("/sys/sysAnnouncementSend/editByAnntIdAndUserId", { anntId: id });
  expect(answer).toMatchObject({ success: true });
  expect((await unreadOf("lily")).anntMsgTotal).toBe((both[0]?.anntMsgTotal ?? 0) - 1);
  expect((await unreadOf("tom")).anntMsgTotal).toBe(both[1]?.anntMsgTotal);
  expect((await admin.get("/sys/annountCement/queryById", { query: { id } })).result).toMatchObject({
    readCount: 1,
    unreadCount: 2,
  });
  // The list tells the same of each, and nothing of a draft.
  const draft = await announce({ titile: "还没有发布" });
  const { result } = await admin.get<{ records: Record<string, unknown>[] }>("/sys/annountCement/list");
  expect(result.records.find((row) => row.id === id)).toMatchObject({ readCount: 1, unreadCount: 2 });
  expect(result.records.find((row) => row.id === draft)).not.toHaveProperty("readCount");
});

it("NAV-11 my announcements: unread first, filtered by title and kind, all marked read at once", async () => {
  const mine = "/sys/sysAnnouncementSend/getMyAnnouncementSend";
  const { result } = await people.lily.client.get<{ total: number; records: { readFlag: string; anntId: string }[] }>(
    mine,
  );
  expect(result.records.map((row) => row.readFlag)).toEqual([...result.records.map((row) => row.readFlag)].sort());
  const found = await people.lily.client.get<{ records: { titile: string }[] }>(mine, { query: { titile: "给李" } });
  expect(found.result.records.map((row) => row.titile)).toEqual(["给李丽"]);
  expect(await people.lily.client.get(mine, { query: { pageNo: "x" } })).toMatchObject({ status: 400 });
  expect(await people.lily.client.put("/sys/sysAnnouncementSend/readAll", {})).toMatchObject({ message: "全部已读" });
  expect(await unreadOf("lily")).toMatchObject({ anntMsgTotal: 0, sysMsgTotal: 0, anntMsgList: [] });
  expect((await unreadOf("tom")).anntMsgTotal).toBeGreaterThan(0);
});

it("SYS-14 a revoked announcement leaves every bell; a released one can be neither rewritten nor released again", async () => {
  const id = await announce({ titile: "撤销我" });
  await release(id);
  expect(await release(id)).toMatchObject({ success: false, message: "当前状态“已发布”不能进行“发布”操作" });
  const edited = await admin.put("/sys/annountCement/edit", { id, version: 2, titile: "换掉" });
  expect(edited.success).toBe(false);
  const revoked = await admin.get("/sys/annountCement/doReovkeData", { query: { id } });
  expect(revoked).toMatchObject({ success: true, message: "该系统通知撤销成功" });
  expect((await unreadOf("tom")).anntMsgList.some((one) => one.id === id)).toBe(false);
  expect((await admin.get("/sys/annountCement/queryById", { query: { id } })).result).toMatchObject({
    titile: "撤销我",
    sendStatus: "2",
  });
});

it("SYS-14 deleted announcements stand in the recycle bin and come back", async () => {
  const id = await announce({ titile: "误删" });
  await admin.delete("/sys/annountCement/delete", { query: { id } });
  const bin = await admin.get<{ id: string }[]>("/sys/annountCement/deleteList");
  expect(bin.result.map((row) => row.id)).toContain(id);
  expect(await admin.put(`/sys/annountCement/back/${id}`, {})).toMatchObject({ success: true });
  expect((await admin.get("/sys/annountCement/queryById", { query: { id } })).result).toMatchObject({ titile: "误删" });
});

it("a link of another site releases nothing, staff release nothing", async () => {
  const id = await announce({ titile: "伪造" });
  const headers = { "sec-fetch-site": "cross-site" };
  expect(await admin.get("/sys/annountCement/doReleaseData", { query: { id }, headers })).toMatchObject({
    status: 403,
  });
  expect(await people.tom.client.get("/sys/annountCement/doReleaseData", { query: { id } })).toMatchObject({
    status: 403,
  });
  expect((await admin.get("/sys/annountCement/queryById", { query: { id } })).result).toMatchObject({
    sendStatus: "0",
  });
});

it("wrong targets, priorities and addresses are refused by name", async () => {
  const cases: readonly (readonly [Record<string, unknown>, RegExp])[] = [
    [{ msgType: "USER", userIds: null }, /指定用户/],
    [{ msgType: "USER", userIds: "nobody" }, /指定用户/],
    [{ priority: "X" }, /优先级/],
    [{ msgContent: "<p></p><script>alert(1)</script>" }, /内容/],
    [{ openType: "url", openPage: "javascript:alert(1)" }, /地址/],
    [{ openType: "url", openPage: "//evil.example" }, /地址/],
    [{ titile: "" }, /标题/],
  ];
  for (const [values, message] of cases) {
    const answer = await admin.post("/sys/annountCement/add", {
      titile: "t",
      msgCategory: "1",
      msgType: "ALL",
      priority: "L",
      msgContent: "x",
      ...values,
    });
    expect(answer.success, JSON.stringify(values)).toBe(false);
    expect(answer.message).toMatch(message);
  }
});

it("SYS-14 one to a role or a department reaches its people, later ones too, and is told to no other", async () => {
  const roleId = (await admin.post<{ id: string }>("/sys/role/add", { roleCode: "night", roleName: "夜班" })).result.id;
  const departId = (await admin.post<{ id: string }>("/sys/sysDepart/add", { departName: "夜班部" })).result.id;
  const parts = { roles: { msgType: "ROLE", roleIds: roleId }, departs: { msgType: "DEPART", departIds: departId } };
  const ids: string[] = [];
  for (const [name, values] of Object.entries(parts)) {
    const id = await announce({ titile: `给${name}`, ...values });
    await release(id);
    ids.push(id);
  }
  const sees = async (who: "lily" | "tom", id = "") =>
    (await people[who].client.get("/sys/annountCement/queryById", { query: { id } })).success;
  const bell = async (who: "lily" | "tom") => (await unreadOf(who)).anntMsgList.map((row) => row.id);
  expect(await bell("tom")).not.toEqual(expect.arrayContaining([ids[0]]));
  expect([await sees("tom", ids[0]), await sees("tom", ids[1])]).toEqual([false, false]);
  await admin.post("/sys/user/addSysUserRole", { roleId, userIdList: [people.tom.id] });
  await admin.post("/sys/user/editSysDepartWithUser", { depId: departId, userIdList: [people.tom.id] });
  expect(await bell("tom")).toEqual(expect.arrayContaining(ids));
  expect([await sees("tom", ids[0]), await sees("lily", ids[0]), await sees("lily", ids[1])]).toEqual([
    true,
    false,
    false,
  ]);
  // The channel wakes everybody's bell and names nothing.
  for (const { frames } of channels) expect(JSON.stringify(frames)).not.toMatch(/给roles|给departs/);
});

it("SYS-14 who was on the list of a draft does not receive it once it is for a role", async () => {
  const roleId = (await admin.post<{ id: string }>("/sys/role/add", { roleCode: "none", roleName: "没有人" })).result
    .id;
  const id = await announce({ titile: "改了对象", msgType: "USER", userIds: people.lily.id });
  await admin.put("/sys/annountCement/edit", { id, version: 1, msgType: "ROLE", roleIds: roleId, userIds: null });
  await release(id);
  expect((await unreadOf("lily")).anntMsgList.map((row) => row.id)).not.toContain(id);
});

it("SYS-14 the receipts name who has read it and who has not, to those who administer announcements alone", async () => {
  const id = await announce({ titile: "谁读了", msgType: "USER", userIds: `${people.lily.id},${people.tom.id}` });
  await release(id);
  await people.tom.client.put("/sys/sysAnnouncementSend/editByAnntIdAndUserId", { anntId: id });
  const receipts = async (query: object = {}) =>
    (
      await admin.get<{ total: number; records: object[] }>("/sys/sysAnnouncementSend/receipts", {
        query: { anntId: id, ...query },
      })
    ).result;
  expect((await receipts()).records).toMatchObject([
    { username: "tom", readFlag: "1", readTime: expect.stringMatching(/^\d{4}-/), departName: expect.any(String) },
    { username: "lily", readFlag: "0", readTime: null },
  ]);
  expect(await receipts({ readFlag: "0" })).toMatchObject({ total: 1, records: [{ username: "lily" }] });
  expect(await receipts({ realname: "*tom*" })).toMatchObject({ total: 1, records: [{ username: "tom" }] });
  const refused = await people.lily.client.get("/sys/sysAnnouncementSend/receipts", { query: { anntId: id } });
  expect(refused.status).toBe(403);
});

it("SYS-14 readers get attachments by their names and the pictures of the text, others get neither", async () => {
  const upload = async (fileName: string) => {
    const { body, options } = multipartBody([
      { name: "biz", value: "upload" },
      { name: "file", value: png, fileName },
    ]);
    return (await admin.post("/sys/common/upload", body, options)).message;
  };
  const [picture, file] = [await upload("a.png"), await upload("排班, 夜.png")];
  const id = await announce({
    titile: "有图",
    msgType: "USER",
    userIds: people.lily.id,
    files: file,
    msgContent: `<p>看图<img src="/api/sys/common/static/${picture}" alt="a"></p>`,
  });
  const read = async (who: "lily" | "tom") => (await people[who].client.get(`/sys/common/static/${picture}`)).status;
  expect(await read("lily")).toBe(404);
  await release(id);
  const opened = await people.lily.client.get("/sys/annountCement/queryById", { query: { id } });
  expect(opened.result).toMatchObject({ files_dictText: "排班， 夜.png" });
  expect([await read("lily"), await read("tom")]).toEqual([200, 404]);
});

const show = (id: string) => server.anonymous.get(`/sys/annountCement/show/${id}`);

it("SYS-14 who has not signed in reads what was released to everybody, and nothing else", async () => {
  const open = await announce({ titile: "对外 <b>公告</b>", msgContent: "<p>欢迎</p>" });
  expect(await show(open)).toMatchObject({ status: 404, message: "没有这条公告，或它不对外公开；请登录后查看" });
  await release(open);
  const page = await show(open);
  expect(page.status).toBe(200);
  expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(page.text).toContain("<h1>对外 &lt;b&gt;公告&lt;/b&gt;</h1>");
  expect(page.text).toContain("<main><p>欢迎</p></main>");
  expect(page.text).not.toContain("admin");
  await admin.get("/sys/annountCement/doReovkeData", { query: { id: open } });
  expect((await show(open)).status).toBe(404);

  const { result: role } = await admin.post<{ id: string }>("/sys/role/add", { roleCode: "few", roleName: "少数" });
  const closed = [
    await announce({ msgType: "USER", userIds: people.lily.id }),
    await announce({ msgType: "ROLE", roleIds: role.id }),
    await announce({ startTime: "2000-01-01 00:00:00", endTime: "2000-01-02 00:00:00" }),
    await announce({ startTime: "2999-01-01 00:00:00" }),
  ];
  const ofTenant = await announce({ titile: "租户内部" });
  for (const id of [...closed, ofTenant]) await release(id);
  expect((await show(ofTenant)).status).toBe(200);
  const announcements = server.db.kysely.updateTable("sys_announcement");
  await announcements.set({ tenant_id: 7 }).where("id", "=", ofTenant).execute();
  for (const id of [...closed, ofTenant, "no-such-id", "x' or '1'='1"]) {
    expect(await show(encodeURIComponent(id)), id).toMatchObject({ status: 404, result: null });
  }
});

it("SYS-14 without the operator's word nobody reads an announcement who has not signed in", async () => {
  const closed = await createTestServer();
  const people = await closed.as("admin");
  const { result } = await people.post<{ id: string }>("/sys/annountCement/add", {
    titile: "给员工的",
    msgCategory: "2",
    msgType: "ALL",
    priority: "M",
    msgContent: "<p>内部</p>",
  });
  await people.get("/sys/annountCement/doReleaseData", { query: { id: result.id } });
  expect((await closed.anonymous.get(`/sys/annountCement/show/${result.id}`)).status).toBe(404);
  await closed.close();
});

it("SYS-14 the open page runs nothing, whatever a row holds", async () => {
  const id = await announce();
  await release(id);
  const hostile = '<p onclick="x()">好</p><script>x()</script><form action="https://a.example"></form>';
  const announcements = server.db.kysely.updateTable("sys_announcement");
  await announcements
    .set({ msg_content: hostile, titile: "</title><script>x()</script>" })
    .where("id", "=", id)
    .execute();
  const page = await show(id);
  expect(page.text).toContain("<main><p>好</p></main>");
  expect(page.text).not.toMatch(/<script|<form|onclick/);
  const policy = String(page.headers["content-security-policy"]);
  expect(policy).toMatch(/^default-src 'none'; .*sandbox/);
  expect(policy).not.toContain("allow-scripts");
});
