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
});
