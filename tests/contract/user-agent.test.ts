import { afterAll, beforeAll, expect, it } from "vitest";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let admin: TestClient;
let ann: TestClient;
let ben: TestClient;
let clerk: TestClient;
beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
  for (const username of ["ann", "ben"])
    await addUser(server, { username, realname: `${username} 女士`, departs: ["A01"] });
  await addUser(server, { username: "gone", status: 2 });
  await addUser(server, {
    username: "clerk",
    departs: ["A01"],
    permissions: [
      "system:user-agent:list",
      "system:user-agent:add,system:user-agent:edit,system:user-agent:delete,system:user-agent:deleteBatch",
    ],
  });
  [ann, ben, clerk] = [await server.as("ann"), await server.as("ben"), await server.as("clerk")];
});
afterAll(() => server.close());

const base = "/sys/sysUserAgent";
const june = { startTime: "2026-06-01 00:00:00", endTime: "2026-07-01 00:00:00" };
const agentOf = (userName: string, client = admin) =>
  client.get<Agent>(`${base}/queryByUserName`, { query: { userName } });
interface Agent {
  readonly id: string;
  readonly version: number;
  readonly userName: string;
}

it("SYS-01 a person sets, changes and removes their own stand-in", async () => {
  expect(await agentOf("ann", ann)).toMatchObject({ success: false, message: "没有设置代理人" });
  const added = await ann.post<Agent>(`${base}/add`, { userName: "ann", agentUserName: "ben", ...june });
  expect(added).toMatchObject({ success: true, message: "添加成功！" });
  const { result } = await agentOf("ann", ann);
  expect(result).toMatchObject({
    userName: "ann",
    agentUserName: "ben",
    agentUserName_dictText: "ben 女士",
    status: "1",
    ...june,
  });
  const edited = await ann.put(`${base}/edit`, { ...result, status: "0" });
  expect(edited).toMatchObject({ success: true, message: "编辑成功!" });
  expect((await agentOf("ann", ann)).result).toMatchObject({ status: "0" });
  expect(await ann.delete(`${base}/delete`, { query: { id: result.id } })).toMatchObject({ success: true });
  expect((await agentOf("ann", ann)).success).toBe(false);
});

it("SYS-01 a stand-in is another person in use, for a time that ends after it begins, one a person", async () => {
  const wish = { agentUserName: "ben", ...june };
  const refused = async (values: object) => (await ann.post(`${base}/add`, { ...wish, ...values })).message;
  expect(await refused({ agentUserName: "ann" })).toBe("代理人不能是本人");
  expect(await refused({ endTime: june.startTime })).toBe("结束时间须晚于开始时间");
  expect(await refused({ agentUserName: "gone" })).toBe("代理人不存在或已停用");
  expect(await refused({ agentUserName: "nobody" })).toBe("代理人不存在或已停用");
  expect((await ann.post(`${base}/add`, wish)).success).toBe(true);
  expect((await ann.post(`${base}/add`, wish)).success).toBe(false);
});

it("SYS-01 others read and write somebody's stand-in with the right alone", async () => {
  const { id, version } = (await agentOf("ann")).result;
  expect((await agentOf("ann", ben)).status).toBe(403);
  expect((await ben.post(`${base}/add`, { userName: "admin", agentUserName: "ben", ...june })).status).toBe(403);
  for (const answer of [
    await ben.put(`${base}/edit`, { id, version, agentUserName: "ben" }),
    await ben.delete(`${base}/delete`, { query: { id } }),
  ])
    expect(answer).toMatchObject({ success: false, message: "未找到对应实体" });
  expect((await ben.get(`${base}/list`)).status).toBe(403);
  expect((await ben.delete(`${base}/deleteBatch`, { query: { ids: id } })).status).toBe(403);
  expect((await ann.put(`${base}/edit`, { id, version, userName: "clerk" })).message).toBe("不能改为其他人的代理设置");
  expect((await agentOf("ann")).result).toMatchObject({ userName: "ann", version });

  const { result } = await clerk.get<{ records: Agent[] }>(`${base}/list`);
  expect(result.records.map(({ userName }) => userName)).toEqual(["ann"]);
  expect(await clerk.put(`${base}/edit`, { id, version, status: "0" })).toMatchObject({ success: true });
});

it("SYS-01 nobody chooses who stands in for an administrator but administrators", async () => {
  const wish = { userName: "admin", agentUserName: "clerk", ...june };
  expect(await clerk.post(`${base}/add`, wish)).toMatchObject({ status: 403, code: 510 });
  expect((await agentOf("admin")).success).toBe(false);
  const made = await admin.post<Agent>(`${base}/add`, { ...wish, agentUserName: "ben" });
  expect(made).toMatchObject({ success: true });
  const taken = await clerk.put(`${base}/edit`, { ...made.result, agentUserName: "clerk" });
  expect(taken).toMatchObject({ status: 403, message: expect.stringContaining("对方是管理员") });
  expect(await clerk.delete(`${base}/delete`, { query: { id: made.result.id } })).toMatchObject({ status: 403 });
  expect((await agentOf("admin")).result).toMatchObject({ agentUserName: "ben" });
});

it("SYS-01 a stand-in gains no right by being one", async () => {
  expect((await agentOf("admin")).result).toMatchObject({ agentUserName: "ben" });
  expect((await ben.get("/sys/user/list")).status).toBe(403);
});
