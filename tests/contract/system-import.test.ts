import { read, utils, write } from "@e965/xlsx";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { multipartBody } from "../support/multipart.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

type Sheet = readonly (readonly unknown[])[];

interface Case {
  readonly what: string;
  readonly base: string;
  /** Header and rows as an administrator would type them. */
  readonly sheet: Sheet;
  /** What the list then holds, found by the first row's words. */
  readonly find: Readonly<Record<string, string>>;
  readonly stored: object;
  /** The sheet whose second row must be refused, and the reason. */
  readonly wrong: Sheet;
  readonly reason: string;
}

const cases: readonly Case[] = [
  {
    what: "SYS-02 roles",
    base: "/sys/role",
    sheet: [
      ["角色名称*", "角色编码*", "描述"],
      ["巡店员", "inspector", "只看门店"],
    ],
    find: { roleCode: "inspector" },
    stored: { roleName: "巡店员", description: "只看门店" },
    wrong: [
      ["角色名称*", "角色编码*"],
      ["新角色", "fresh_role"],
      ["又一个", "inspector"],
    ],
    reason: "第 3 行：角色编码已存在：inspector",
  },
  {
    what: "SYS-06 positions",
    base: "/sys/position",
    sheet: [
      ["职务编码*", "职务名称*", "职级*"],
      ["manager", "店长", "中级"],
    ],
    find: { code: "manager" },
    stored: { name: "店长", postRank: "3" },
    wrong: [
      ["职务编码*", "职务名称*", "职级*"],
      ["vice", "副店长", "助级"],
      ["chief", "总监", "天字级"],
    ],
    reason: "第 3 行：职级",
  },
  {
    what: "SYS-09 categories",
    base: "/sys/category",
    sheet: [
      ["分类名称*", "上级分类"],
      ["生鲜", ""],
    ],
    find: { name: "生鲜" },
    stored: { code: "A01", pid: "0" },
    wrong: [
      ["分类名称*", "上级分类"],
      ["水果", "生鲜"],
      ["蔬菜", "没有这一类"],
    ],
    reason: "第 3 行：上级分类",
  },
  {
    what: "SYS-07 tenants",
    base: "/sys/tenant",
    sheet: [
      ["租户名称*", "开始时间", "状态"],
      ["东区加盟商", "2026-01-01 00:00:00", "正常"],
    ],
    find: { name: "东区加盟商" },
    stored: { beginDate: "2026-01-01 00:00:00", status: 1 },
    wrong: [
      ["租户名称*", "开始时间"],
      ["西区加盟商", ""],
      ["南区加盟商", "某一天"],
    ],
    reason: "第 3 行：开始时间",
  },
  {
    what: "SYS-05 departments",
    base: "/sys/sysDepart",
    sheet: [
      ["部门名称*", "上级部门"],
      ["仓储中心", ""],
    ],
    find: { departName: "仓储中心" },
    stored: { departName: "仓储中心" },
    wrong: [
      ["部门名称*", "上级部门"],
      ["一号仓", "仓储中心"],
      ["二号仓", "没有这个部门"],
    ],
    reason: "第 3 行：上级部门",
  },
  {
    what: "SYS-08 dictionaries",
    base: "/sys/dict",
    sheet: [
      ["字典名称*", "字典编码*", "描述"],
      ["季节", "season", "四季"],
    ],
    find: { dictCode: "season" },
    stored: { dictName: "季节", description: "四季" },
    wrong: [
      ["字典名称*", "字典编码*"],
      ["颜色", "colour"],
      ["又是季节", "season"],
    ],
    reason: "第 3 行：字典编码已存在：season",
  },
];

