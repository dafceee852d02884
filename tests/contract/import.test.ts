import { read, utils, write } from "@e965/xlsx";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { multipartBody } from "../support/multipart.ts";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

interface Report {
  readonly totalCount: number;
  readonly successCount: number;
  readonly errorCount: number;
  readonly msg: string;
  readonly fileUrl: string;
}

function workbook(rows: readonly (readonly unknown[])[], bookType: "xlsx" | "biff8" = "xlsx"): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), "会员");
  return Buffer.from(write(book, { type: "array", bookType }));
}

const sheetRows = (bytes: Buffer) => {
  const book = read(bytes);
  return utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0] ?? ""] ?? {}, { header: 1 });
};

/** Node decodes GBK and does not encode it: the decoder read backwards, for characters of two bytes. */
function encodeGbk(text: string): Buffer {
  const decoder = new TextDecoder("gbk");
  const codes = new Map<string, readonly number[]>();
  for (let first = 0x81; first < 0xff; first += 1) {
    for (let second = 0x40; second < 0xff; second += 1) {
      codes.set(decoder.decode(Uint8Array.of(first, second)), [first, second]);
    }
  }
  return Buffer.from([...text].flatMap((one) => (one < "\u0080" ? [one.charCodeAt(0)] : (codes.get(one) ?? []))));
}

const titles = [["会员导入模板"], ["说明"]] as const;
const header = ["姓名*", "手机号*", "性别", "生日", "备注"] as const;

