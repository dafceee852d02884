import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { definitions } from "../../renderers/definitions.gen.ts";
import { checkDocuments } from "../../runtime/check/check-documents.ts";
import { untestedScreens } from "../../runtime/check/untested-screens.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { formatDocument } from "../../runtime/schema/format-document.ts";
import { identify } from "../../runtime/schema/source-document.ts";
import { multipartBody } from "../support/multipart.ts";
import { addUser } from "../support/people.ts";
import { proveSample } from "../support/prove.ts";
import { aStoredForm, formBase } from "../support/stored-form.ts";
import { createTestServer, shippedDocuments, type TestClient, type TestServer } from "../support/test-server.ts";

/** ONF-04: a form as documents of `schemas/`, a second server with these documents, and the documents as a form. */
const schemas = fileURLToPath(new URL("../../schemas", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "schema-console-pages-"));
let server: TestServer;
let admin: TestClient;
const ids: Record<string, string> = {};

const text = (dbFieldName: string, dbFieldTxt: string, more: Row = {}) => ({
  ...{ dbFieldName, dbFieldTxt, isShowForm: 1, isShowList: 1 },
  ...more,
});
const key = { dbFieldName: "trip_id", mainTable: "ext_trip", mainField: "id", isShowForm: 0, isShowList: 0 };

beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
  await admin.post("/sys/dict/add", {
    dictCode: "trip_kind",
    dictName: "出行方式",
    items: [
      { itemValue: "1", itemText: "火车", sortOrder: 1 },
      { itemValue: "2", itemText: "飞机", sortOrder: 2 },
    ],
  });
  ids.area = await aStoredForm(
    admin,
    { tableName: "ext_region", tableTxt: "片区", isTree: "Y", treeFieldname: "name" },
    [text("name", "名称", { isQuery: 1 })],
  );
  ids.trip = await aStoredForm(
    admin,
    { tableName: "ext_trip", tableTxt: "出差", tableType: 2, themeTemplate: "erp", formTemplate: "2" },
    [
      text("trip_no", "单号", {
        fieldMustInput: "1",
        fieldValidType: "only",
        isQuery: 1,
        sortFlag: "1",
        fieldLength: 160,
      }),
      text("kind", "方式", { fieldShowType: "radio", dictField: "trip_kind", isQuery: 1 }),
      text("region", "片区", {
        fieldShowType: "sel_search",
        dictTable: "ext_region",
        dictField: "id",
        dictText: "name",
      }),
      text("amount", "金额", {
        dbType: "BigDecimal",
        dbPointLength: 2,
        isQuery: 1,
        queryMode: "group",
        fieldDefaultValue: "10",
      }),
      text("phone", "手机", { fieldValidType: "m" }),
      text("start_on", "开始", { dbType: "Date", fieldShowType: "date", isQuery: 1, queryMode: "group" }),
      text("seen", "时间", { dbType: "Datetime", fieldShowType: "datetime" }),
      text("done", "完成", { fieldShowType: "switch", fieldExtendJson: '["1","0"]' }),
      text("owner", "负责人", { fieldShowType: "sel_user", fieldExtendJson: '{"multiSelect":false}' }),
      text("depart", "部门", { dbLength: 200, fieldShowType: "sel_depart" }),
      text("city", "地区", { fieldShowType: "pca" }),
      text("file", "附件", { dbLength: 500, fieldShowType: "file", fieldExtendJson: '{"uploadnum":"3"}' }),
      text("remark", "说明", { dbType: "Text", fieldShowType: "umeditor", isShowList: 0 }),
    ],
  );
  ids.line = await aStoredForm(
    admin,
    { tableName: "ext_trip_line", tableTxt: "行程", tableType: 3, tabOrderNum: 1, relationType: 0 },
    [key, text("place", "地点", { fieldMustInput: "1" }), text("days", "天数", { dbType: "int", fieldValidType: "z" })],
  );
  ids.fee = await aStoredForm(
    admin,
    { tableName: "ext_trip_fee", tableTxt: "报销", tableType: 3, tabOrderNum: 2, relationType: 1 },
    [key, text("bank", "开户行")],
  );
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function exported(id: string): Promise<Map<string, string>> {
  const answer = await admin.get(`${formBase}/head/exportPages`, { query: { id } });
  expect(answer.headers["content-type"]).toBe("application/zip");
  return new Map(Object.entries(unzipSync(answer.bytes)).map(([path, bytes]) => [path, strFromU8(bytes)]));
}
const findingsOf = async (url: string, query: Record<string, string>) =>
  (
    await admin.get<{ records: { kind: string; place: string; message: string }[] }>(`${formBase}/head/${url}`, {
      query,
    })
  ).result.records;

