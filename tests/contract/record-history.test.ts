import { afterAll, beforeAll, expect, it } from "vitest";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

type Row = Readonly<Record<string, unknown>>;
interface Versions {
  readonly title: string;
  readonly name: string;
  readonly mayRestore: boolean;
  readonly currentVersion: number | null;
  readonly fields: readonly { readonly name: string; readonly title: string }[];
  readonly versions: readonly {
    readonly id: string;
    readonly version: number;
    readonly values: Record<string, string>;
  }[];
}

let server: TestServer;
let admin: TestClient;
let id: string;
beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
  const body = { realname: "王芳", mobile: "13912345678", sex: "2" };
  id = (await admin.post<{ id: string }>("/member/member/add", body)).result.id;
  await admin.put("/member/member/edit", { id, version: 1, nickname: "小芳", sex: "1" });
  await addUser(server, {
    username: "reader",
    realname: "李读",
    departs: ["A01"],
    permissions: ["member:member:list"],
  });
  await addUser(server, {
    username: "auditor",
    departs: ["A01"],
    permissions: ["system:data-log:list", "member:member:list"],
  });
});
afterAll(() => server.close());

const versionsOf = async (client: TestClient) =>
  (await client.get<Versions>("/sys/dataLog/versions", { query: { dataTable: "member", dataId: id } })).result;
const row = async () => (await admin.get<Row>("/member/member/queryById", { query: { id } })).result;

it("SYS-17 versions are told in words, field by field, with who and when", async () => {
  const answer = await versionsOf(admin);
  expect(answer).toMatchObject({ title: "会员", name: "王芳", mayRestore: true, currentVersion: 2 });
  expect(answer.versions.map(({ version, values }) => [version, values.nickname, values.sex])).toEqual([
    [2, "小芳", "男"],
    [1, "", "女"],
  ]);
  expect(answer.fields).toContainEqual({ name: "nickname", title: "昵称" });
});

it("SYS-17 an old version is put back as an edit: one version more, logged, and not over a newer change", async () => {
  const first = (await versionsOf(admin)).versions.at(-1);
  const stale = await admin.post<Row>("/sys/dataLog/restore", { id: first?.id, version: 1 });
  expect(stale).toMatchObject({ status: 409, code: 409 });
  expect(await row()).toMatchObject({ version: 2, nickname: "小芳" });
  const restored = await admin.post<Row>("/sys/dataLog/restore", { id: first?.id, version: 2 });
  expect(restored).toMatchObject({ success: true, message: "已恢复到版本 1" });
  expect(await row()).toMatchObject({ version: 3, nickname: null, sex: "2", mobile: "13912345678" });
  expect((await versionsOf(admin)).versions[0]).toMatchObject({ version: 3, values: { sex: "女" } });
});

it("SYS-17 who may read the log but not edit the row cannot restore; the row stays as it is", async () => {
  const auditor = await server.as("auditor");
  const { mayRestore, versions } = await versionsOf(auditor);
  expect(mayRestore).toBe(false);
  expect(versions[0]?.values.mobile).toBe("139****5678");
  const before = await row();
  expect((await auditor.post("/sys/dataLog/restore", { id: versions.at(-1)?.id, version: 3 })).status).toBe(403);
  expect((await (await server.as("reader")).post("/sys/dataLog/restore", { id: versions[0]?.id })).status).toBe(403);
  expect(await row()).toEqual(before);
});

it("a timeline tells who changed what from what to what, without what the reader may not see", async () => {
  const reader = await server.as("reader");
  const query = { model: "member/member", id };
  const entries = (
    await reader.get<{ version: number; changes: Row[]; realname: string }[]>("/lowcode/records/timeline", { query })
  ).result;
  expect(entries.map(({ version }) => version)).toEqual([3, 2, 1]);
  expect(entries[1]?.changes).toEqual(
    expect.arrayContaining([
      { name: "nickname", title: "昵称", from: "", to: "小芳" },
      { name: "sex", title: "性别", from: "女", to: "男" },
    ]),
  );
  expect(entries[1]?.realname).toBe("管理员");
  expect(JSON.stringify(entries)).not.toContain("13912345678");
  expect((await reader.get("/lowcode/records/timeline", { query: { ...query, id: "404" } })).success).toBe(false);
  const foreign = { model: "system/user", id: "1" };
  expect((await reader.get("/lowcode/records/timeline", { query: foreign })).status).toBe(403);
});

it("comments are read by those who may see the record and taken back by who wrote them", async () => {
  const reader = await server.as("reader");
  const target = { model: "member/member", id };
  const content = "  电话已核实 <b>\n第二行  ";
  const written = await reader.post<Row[]>("/lowcode/records/comments", { ...target, content });
  expect(written.result).toMatchObject([{ content: "电话已核实 <b>\n第二行", realname: "李读", mayDelete: true }]);
  for (const [text, reason] of [
    ["   ", "请输入评论"],
    ["长".repeat(2001), "评论最多 2000 字"],
    ["a\u0000b", "评论中有不能保存的字符"],
  ]) {
    expect(await reader.post("/lowcode/records/comments", { ...target, content: text })).toMatchObject({
      success: false,
      message: reason,
    });
  }
  const auditor = await server.as("auditor");
  const [comment] = (await auditor.get<Row[]>("/lowcode/records/comments", { query: target })).result;
  expect(comment).toMatchObject({ mayDelete: false });
  const query = { ...target, commentId: String(comment?.id) };
  expect(await auditor.delete("/lowcode/records/comments", { query })).toMatchObject({ success: false });
  expect((await auditor.get<Row[]>("/lowcode/records/comments", { query: target })).result).toHaveLength(1);
  expect((await reader.delete<Row[]>("/lowcode/records/comments", { query })).result).toEqual([]);
});