describe("imports", () => {
  let server: TestServer;
  let admin: TestClient;
  beforeAll(async () => {
    server = await createTestServer();
    admin = await server.as("admin");
    await addUser(server, { username: "reader", permissions: ["member:member:list"] });
  });
  afterAll(() => server.close());
  beforeEach(() => sql`delete from member`.execute(server.db.kysely));

  const upload = (file: Buffer, client = admin, fileName = "members.xlsx", headers = {}) => {
    const { body, options } = multipartBody([{ name: "file", value: file, fileName }]);
    return client.post<Report | null>("/member/member/importExcel", body, {
      headers: { ...options.headers, ...headers },
    });
  };
  const english = { "accept-language": "en-US" };
  const members = async () => {
    const { rows } = await sql<{
      realname: string;
      mobile: string;
      sex: string | null;
      birthday: string | null;
      member_no: string;
    }>`
      select realname, mobile, sex, birthday, member_no from member order by mobile`.execute(server.db.kysely);
    return rows;
  };

  it("IMP-01: a right file stores every row, with dictionary texts as values and numbers from the fill rule", async () => {
    const answer = await upload(
      workbook([
        ...titles,
        header,
        ["王芳", "13900000001", "女", "1990/05/06", null],
        [],
        ["李娜", "13900000002", "女", null, "=1+1"],
      ]),
    );
    expect([answer.success, answer.code, answer.message]).toEqual([true, 200, "共2行数据全部导入成功！"]);
    expect(await members()).toMatchObject([
      { realname: "王芳", mobile: "13900000001", sex: "2", birthday: "1990-05-06" },
      { realname: "李娜", mobile: "13900000002", sex: "2", birthday: null },
    ]);
    expect(new Set((await members()).map((row) => row.member_no)).size).toBe(2);
  });

  it("IMP-03: foreignKeys say whose the rows are, whatever the file says; a foreign or made-up master stores nothing", async () => {
    const owner = await admin.post<{ id: string }>("/member/member/add", {
      realname: "持卡人",
      mobile: "13900000001",
      registerSource: "2",
    });
    const cards = workbook([
      ["会员*", "持卡人*", "银行*", "卡号*", "预留手机*"],
      ["别人", "持卡人", "工商银行", "6239990000000000017", "13900000001"],
    ]);
    const send = (keys: unknown) => {
      const { body, options } = multipartBody([
        { name: "isSingleTableImport", value: "1" },
        { name: "files[]", value: cards, fileName: "cards.xlsx" },
        { name: "foreignKeys", value: typeof keys === "string" ? keys : JSON.stringify(keys) },
      ]);
      return admin.post<Report | null>("/member/memberBank/importExcel", body, options);
    };
    const cardCount = async () =>
      (await admin.get<{ total: number }>("/member/memberBank/list", { query: { memberId: owner.result.id } })).result
        .total;
    for (const wrong of ["{", "[1]", { memberId: 1 }, { id: "1" }, { status: "1" }, '{"__proto__":"x"}']) {
      expect((await send(wrong)).success).toBe(false);
    }
    expect((await send({ memberId: "0" })).code).toBe(201);
    expect(await cardCount()).toBe(0);
    expect((await send({ memberId: owner.result.id })).message).toBe("共1行数据全部导入成功！");
    expect(await cardCount()).toBe(1);
    await sql`delete from member_bank`.execute(server.db.kysely);
  });

  it("IMP-01: values that only together have to be unique refuse the row by the model's words, and store nothing", async () => {
    const dict = await admin.post<{ id: string }>("/sys/dict/add", { dictName: "季节", dictCode: "season" });
    const sheet = workbook([
      ["名称*", "数据值*"],
      ["春", "1"],
      ["夏", "1"],
    ]);
    const { body, options } = multipartBody([
      { name: "isSingleTableImport", value: "1" },
      { name: "file", value: sheet, fileName: "items.xlsx" },
      { name: "foreignKeys", value: JSON.stringify({ dictId: dict.result.id }) },
    ]);
    const answer = await admin.post<Report>("/sys/dictItem/importExcel", body, options);
    expect([answer.code, answer.result.errorCount]).toEqual([201, 1]);
    expect((await admin.get(answer.result.fileUrl)).text).toContain("第 3 行：数据值：该值不可用，系统中已存在！");
    const { result } = await admin.get<{ total: number }>("/sys/dictItem/list", { query: { dictId: dict.result.id } });
    expect(result.total).toBe(0);
  });

  it("IMP-03: several files are one import: stored together, or none of them with the place of each mistake", async () => {
    const file = (...rows: string[][]) => workbook([["姓名*", "手机号*"], ...rows]);
    const send = (...files: Buffer[]) => {
      const { body, options } = multipartBody(
        files.map((value, index) => ({ name: "files[]", value, fileName: `第${index + 1}批.xlsx` })),
      );
      return admin.post<Report | null>("/member/member/importExcel", body, options);
    };
    const refused = await send(file(["甲", "13900000001"]), file(["乙", "13900000002"], ["丙", "13900000001"]));
    expect([refused.code, refused.result?.totalCount]).toEqual([201, 3]);
    const report = await admin.get(refused.result?.fileUrl ?? "");
    expect(report.text).toContain("第2批.xlsx 第 3 行：手机号“13900000001”与第1批.xlsx 第 2 行重复");
    expect(await members()).toEqual([]);
    expect((await send(file(["甲", "13900000001"]), file(["乙", "13900000002"]))).code).toBe(200);
    expect((await members()).map((row) => row.realname)).toEqual(["甲", "乙"]);
  });

  it("a division is read by its words, as an export writes them, or by its code; another text is refused", async () => {
    const area = ["姓名*", "手机号*", "所在地区"];
    const answer = await upload(
      workbook([
        ...titles,
        area,
        ["王芳", "13900000001", "浙江省杭州市西湖区"],
        ["李娜", "13900000002", "浙江省/杭州市/西湖区"],
        ["张伟", "13900000003", "330104"],
        ["吴静", "13900000009", "北京市/北京市/朝阳区"],
      ]),
    );
    expect(answer.message).toBe("共4行数据全部导入成功！");
    const { rows } = await sql<{ code: string }>`select area_code as code from member order by mobile`.execute(
      server.db.kysely,
    );
    expect(rows.map((row) => row.code)).toEqual(["330106", "330106", "330104", "110105"]);
    const wrong = await upload(workbook([...titles, area, ["", "1390000", "月球"]]));
    expect([wrong.code, (await members()).length]).toEqual([201, 4]);
    // Every mistake of the row, in one pass.
    const report = await admin.get(wrong.result?.fileUrl ?? "");
    expect(report.text).toContain("所在地区“月球”不存在或已停用；请输入姓名；请输入正确手机号");
  });

  it("IMP-01: an .xls file is read like an .xlsx file", async () => {
    const answer = await upload(workbook([...titles, header, ["王芳", "13900000001"]], "biff8"), admin, "members.xls");
    expect(answer.message).toBe("共1行数据全部导入成功！");
  });

  it.each([
    ["UTF-8 with its mark", (text: string) => Buffer.from(`\uFEFF${text}`)],
    ["GBK, as Chinese spreadsheets save it", encodeGbk],
  ])("a .csv file in %s is read like a workbook, with the dates and numbers of its text", async (_title, encode) => {
    const text =
      '会员导入模板,,\r\n姓名*,手机号*,性别,生日,备注\r\n王芳,13900000001,女,1990/5/6,"甲,""乙""\r\n丙"\r\n\r\n';
    const answer = await upload(encode(text), admin, "members.csv");
    expect(answer.message).toBe("共1行数据全部导入成功！");
    expect(await members()).toMatchObject([
      { realname: "王芳", mobile: "13900000001", sex: "2", birthday: "1990-05-06" },
    ]);
    const bad = await upload(encode(`${text}李娜,1390000`), admin, "members.csv");
    const report = await admin.get(bad.result?.fileUrl ?? "");
    // Rows as a spreadsheet shows them: a break in a cell starts none, a blank line is one.
    expect(report.text).toContain("第 3 行：手机号已存在：13900000001");
    expect(report.text).toContain("第 5 行：请输入正确手机号");
  });

  it("IMP-01: one bad row refuses the whole file, with code 201 and a report that names row and reason", async () => {
    const answer = await upload(
      workbook([
        ...titles,
        header,
        ["王芳", "13900000001", "女"],
        ["李娜", "12345", "女"],
        ["", "13900000003"],
        ["赵敏", "13900000001"],
        ["周雨", "13900000005", "外星"],
      ]),
    );
    expect([answer.success, answer.code]).toEqual([true, 201]);
    expect(answer.result).toMatchObject({ totalCount: 5, successCount: 0, errorCount: 4 });
    expect(await members()).toEqual([]);
    const report = await admin.get(answer.result?.fileUrl ?? "");
    expect(report.text.trim().split("\r\n")).toEqual([
      "第 5 行：请输入正确手机号",
      "第 6 行：请输入姓名",
      "第 7 行：手机号“13900000001”与第 4 行重复",
      "第 8 行：性别“外星”不存在或已停用",
    ]);
    expect(report.headers["content-disposition"]).toMatch(/^attachment/);
  });

  it("a value that the table has already is named", async () => {
    await upload(workbook([...titles, header, ["王芳", "13900000001"]]));
    const answer = await upload(workbook([...titles, header, ["李娜", "13900000002"], ["王芳二", "13900000001"]]));
    const report = await admin.get(answer.result?.fileUrl ?? "");
    expect(report.text).toBe("\uFEFF第 5 行：手机号已存在：13900000001\r\n");
    expect(await members()).toHaveLength(1);
  });

  it("the report of one importer cannot be read by another", async () => {
    const answer = await upload(workbook([...titles, header, ["王芳", "1"]]));
    const foreign = await (await server.as("reader")).get(answer.result?.fileUrl ?? "");
    expect([foreign.status, foreign.success]).toEqual([404, false]);
  });

  it("the template brings the headers that the import reads back", async () => {
    const template = await admin.get("/member/member/importTemplate");
    expect(template.headers["content-disposition"]).toContain(encodeURIComponent("会员导入模板.xlsx"));
    const empty = await upload(template.bytes);
    expect([empty.success, empty.message]).toEqual([false, "文件里没有数据"]);
  });

  it("I18N-08 the template in English is read back, its options too, whatever the language of the importer", async () => {
    const template = await admin.get("/member/member/importTemplate", { headers: english });
    expect(template.headers["content-disposition"]).toContain(encodeURIComponent("Member import template.xlsx"));
    const rows = sheetRows(template.bytes);
    expect(rows.slice(0, 2)).toEqual([
      ["Member import template"],
      ["Columns with * are required. Begin in row 4 and leave the header as it is"],
    ]);
    const headers = (rows[2] ?? []).map(String);
    expect(headers).toEqual(expect.arrayContaining(["Name*", "Mobile number*", "Sex", "Remark"]));
    expect(headers.join("")).not.toMatch(/\p{Script=Han}/u);
    const filled = (mobile: string) =>
      workbook([
        ...rows.slice(0, 2),
        headers,
        headers.map((header) => ({ "Name*": "王芳", "Mobile number*": mobile, Sex: "Female" })[header] ?? null),
      ]);
    const done = await upload(filled("13900000001"), admin, "members.xlsx", english);
    expect([done.code, done.message]).toEqual([200, "All 1 rows have been imported"]);
    expect((await upload(filled("13900000002"))).message).toBe("共1行数据全部导入成功！");
    const chinese = workbook([...titles, header, ["李娜", "13900000003", "女"]]);
    expect((await upload(chinese, admin, "members.xlsx", english)).code).toBe(200);
    expect((await members()).map(({ sex }) => sex)).toEqual(["2", "2", "2"]);
  });

  it("I18N-08 yes and no are read in both languages", async () => {
    const menus = (...rows: (readonly string[])[]) => {
      const value = workbook([["Menu name*", "菜单类型*", "菜单路径", "Is a route"], ...rows]);
      const { body, options } = multipartBody([{ name: "file", value, fileName: "menus.xlsx" }]);
      return admin.post("/sys/permission/importExcel", body, options);
    };
    const answer = await menus(["甲", "0", "/a", "No"], ["乙", "0", "/b", "Yes"], ["丙", "0", "/c", "否"]);
    expect(answer.message).toBe("共3行数据全部导入成功！");
    const { rows } = await sql<{ name: string }>`
      select name from sys_permission where name in ('甲', '乙', '丙') and is_route`.execute(server.db.kysely);
    expect(rows).toEqual([{ name: "乙" }]);
  });

  it("I18N-08 the report of an English import is in English, mistake by mistake", async () => {
    const answer = await upload(
      workbook([
        ["Name*", "Mobile number*", "Sex", "What is this"],
        ["王芳", "13900000001", "Female"],
        ["", "13900000001", "Martian"],
        ["赵敏", "13900000001"],
      ]),
      admin,
      "members.xlsx",
      english,
    );
    expect([answer.code, answer.message]).toEqual([
      201,
      "There are mistakes in the file, so no row was imported. Please correct them and import it again",
    ]);
    expect(answer.result?.msg).toBe("Rows in the file: 3, imported: 0, with mistakes: 2");
    const report = await admin.get(answer.result?.fileUrl ?? "");
    expect(report.headers["content-disposition"]).toContain("Import%20errors_");
    expect(report.text.trim().split("\r\n")).toEqual([
      "Row 3: Sex “Martian” does not exist or is out of use; Enter name",
      "Row 4: Mobile number “13900000001” is in the file twice (Row 2)",
    ]);
    const headless = await upload(workbook([["Name"], ["王芳"]]), admin, "members.xlsx", english);
    expect(headless.message).toBe("Required columns are missing in the file: Mobile number. Please use the template");
  });

  it.each([
    [
      "a page with the name of a workbook",
      () => Buffer.from("<table><tr><td>姓名<td>手机号<tr><td>王芳<td>13900000001</table>"),
      "只能导入 .xls、.xlsx、.csv 文件",
    ],
    ["an empty file", () => Buffer.alloc(0), "文件里没有数据"],
    ["a workbook without a row", () => workbook([]), "文件里没有数据"],
    [
      "a workbook of 201 columns",
      () => workbook([Array.from({ length: 201 }, (_, index) => `列${index}`)]),
      "列数超过 200，请使用导入模板",
    ],
    [
      "a workbook of 10,000 columns",
      () => workbook([Array.from({ length: 10_000 }, (_, index) => (index === 0 ? "姓名" : `列${index}`)), ["王芳"]]),
      "列数超过 200，请使用导入模板",
    ],
    [
      "a text of 10,000 columns",
      () => Buffer.from(`姓名${",列".repeat(9_999)}\r\n王芳\r\n`),
      "列数超过 200，请使用导入模板",
    ],
    ["a cut workbook", () => workbook([...titles, header]).subarray(0, 900), "文件无法读取，请另存为 .xlsx 后重试"],
    [
      "a sheet without the headers",
      () =>
        workbook([
          ["商品", "价格"],
          ["面", 12],
        ]),
      "没有找到表头，请使用导入模板，不要改动表头文字",
    ],
    [
      "a sheet without a required column",
      () => workbook([...titles, ["姓名"], ["王芳"]]),
      "文件缺少必填列：手机号，请使用导入模板",
    ],
  ])("%s is refused and nothing is stored", async (_title, file, message) => {
    const answer = await upload(file());
    expect([answer.success, answer.message]).toEqual([false, message]);
    expect(await members()).toEqual([]);
  });

  it("one file imported twice at once is stored once; the other import names what is taken, row by row", async () => {
    const file = workbook([...titles, header, ["王芳", "13900000001"], ["李明", "13900000002"]]);
    const answers = await Promise.all([upload(file), upload(file), upload(file)]);
    const refused = answers.filter(({ code }) => code === 201);
    expect(refused.length).toBe(2);
    for (const { result } of refused) {
      expect(result?.msg).toMatch(/^总上传行数：2，已导入行数：0，错误行数：/);
    }
    expect((await members()).length).toBe(2);
  });

  it("PRM-06: importing needs its own permission, and read-only fields of a file are ignored", async () => {
    const denied = await upload(workbook([...titles, header, ["王芳", "13900000001"]]), await server.as("reader"));
    expect(denied.status).toBe(403);
    const answer = await upload(
      workbook([...titles, [...header, "积分余额", "会员编号"], ["王芳", "13900000001", "", "", "", 9999, "M1"]]),
    );
    expect(answer.message).toBe("共1行数据全部导入成功！（未识别的列已忽略：积分余额、会员编号）");
    const { rows } = await sql<{ points: string; member_no: string }>`select points, member_no from member`.execute(
      server.db.kysely,
    );
    expect([Number(rows[0]?.points), rows[0]?.member_no === "M1"]).toEqual([0, false]);
  });
});