async function upload(files: Readonly<Record<string, string>>, client = admin): Promise<string> {
  const zip = zipSync(Object.fromEntries(Object.entries(files).map(([path, content]) => [path, strToU8(content)])));
  const { body, options } = multipartBody([
    { name: "biz", value: "temp" },
    { name: "file", value: Buffer.from(zip), fileName: "page.zip", type: "application/zip" },
  ]);
  return (await client.post("/sys/common/upload", body, options)).message;
}

/** Everything about a row but what this server gave it. */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  const own = ["id", "createTime", "updateTime", "trip_id", "timestamp", "mainId"];
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !own.includes(name))
      .map(([name, entry]) => [name, plain(entry)]),
  );
};

describe("ONF-04 a form exported as page files", () => {
  it("is laid out and formatted as in schemas/, and the checks find nothing", async () => {
    const files = await exported(String(ids.trip));
    expect([...files.keys()].sort()).toEqual([
      "form/ext-region.model.json",
      "form/ext-trip-fee.model.json",
      "form/ext-trip-line.model.json",
      "form/ext-trip.data.json",
      "form/ext-trip.model.json",
      "form/ext-trip.screen.json",
      "form/ext-trip.screen.test.json",
    ]);
    for (const [path, content] of files) {
      expect(formatDocument(content, identify(path)?.kind ?? "model"), path).toBe(content);
    }
    const sources = [...files].map(([path, content]) => ({ path, text: content }));
    const checked = checkDocuments(sources, { definitions, known: shippedDocuments() });
    expect([...checked.diagnostics, ...untestedScreens(checked)]).toEqual([]);
    // The same form makes the same bytes.
    expect(await exported(String(ids.trip))).toEqual(files);
    expect((await findingsOf("pageFiles", { id: String(ids.trip) })).filter(({ kind }) => kind !== "file")).toEqual([
      { id: "8", kind: "changed", place: "表单 片区", message: "被字典引用，只带上模型 form/ext-region，没有页面" },
      { id: "9", kind: "changed", place: "出差", message: "表单不在菜单里，页面放在顶层，没有授权给任何角色" },
    ]);
  });

  it("answers on a second server as the form does here", async () => {
    for (const id of [ids.trip, ids.area]) {
      for (const [path, content] of await exported(String(id))) {
        // The tree has a page of its own here, not only the model that a dictionary names.
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), content);
      }
    }
    const other = await createTestServer({ schemasDir: `${schemas}:${folder}` });
    try {
      const there = await other.as("admin");
      const sides = [
        {
          client: admin,
          base: `${formBase}/form/${ids.trip}`,
          line: `${formBase}/form/${ids.line}`,
          tree: `${formBase}/form/${ids.area}`,
        },
        { client: there, base: "/form/ext-trip", line: "/form/ext-trip-line", tree: "/form/ext-region" },
      ];
      const body = (trip_no: string, more: Row = {}) => ({
        ...{
          trip_no,
          kind: "2",
          amount: 12.5,
          phone: "13800138000",
          start_on: "2026-11-01",
          done: "1",
          owner: "admin",
        },
        ...{ seen: "2026-11-01 08:00:00", remark: "<p>好</p>" },
        ext_trip_line: [
          { place: "杭州", days: 2 },
          { place: "上海", days: 1 },
        ],
        ext_trip_fee: [{ bank: "工行" }],
        ...more,
      });
      /** The same call on both sides. */
      const both = async (call: (side: (typeof sides)[number]) => Promise<object>) => {
        const [here, away] = [await call(sides[0] as never), await call(sides[1] as never)];
        const of = ({ status, success, code, message, result }: Row) =>
          plain({ status, success, code, message, result });
        expect(of(away as Row)).toEqual(of(here as Row));
        return here as unknown as { readonly success: boolean; readonly result: Row };
      };
      expect((await both(({ client, base }) => client.post(`${base}/add`, body("T1")))).success).toBe(true);
      await both(({ client, base }) => client.post(`${base}/add`, body("T2", { amount: null, kind: "1" })));
      // Refused with the same field and the same words.
      for (const wrong of [
        body(""),
        body("T1"),
        body("T3", { phone: "12" }),
        body("T4", { kind: "9" }),
        body("T5", { ext_trip_line: [{ days: 1 }] }),
        body("T6", { start_on: "gestern" }),
        body("x".repeat(40)),
      ]) {
        expect((await both(({ client, base }) => client.post(`${base}/add`, wrong))).success).toBe(false);
      }
      for (const query of [
        {},
        { trip_no: "T1" },
        { kind: "1" },
        { amount_begin: "10" },
        { start_on_begin: "2026-10-01", start_on_end: "2026-12-01" },
        { column: "trip_no", order: "desc" },
        { unknown: "1" },
      ]) {
        const { result } = await both(({ client, base }) => client.get(`${base}/list`, { query: query as never }));
        expect(result.total).toBeGreaterThanOrEqual(0);
      }
      const first = async ({ client, base }: (typeof sides)[number]) =>
        (await client.get<{ records: Row[] }>(`${base}/list`, { query: { trip_no: "T1" } })).result.records[0] ?? {};
      const read = await both(async (side) =>
        side.client.get(`${side.base}/queryById`, { query: { id: String((await first(side)).id) } }),
      );
      expect(read.result).toMatchObject({ trip_no: "T1", amount: 12.5 });
      await both(async (side) =>
        side.client.get(`${side.line}/listByMainId`, { query: { id: String((await first(side)).id) } }),
      );
      await both(async (side) =>
        side.client.put(`${side.base}/edit`, { ...(await first(side)), amount: 20, version: 1 }),
      );
      await both(async (side) =>
        side.client.put(`${side.base}/edit`, { ...(await first(side)), amount: 21, version: 1 }),
      );
      await both(({ client, tree }) => client.post(`${tree}/add`, { name: "华东" }));
      await both(({ client, tree }) => client.get(`${tree}/list`));

      // The page itself: what it shows, asks and offers.
      const page = async (client: TestClient, id: string) =>
        (await client.get<{ screen: Row }>(`/lowcode/screens/${id}`)).result.screen;
      for (const [kind, id, name] of [
        ["erp-list", ids.trip, "form/ext-trip"],
        ["tree-list", ids.area, "form/ext-region"],
      ]) {
        const [here, away] = [await page(admin, `online/${kind}/${id}`), await page(there, String(name))];
        for (const part of ["kind", "title", "query", "table", "toolbar", "rowActions", "views", "details", "tree"]) {
          expect(away[part], part).toEqual(here[part]);
        }
      }
    } finally {
      await other.close();
    }
  });

  it("comes back as the form that it was", async () => {
    const file = await upload(Object.fromEntries(await exported(String(ids.trip))));
    const planned = await findingsOf("pagePlan", { file });
    expect(planned.filter(({ kind }) => kind === "form").map(({ message }) => message)).toEqual([
      "表 ext_trip_2，13 个字段",
      "表 ext_trip_line_2，3 个字段",
      "表 ext_trip_fee_2，2 个字段",
    ]);
    expect(planned.filter(({ kind }) => kind === "error" || kind === "left").map(({ message }) => message)).toEqual([
      "菜单和授权不导入，同步数据库后用“加入菜单”",
    ]);
    const made = await admin.post<Row>(`${formBase}/head/addFromPages`, { file, tableName: "ext_journey" });
    expect(made).toMatchObject({ success: true, result: { tableName: "ext_journey" } });
    const id = String(made.result.id);
    const headOf = async (head: string) =>
      (await admin.get<Row>(`${formBase}/head/queryById`, { query: { id: head } })).result;
    const [before, after] = [await headOf(String(ids.trip)), await headOf(id)];
    for (const name of [
      "tableTxt",
      "tableType",
      "themeTemplate",
      "formTemplate",
      "isTree",
      "isPage",
      "isCheckbox",
      "scroll",
    ]) {
      expect(after[name], name).toEqual(before[name]);
    }
    const fieldsOf = async (headId: string) =>
      new Map(
        (await admin.get<Row[]>(`${formBase}/field/listByHeadId`, { query: { headId } })).result.map((field) => [
          field.dbFieldName,
          field,
        ]),
      );
    const [former, fields] = [await fieldsOf(String(ids.trip)), await fieldsOf(id)];
    expect([...fields.keys()]).toEqual([...former.keys()]);
    const compared = ["dbFieldTxt", "dbType", "dbLength", "dbPointLength", "fieldShowType", "isShowForm", "isShowList"];
    const more = ["dictTable", "dictField", "dictText", "fieldMustInput", "fieldValidType", "isQuery", "sortFlag"];
    for (const [name, field] of former) {
      if (field.isShowForm === 0) continue;
      for (const setting of [...compared, ...more]) {
        // The length says nothing of what is no short text.
        if (setting === "dbLength" && field.dbType !== "string") continue;
        expect([name, setting, fields.get(name)?.[setting] ?? null]).toEqual([name, setting, field[setting] ?? null]);
      }
    }
    expect(after.subTableStr).toBe("ext_trip_line_2,ext_trip_fee_2");
    expect(await admin.post(`${formBase}/api/doDbSynch/${id}/normal`)).toMatchObject({ success: true });
    expect(await admin.post(`${formBase}/form/${id}/add`, { trip_no: "J1" })).toMatchObject({ success: true });
  });

  it("puts its place in the menu, what roles may do and whose fields are hidden beside the screen", async () => {
    const role = (await admin.get<{ records: Row[] }>("/sys/role/list", { query: { roleCode: "auditor" } })).result
      .records[0];
    expect(role).toBeDefined();
    await admin.post(`${formBase}/head/addMenu`, {
      id: ids.trip,
      parentId: "base",
      name: "出差单",
      roleIds: [role?.id],
    });
    await admin.put(`${formBase}/head/rights`, {
      ...{ id: ids.trip, formId: ids.trip, kind: "field", name: "amount" },
      ...{ seeOn: true, see: [role?.id], seeLast: [] },
    });
    const files = await exported(String(ids.trip));
    const screen = JSON.parse(files.get("form/ext-trip.screen.json") ?? "{}") as Row;
    expect(screen.menu).toEqual({ parent: "base", title: "出差单", sort: 100, path: "/form/ext-trip" });
    expect(screen.access).toMatchObject({ auditor: { see: "all", do: expect.arrayContaining(["add", "export"]) } });
    const model = JSON.parse(files.get("form/ext-trip.model.json") ?? "{}") as { fields: Record<string, Row> };
    expect(model.fields.amount?.permission).toEqual({ see: "form:ext-trip:see:amount" });
    const sources = [...files].map(([path, content]) => ({ path, text: content }));
    const { diagnostics } = checkDocuments(sources, { definitions, known: shippedDocuments() });
    expect(diagnostics).toEqual([]);
  });
});

