import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

interface Stored {
  readonly batchId: string;
}
interface Batch {
  readonly id: string;
  readonly fileName: string;
  readonly added: number;
  readonly changed: number;
  readonly wrong: number;
  readonly state: string;
}

const rights = ["list", "import", "edit", "delete"].map((action) => `member:member:${action}`);

describe("imports taken back", () => {
  let server: TestServer;
  let clerk: TestClient;
  beforeAll(async () => {
    server = await createTestServer();
    await addUser(server, { username: "clerk", permissions: [...rights, "member:member:plain"] });
    clerk = await server.as("clerk");
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await sql`delete from member`.execute(server.db.kysely);
    await sql`delete from sys_import_batch`.execute(server.db.kysely);
  });

  const store = async (rows: (string | null)[][], more: object = {}, client = clerk) => {
    const body = {
      ...{ keep: "whole", fileName: "会员.xlsx", columns: ["realname", "mobile", "sex"] },
      rows: rows.map((cells, index) => ({ no: index + 2, cells })),
      ...more,
    };
    return (await client.post<Stored>("/member/member/importRows", body)).result.batchId;
  };
  const undo = (id: string, more: object = {}, client = clerk) =>
    client.post("/sys/import/undo", undefined, { query: { id, ...more } });
  const list = async (client = clerk) =>
    (await client.get<{ records: readonly Batch[] }>("/sys/import/list")).result.records;
  const members = async () => {
    const { rows } = await sql<{ id: string; version: number; realname: string; mobile: string; sex: string | null }>`
      select id, version, realname, mobile, sex from member where del_flag = 0 order by mobile`.execute(
      server.db.kysely,
    );
    return rows;
  };

  it("new rows go, changed ones get back what the file replaced, once", async () => {
    await store([["王芳", "13900000001", "女"]]);
    const id = await store(
      [
        ["王芳芳", "13900000001", "男"],
        ["李娜", "13900000002", null],
        ["", "13900000003", null],
      ],
      { keep: "sound", key: "mobile" },
    );
    expect((await list())[0]).toMatchObject({
      id,
      fileName: "会员.xlsx",
      added: 1,
      changed: 1,
      wrong: 1,
      state: "stored",
    });
    expect((await undo(id)).message).toBe("已撤销 2 行");
    expect(await members()).toMatchObject([{ realname: "王芳", mobile: "13900000001", sex: "2" }]);
    expect((await list())[0]).toMatchObject({ id, state: "undone" });
    expect(await undo(id)).toMatchObject({ success: false, message: "这次导入已经撤销" });
  });

  it("a row that was changed since keeps the import; the others can go without it", async () => {
    const id = await store([
      ["王芳", "13900000001", null],
      ["李娜", "13900000002", null],
    ]);
    const [first] = await members();
    expect((await clerk.put("/member/member/edit", { ...first, realname: "王小芳" })).success).toBe(true);
    expect((await undo(id)).message).toBe("有 1 行在导入之后被修改、删除或引用，不能整批撤销；可以只撤销没有改动的行");
    expect(await members()).toHaveLength(2);
    expect((await undo(id, { rest: "true" })).message).toBe("已撤销 1 行");
    expect(await members()).toMatchObject([{ realname: "王小芳" }]);
  });

  it("two presses at once take it back once", async () => {
    const id = await store([["王芳", "13900000001", null]]);
    const answers = await Promise.all([undo(id), undo(id)]);
    expect(answers.map(({ success }) => success).sort()).toEqual([false, true]);
    expect(await members()).toEqual([]);
  });

  it("is the importer's alone, needs the rights to delete and edit, and ends after seven days", async () => {
    const id = await store([["王芳", "13900000001", null]]);
    const admin = await server.as("admin");
    expect(await undo(id, {}, admin)).toMatchObject({ success: false, message: "未找到对应实体" });
    expect(await list(admin)).toEqual([]);
    expect(await undo("none")).toMatchObject({ success: false });
    expect(await server.anonymous.post("/sys/import/undo", undefined, { query: { id } })).toMatchObject({ code: 401 });
    await addUser(server, { username: "adder", permissions: ["member:member:list", "member:member:import"] });
    const adder = await server.as("adder");
    const own = await store([["李娜", "13900000002", null]], {}, adder);
    expect((await undo(own, {}, adder)).status).toBe(403);
    // The next import forgets the rows of one that is too old.
    await sql`update sys_import_batch set create_time = create_time - interval '8 days'`.execute(server.db.kysely);
    await store([["赵敏", "13900000003", null]]);
    expect((await undo(id)).message).toBe("超过 7 天的导入不能撤销");
    expect(await members()).toHaveLength(3);
  });
});
