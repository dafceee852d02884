import { utils, write } from "@e965/xlsx";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { multipartBody } from "../support/multipart.ts";
import { addUser } from "../support/people.ts";
import { proveCount, proveSeed } from "../support/prove.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

interface Read {
  readonly columns: readonly { readonly title: string; readonly field?: string; readonly by?: string }[];
  readonly fields: readonly { readonly name: string; readonly required: boolean; readonly writable: boolean }[];
  readonly keys: readonly string[];
  readonly rows: readonly Line[];
}
interface Line {
  readonly no: number;
  readonly cells: readonly (string | null)[];
}
interface Verdict {
  readonly added: number;
  readonly changed: number;
  readonly isStored: boolean;
  readonly batchId: string | null;
  readonly problems: readonly {
    readonly no: number;
    readonly faults: readonly {
      readonly message: string;
      readonly field?: string;
      readonly offers?: readonly string[];
    }[];
  }[];
}

const columns = ["realname", "mobile", "sex", "birthday"];
const lines = (...rows: (string | null)[][]): readonly Line[] => rows.map((cells, index) => ({ no: index + 2, cells }));

describe("an import step by step", () => {
  let server: TestServer;
  let admin: TestClient;
  let clerk: TestClient;
  beforeAll(async () => {
    server = await createTestServer();
    admin = await server.as("admin");
    await addUser(server, { username: "reader", permissions: ["member:member:list"] });
    await addUser(server, { username: "clerk", permissions: ["member:member:list", "member:member:import"] });
    clerk = await server.as("clerk");
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await sql`delete from member`.execute(server.db.kysely);
    await sql`delete from sys_limit`.execute(server.db.kysely);
  });

  const readFile = (rows: readonly (readonly unknown[])[], client = admin) => {
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])));
    const value = Buffer.from(write(book, { type: "array", bookType: "xlsx" }));
    const { body, options } = multipartBody([{ name: "file", value, fileName: "members.xlsx" }]);
    return client.post<Read>("/member/member/importRead", body, options);
  };
  const send = (rows: readonly Line[], more: object = {}, client = admin) =>
    client.post<Verdict>("/member/member/importRows", { keep: "none", fileName: "m.xlsx", columns, rows, ...more });
  const members = async () => {
    const { rows } = await sql<{ realname: string; mobile: string; member_no: string; sex: string | null }>`
      select realname, mobile, member_no, sex from member order by mobile`.execute(server.db.kysely);
    return rows;
  };

  it("tells the columns by title, pinyin, likeness and content; each field once", async () => {
    const { result } = await readFile([
      ["会员表"],
      ["姓 名", "联系方式", "性别（男/女）", "出生", "邮箱地址", "不知道", "手机号"],
      ["王芳", "13900000001", "女", "1990/5/6", "a@example.com", "x", "13900000009"],
      ["李娜", "13900000002", "男", "1991-05-06", "b@example.com", "y", "13900000008"],
    ]);
    expect(result.columns.map(({ field, by }) => [field, by])).toEqual([
      ["realname", "title"],
      [undefined, undefined],
      ["sex", "title"],
      ["birthday", "content"],
      ["email", "likeness"],
      [undefined, undefined],
      ["mobile", "title"],
    ]);
    expect(result.rows[0]).toEqual({
      no: 3,
      cells: ["王芳", "13900000001", "女", "1990/5/6", "a@example.com", "x", "13900000009"],
    });
    expect(result.keys).toEqual(expect.arrayContaining(["memberNo", "mobile"]));
    const foreign = await readFile([
      ["xingming", "sjh", "n"],
      ["王芳", "13900000001", "1"],
      ["李娜", "13900000002", "2"],
    ]);
    expect(foreign.result.columns.map(({ field, by }) => [field, by])).toEqual([
      ["realname", "pinyin"],
      ["mobile", "pinyin"],
      [undefined, undefined],
    ]);
  });

  it("a dry run names every fault of every row with its field, offers what was meant, and stores and uses up nothing", async () => {
    const rows = lines(
      ["王芳", "13900000001", "女性", null],
      ["", "1390000", "女", "2999-01-01"],
      ["李娜", "13900000001", "男", "1990-01-01"],
      ["赵敏", "13900000003", "男", "1990-01-01"],
    );
    const dry = await send(rows);
    expect(dry.result).toMatchObject({ added: 2, changed: 0, isStored: false });
    expect(dry.result.problems).toEqual([
      { no: 2, faults: [{ message: "性别“女性”不存在或已停用", field: "sex", offers: ["女"] }] },
      {
        no: 3,
        faults: [
          { message: "请输入姓名", field: "realname" },
          { message: "请输入正确手机号", field: "mobile" },
          { message: "生日不能晚于今天", field: "birthday" },
        ],
      },
    ]);
    expect(await members()).toEqual([]);
    const whole = await send(rows, { keep: "whole" });
    expect([whole.result.isStored, whole.result.problems]).toEqual([false, dry.result.problems]);
    expect(await members()).toEqual([]);
    const sound = await send(rows, { keep: "sound" });
    expect([sound.result.isStored, sound.result.added, sound.result.problems]).toEqual([true, 2, dry.result.problems]);
    const stored = await members();
    expect(stored.map(({ realname }) => realname)).toEqual(["李娜", "赵敏"]);
    // No number was used up by the tries before.
    const numbers = stored.map(({ member_no }) => Number(member_no.slice(1))).sort((a, b) => a - b);
    expect(numbers[1]).toBe((numbers[0] ?? 0) + 1);
  });

  it("updates by key what the file fills in, adds what is new, and refuses a number that nobody has", async () => {
    await send(lines(["王芳", "13900000001", "女", null]), { keep: "whole" });
    const [before] = await members();
    const byMobile = { keep: "whole", key: "mobile" };
    const done = await send(
      lines(["王芳芳", "13900000001", null, null], ["李娜", "13900000002", null, null]),
      byMobile,
    );
    expect(done.result).toMatchObject({ added: 1, changed: 1, isStored: true, problems: [] });
    expect(await members()).toMatchObject([
      { realname: "王芳芳", member_no: before?.member_no, sex: "2" },
      { realname: "李娜" },
    ]);
    const byNumber = await send(lines(["改名", before?.member_no ?? ""], ["谁", "M0"]), {
      ...{ keep: "sound", key: "memberNo", columns: ["realname", "memberNo"] },
    });
    expect(byNumber.result).toMatchObject({ added: 0, changed: 1 });
    expect(byNumber.result.problems).toEqual([
      { no: 3, faults: [{ message: "会员编号“M0”不存在，不能更新", field: "memberNo" }] },
    ]);
    const twice = await send(lines(["甲", "13900000001"], ["乙", "13900000001"]), { key: "mobile" });
    expect(twice.result.problems).toMatchObject([{ no: 3, faults: [{ field: "mobile" }] }]);
    // Whoever may only import may not change rows; a masked or unknown field is no key.
    expect((await send(lines(["甲", "13900000001"]), { key: "mobile" }, clerk)).status).toBe(403);
    expect((await send(lines(["甲", "13900000001"]), { key: "points" })).success).toBe(false);
  });

  it("what changed between the dry run and storing, in the file or in the table, is checked again", async () => {
    const sound = lines(["王芳", "13900000001", "女", null], ["李明", "13900000002", "男", null]);
    expect((await send(sound)).result).toMatchObject({ added: 2, problems: [], isStored: false });
    const changed = lines(["王芳", "13900000001", "火星人", null], ["", "13900000002", "男", null]);
    const stored = (await send(changed, { keep: "whole" })).result;
    expect(stored.isStored).toBe(false);
    expect(stored.problems.map(({ no }) => no)).toEqual([2, 3]);
    expect(await members()).toEqual([]);
    expect((await send(sound.slice(0, 1), { keep: "whole" })).result).toMatchObject({ added: 1, isStored: true });
    const taken = (await send(sound, { keep: "whole" })).result;
    expect(taken.isStored).toBe(false);
    expect(taken.problems.map(({ no, faults }) => [no, faults[0]?.field])).toEqual([[2, "mobile"]]);
    expect((await members()).length).toBe(1);
  });

  it("two imports of the same rows at once: one stores them, the other is told", async () => {
    const rows = lines(["王芳", "13900000001", "女", null], ["李娜", "13900000002", "男", null]);
    const answers = await Promise.all([send(rows, { keep: "whole" }), send(rows, { keep: "whole" })]);
    expect(answers.map(({ result }) => result.isStored).sort()).toEqual([false, true]);
    expect(answers.find(({ result }) => !result.isStored)?.result.problems.length).toBe(2);
    expect(await members()).toHaveLength(2);
  });

  it("asks for the right to import, takes no field that a file may not bring and no body of another shape", async () => {
    const rows = lines(["王芳", "13900000001"]);
    const reader = await server.as("reader");
    expect((await send(rows, { keep: "whole" }, reader)).status).toBe(403);
    expect((await readFile([["姓名"], ["王芳"]], reader)).status).toBe(403);
    for (const wrong of [
      { columns: ["realname", "points"] },
      { columns: ["realname", "__proto__"] },
      { columns: ["realname", "realname"] },
      { columns: ["realname"] },
      { keep: "all" },
      { rows: [] },
      { rows: [{ no: 0, cells: ["a"] }] },
      { rows: [{ no: 1, cells: [{}] }] },
      { rows: [null] },
      { rows: Array.from({ length: 5_001 }, (_, at) => ({ no: at + 1, cells: ["a"] })) },
      { foreignKeys: { storeId: 1 } },
      { key: {} },
    ]) {
      const answer = await send(rows, { keep: "whole", ...wrong });
      expect([answer.success, answer.status], JSON.stringify(wrong).slice(0, 60)).toEqual([false, 200]);
    }
    expect(await members()).toEqual([]);
  });

  it("tries of values that the importer sees masked are counted, also in a dry run", async () => {
    await send(lines(["王芳", "13900000001", "女", null]), { keep: "whole" });
    const guess = () => send(lines(["甲", "13900000001", null, null]), {}, clerk);
    expect((await guess()).result.problems[0]?.faults[0]?.message).toBe("“手机号”不能使用这个值，请核对");
    for (let times = 0; times < 19; times += 1) await guess();
    expect((await guess()).status).toBe(429);
  });

  it("the verdict of a dry run is that of storing, for whole files and for what is sound in them", async () => {
    const cell = {
      realname: fc.constantFrom("王芳", "李娜", "", null, "x".repeat(51)),
      mobile: fc
        .integer({ min: 0, max: 11 })
        .map((at) => (at < 9 ? `1390000000${at}` : (["", "12", null][at - 9] ?? null))),
      sex: fc.constantFrom("女", "男", "女性", "火星", null, "1"),
      birthday: fc.constantFrom("1990/5/6", "2999-01-01", "昨天", null),
    };
    const row = fc.tuple(cell.realname, cell.mobile, cell.sex, cell.birthday);
    const key = fc.constantFrom(undefined, "mobile");
    const file = fc.tuple(
      fc.array(row, { minLength: 1, maxLength: 12 }),
      fc.array(fc.integer({ min: 0, max: 8 })),
      key,
    );
    await fc.assert(
      fc.asyncProperty(file, async ([cells, stored, by]) => {
        await sql`delete from member`.execute(server.db.kysely);
        const known = [...new Set(stored)].map((at) => ["原有", `1390000000${at}`, null, null]);
        if (known.length > 0) await send(lines(...known), { keep: "whole" });
        const rows = lines(...cells);
        const more = by === undefined ? {} : { key: by };
        const dry = (await send(rows, more)).result;
        expect(dry.isStored).toBe(false);
        expect(await members()).toHaveLength(known.length);
        const whole = (await send(rows, { keep: "whole", ...more })).result;
        expect(whole).toEqual({ ...dry, isStored: dry.problems.length === 0, batchId: whole.batchId });
        expect(await members()).toHaveLength(known.length + (whole.isStored ? whole.added : 0));
        if (whole.isStored) return;
        const sound = (await send(rows, { keep: "sound", ...more })).result;
        expect(sound).toEqual({ ...dry, isStored: dry.added + dry.changed > 0, batchId: sound.batchId });
        expect(await members()).toHaveLength(known.length + sound.added);
      }),
      { numRuns: proveCount(15, 200), seed: proveSeed },
    );
  });
});