describe("ONF-04 a page of the product as a form", () => {
  it("is made where a form can say it, and every other setting is named first", async () => {
    const planned = await findingsOf("pagePlan", { page: "sales/salesman-company", tableName: "ext_company" });
    const messages = planned.map(({ kind, place, message }) => `${kind} ${place} ${message}`);
    for (const part of [
      "form 业务员公司 表 ext_company，",
      "字段 shortName 在表单中叫 short_name",
      "状态流转",
      "整行的规则",
      "各自独立的子行",
      "菜单和授权不导入",
    ]) {
      expect(
        messages.some((message) => message.includes(part)),
        `${part}\n${messages.join("\n")}`,
      ).toBe(true);
    }
    expect(planned.filter(({ kind }) => kind === "error")).toEqual([]);
    const made = await admin.post<Row>(`${formBase}/head/addFromPages`, {
      page: "sales/salesman-company",
      tableName: "ext_company",
    });
    expect(made).toMatchObject({ success: true });
    expect(await admin.post(`${formBase}/api/doDbSynch/${made.result.id}/normal`)).toMatchObject({ success: true });
  });

  it("every shipped page is either made or refused with a reason, and nothing is stored by looking", async () => {
    const count = async () => (await admin.get<{ total: number }>(`${formBase}/head/list`)).result.total;
    const before = await count();
    for (const [id, { kind, model }] of proveSample([...shippedDocuments().screens], ([, screen]) => screen.kind, 4)) {
      const answer = await admin.get<{ records: Row[] }>(`${formBase}/head/pagePlan`, {
        query: { page: id, tableName: "ext_any" },
      });
      expect(answer.status, id).toBe(200);
      if (model === undefined || !/list|form/.test(kind)) expect(answer.success, id).toBe(false);
      else if (answer.success) expect(answer.result.records.length, id).toBeGreaterThan(0);
      else expect(answer.message, id).toMatch(/[一-龥]/);
    }
    expect(await count()).toBe(before);
  });
});