describe("imports of the system's own rows", () => {
  let server: TestServer;
  let admin: TestClient;
  beforeAll(async () => {
    server = await createTestServer();
    admin = await server.as("admin");
  });
  afterAll(() => server.close());

  const upload = (base: string, rows: Sheet) => {
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), "数据");
    const value = Buffer.from(write(book, { type: "array", bookType: "xlsx" }));
    const { body, options } = multipartBody([{ name: "file", value, fileName: "data.xlsx" }]);
    return admin.post<{ fileUrl: string } | null>(`${base}/importExcel`, body, options);
  };
  const list = async (base: string, query: Readonly<Record<string, string>>) =>
    (await admin.get<{ records: object[]; total: number }>(`${base}/list`, { query: { ...query, pageNo: "1" } }))
      .result;

  it.each(cases.map((one) => [one.what, one] as const))(
    "%s come in from a sheet; a wrong row refuses the whole file and names its reason",
    async (_what, one) => {
      const answer = await upload(one.base, one.sheet);
      expect(answer.message).toBe("共1行数据全部导入成功！");
      expect((await list(one.base, one.find)).records).toMatchObject([one.stored]);
      const before = (await list(one.base, {})).total;
      const refused = await upload(one.base, one.wrong);
      expect(refused.code).toBe(201);
      expect((await admin.get(refused.result?.fileUrl ?? "")).text).toContain(one.reason);
      expect((await list(one.base, {})).total).toBe(before);
      const exported = read((await admin.get(`${one.base}/exportXls`, { query: one.find })).bytes);
      const [first] = exported.SheetNames;
      const cells = utils.sheet_to_json<unknown[]>(exported.Sheets[first ?? ""] ?? {}, { header: 1 });
      expect(cells.at(-1)).toEqual(expect.arrayContaining([one.sheet[1]?.[0]]));
    },
  );

  const head = [
    ["字典名称*", "字典编码*", "描述", "字典项", null, null, null],
    [null, null, null, "名称*", "数据值*", "排序", "是否启用"],
  ];
  const items = async (dictCode: string) => {
    const [dict] = (await list("/sys/dict", { dictCode })).records as { id: string }[];
    const rows = await admin.get<Record<string, unknown>[]>("/sys/dictItem/listByMainId", {
      query: { id: dict?.id ?? "" },
    });
    return rows.result;
  };
  /** The sheet of a workbook: its lines, and which cells reach over several. */
  const sheetOf = (bytes: Buffer) => {
    const book = read(bytes);
    const sheet = book.Sheets[book.SheetNames[0] ?? ""] ?? {};
    const merged = (sheet["!merges"] ?? []).map((range) => utils.encode_range(range));
    return { lines: utils.sheet_to_json<unknown[]>(sheet, { header: 1, defval: null }), merged };
  };

  it("SYS-08 dictionaries and their items come in from one sheet with two header rows", async () => {
    const answer = await upload("/sys/dict", [
      ["字典导入模板"],
      ["说明"],
      ...head,
      ["潮汐", "tide", "一日两次", "涨潮", "1", null, "启用"],
      [null, null, null, "退潮", 2, 9, "不启用"],
      ["风向", "wind", null, null, null, null, null],
      // A sheet that was sorted has no merged cells: the dictionary stands in each line.
      ["月相", "moon", null, "新月", "new", null, null],
      ["月相", "moon", null, "满月", "full", null, null],
    ]);
    expect(answer.message).toBe("共5行数据全部导入成功！");
    expect(await items("tide")).toMatchObject([
      { itemText: "涨潮", itemValue: "1", sortOrder: 1, status: 1 },
      { itemText: "退潮", itemValue: "2", sortOrder: 9, status: 0 },
    ]);
    expect(await items("wind")).toEqual([]);
    expect(await items("moon")).toMatchObject([
      { itemText: "新月", sortOrder: 1 },
      { itemText: "满月", sortOrder: 2 },
    ]);
    const options = await admin.get<object[]>("/sys/dict/getDictItems/moon");
    expect(options.result).toMatchObject([{ value: "new" }, { value: "full" }]);
  });

  it("SYS-08 a wrong item refuses the whole sheet and is named by its line", async () => {
    const before = (await list("/sys/dict", {})).total;
    const refused = await upload("/sys/dict", [
      ...head,
      ["色彩", "hue", null, "红", "r", null, null],
      [null, null, null, "绿", "r", null, null],
      [null, null, null, null, "b", null, null],
      ["尺码", "size", null, "大", "L", null, "也许"],
    ]);
    expect(refused.code).toBe(201);
    const report = (await admin.get(refused.result?.fileUrl ?? "")).text.trim().split("\r\n");
    expect(report.map((line) => line.replace("\uFEFF", ""))).toEqual([
      "第 4 行：数据值：该值不可用，系统中已存在！",
      "第 5 行：请输入名称",
      "第 6 行：是否启用“也许”不存在或已停用",
    ]);
    expect((await list("/sys/dict", {})).total).toBe(before);
    const incomplete = await upload("/sys/dict", [
      ["字典名称*", "字典编码*", "字典项"],
      [null, null, "数据值*"],
      ["色彩", "hue", "r"],
    ]);
    expect(incomplete.message).toBe("文件缺少必填列：名称，请使用导入模板");
  });

  it.each(["xls", "xlsx"])(
    "SYS-08 an export as %s has two header rows and one line per item; the cells of a dictionary reach over its items",
    async (format) => {
      const query = { format, dictCode: "tide", exportFields: "dictName,dictCode" };
      const { lines, merged } = sheetOf((await admin.get("/sys/dict/exportXls", { query })).bytes);
      expect(lines.slice(2)).toEqual([
        ["字典名称", "字典编码", "字典项", null, null, null, null, null],
        [null, null, "名称", "数据值", "颜色", "描述", "排序", "是否启用"],
        ["潮汐", "tide", "涨潮", "1", null, null, 1, "启用"],
        [null, null, "退潮", "2", null, null, 9, "不启用"],
      ]);
      expect(merged).toEqual(expect.arrayContaining(["C3:H3", "A3:A4", "B3:B4", "A5:A6", "B5:B6"]));
    },
  );

  it.each(["xls", "xlsx"])(
    "IMP-02 what stands above columns on the screen is the first of two header rows of an export as %s",
    async (format) => {
      const exportGroups = JSON.stringify({ roleCode: "角色", description: "角色", roleName: "=1+1", other: "无" });
      const query = {
        format,
        roleCode: "admin",
        exportFields: "roleName,roleCode,description,createTime",
        exportGroups,
      };
      const { lines, merged } = sheetOf((await admin.get("/sys/role/exportXls", { query })).bytes);
      expect(lines.slice(2, 4)).toEqual([
        ["'=1+1", "角色", null, "创建时间"],
        ["角色名称", "角色编码", "描述", null],
      ]);
      expect(merged.filter((range) => !range.startsWith("A"))).toEqual(["B3:C3", "D3:D4"]);
      expect(lines).toHaveLength(5);
    },
  );

  it("IMP-02 a text file has one header row; groups that are no names by field are refused", async () => {
    const query = { format: "csv", roleCode: "admin", exportFields: "roleName,roleCode" };
    const grouped = { ...query, exportGroups: JSON.stringify({ roleCode: "角色" }) };
    const [header] = (await admin.get("/sys/role/exportXls", { query: grouped })).text.split("\r\n");
    expect(header).toBe("\uFEFF角色名称,角色：角色编码");
    const copy = Buffer.from(`${header}\r\n文本角色,text_role\r\n`);
    const { body, options } = multipartBody([{ name: "file", value: copy, fileName: "roles.csv" }]);
    expect((await admin.post("/sys/role/importExcel", body, options)).message).toBe("共1行数据全部导入成功！");
    for (const exportGroups of ["角色", '["角色"]', '{"roleCode":1}', JSON.stringify({ roleCode: "角".repeat(101) })]) {
      const refused = await admin.get("/sys/role/exportXls", { query: { ...query, exportGroups } });
      expect(refused.message).toBe("导出的多级表头须为 JSON 对象：字段 → 名称");
    }
  });

  it("IMP-02 what was exported below names of groups comes in again, with and without the rows below each row", async () => {
    const roles = JSON.stringify({ roleName: "角色", roleCode: "角色", description: "角色编码" });
    const role = sheetOf(
      (await admin.get("/sys/role/exportXls", { query: { roleCode: "inspector", exportGroups: roles } })).bytes,
    ).lines.map((line) => line.map((cell) => (cell === "inspector" ? "inspector_copy" : cell)));
    expect((await upload("/sys/role", role)).message).toMatch(/^共1行数据全部导入成功！/);
    expect((await list("/sys/role", { roleCode: "inspector_copy" })).records).toMatchObject([
      { roleName: "巡店员", description: "只看门店" },
    ]);

    const dicts = JSON.stringify({ dictName: "字典", dictCode: "字典" });
    const dict = sheetOf(
      (await admin.get("/sys/dict/exportXls", { query: { dictCode: "tide", exportGroups: dicts } })).bytes,
    );
    expect(dict.merged).toEqual(expect.arrayContaining(["A5:A6", "B5:B6"]));
    const renamed = dict.lines.map((line) => line.map((cell) => (cell === "tide" ? "tide_grouped" : cell)));
    expect((await upload("/sys/dict", renamed)).message).toMatch(/^共2行数据全部导入成功！/);
    expect((await items("tide_grouped")).map(({ itemText }) => itemText)).toEqual(["涨潮", "退潮"]);
  });

  it("SYS-08 the template names both, and what was exported comes in again", async () => {
    const template = sheetOf((await admin.get("/sys/dict/importTemplate")).bytes);
    expect(template.lines.slice(1)).toEqual([
      ["带 * 的列必填；请从第 5 行开始填写，不要改动表头", ...Array(8).fill(null)],
      ["字典名称*", "字典编码*", "描述", "字典项", null, null, null, null, null],
      [null, null, null, "名称*", "数据值*", "颜色", "描述", "排序", "是否启用"],
    ]);
    const { lines } = sheetOf((await admin.get("/sys/dict/exportXls", { query: { dictCode: "tide" } })).bytes);
    const renamed = lines.map((line) => line.map((cell) => (cell === "tide" ? "tide_copy" : cell)));
    expect((await upload("/sys/dict", renamed)).message).toMatch(/^共2行数据全部导入成功！/);
    const read = async (code: string) =>
      (await items(code)).map(({ itemText, itemValue, sortOrder, status }) => [itemText, itemValue, sortOrder, status]);
    expect(await read("tide_copy")).toEqual(await read("tide"));
  });
});