describe("ONF-04 archives", () => {
  it("that are none, hold none, or somebody else's are refused; a wrong document is told by its place", async () => {
    const plan = (file: string, client = admin) => client.get(`${formBase}/head/pagePlan`, { query: { file } });
    expect(await plan("temp/no.zip")).toMatchObject({ success: false });
    expect(await plan("../../etc/passwd")).toMatchObject({ success: false });
    expect((await plan(await upload({ "readme.txt": "x" }))).message).toContain("没有页面文件");
    const broken = await plan(await upload({ "form/a.model.json": '{ "schemaVersion": 1, ' }));
    expect(broken.message).toMatch(/form\/a\.model\.json:1:/);
    const escaping = await plan(await upload({ "../form/a.model.json": "{}" }));
    expect(escaping.message).toContain("没有页面文件");
    const bomb = await plan(await upload({ "form/a.model.json": " ".repeat(5 * 1024 * 1024) }));
    expect(bomb.status).toBe(413);

    await addUser(server, { username: "maker", permissions: ["online:cgform:add", "online:cgform:list"] });
    const maker = await server.as("maker");
    expect(await plan(await upload(Object.fromEntries(await exported(String(ids.area)))), maker)).toMatchObject({
      success: false,
    });
    await addUser(server, { username: "looker", permissions: ["online:cgform:list"] });
    const looker = await server.as("looker");
    expect(await plan("temp/x.zip", looker)).toMatchObject({ status: 403 });
    expect(await looker.post(`${formBase}/head/addFromPages`, { page: "member/level" })).toMatchObject({ status: 403 });
  });
});
