import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { shapeFindings } from "../../server/online/forms/check-form.ts";
import { formTemplates } from "../../server/online/forms/form-templates.ts";
import { addUser } from "../support/people.ts";
import { proveCount } from "../support/prove.ts";
import { formBase as base } from "../support/stored-form.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

/** Templates to start from, and a form as large as they get (issue 15, deliver 1 and bad input). */
let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
});
afterAll(() => server.close());

const headsOf = async (tableName: string) =>
  (await admin.get<{ records: Row[] }>(`${base}/head/list`, { query: { tableName } })).result.records;

/** Main table first, then its sub-tables. */
async function synchronise(id: unknown): Promise<Row> {
  const head = (await admin.get<Row>(`${base}/head/queryById`, { query: { id: String(id) } })).result;
  const names = String(head.subTableStr ?? "")
    .split(",")
    .filter(Boolean);
  const subs = (await Promise.all(names.map(headsOf))).flat();
  for (const one of [head, ...subs]) {
    expect(await admin.post(`${base}/api/doDbSynch/${one.id}/normal`)).toMatchObject({ success: true });
  }
  return head;
}

describe("ONF-01 templates", () => {
  test("there are eight, documents that keep to the definition's schema", () => {
    expect(formTemplates.map(({ title }) => title)).toEqual([
      ...["客户登记", "合同台账", "请假申请", "设备巡检", "商品分类", "问卷反馈", "报价单", "报修工单"],
    ]);
    for (const { key, title, description, sort, ...definition } of formTemplates) {
      expect(shapeFindings(definition), `${key} ${title} ${description} ${sort}`).toEqual([]);
    }
  });

  test.each(formTemplates.map(({ key, title }) => [title, key]))(
    "%s is looked at, made, synchronised and takes rows",
    async (title, key) => {
      const before = (await headsOf("")).length;
      const preview = await admin.get<{ findings: Row[]; form: Row; list: Row }>(
        `${base.replace("/cgform", "/cgform/template")}/preview`,
        {
          query: { id: key },
        },
      );
      expect(preview.result.findings).toEqual([]);
      expect(preview.result).toMatchObject({ form: { screen: { title } }, list: { screen: { title } } });
      expect(await headsOf("")).toHaveLength(before);

      const made = await admin.post<Row>(`${base}/template/use`, { id: key });
      expect(made).toMatchObject({ success: true, result: { tableTxt: title } });
      const head = await synchronise(made.result.id);
      expect(await admin.get(`/lowcode/screens/online/list/${head.id}`)).toMatchObject({ success: true });
      expect(await admin.get(`${base}/api/getFormItem/${head.id}`)).toMatchObject({ success: true });
    },
  );

  it("amounts of a quotation are computed by the server, also under another table's name", async () => {
    const made = await admin.post<Row>(`${base}/template/use`, { id: "quotation", title: "项目报价" });
    // The name is taken by the form of the test before.
    expect(made.result).toMatchObject({ tableTxt: "项目报价", tableName: "ext_quotation_2" });
    await synchronise(made.result.id);
    const item = (product: string, price: number, num: number) => ({ product, price, num, amount: 1 });
    const added = await admin.post<string>(`${base}/api/form/${made.result.id}`, {
      ...{ quotation_no: "Q1", customer: "某公司", quoted_on: "2026-11-27", total: 1 },
      ext_quotation_item_2: [item("甲", 12.5, 4), item("乙", 3.33, 3)],
    });
    expect(added).toMatchObject({ success: true });
    expect(await admin.get(`${base}/api/form/${made.result.id}/${added.result}`)).toMatchObject({
      result: { total: 59.99, ext_quotation_item_2: [{ amount: 50 }, { amount: 9.99 }] },
    });
  });

  it("a computed value that cannot be read is refused at its field; an unknown template says so", async () => {
    const field = { dbFieldName: "a", dbFieldTxt: "甲", dbType: "int", isShowForm: 1, isShowList: 1 };
    for (const formula of ["row.b", "{{ row.nothing + 1 }}", "{{ constructor }}", "{{ 1 + }}"]) {
      const answer = await admin.post<Row>(`${base}/head/add`, {
        ...{ tableName: "ext_formula", tableTxt: "公式", tableType: 1, indexs: [] },
        fields: [{ ...field, fieldExtendJson: JSON.stringify({ formula }) }],
      });
      expect(answer.success, formula).toBe(false);
      expect(Object.keys(answer.result.fieldErrors as Row), formula).toEqual(["fields[0].fieldExtendJson"]);
    }
    expect(await admin.get(`${base}/template/preview`, { query: { id: "../x" } })).toMatchObject({ success: false });
    await addUser(server, { username: "looker", permissions: ["online:cgform:list"] });
    const looker = await server.as("looker");
    expect(await looker.post(`${base}/template/use`, { id: "customer" })).toMatchObject({ status: 403 });
  });
});

/** As many as fit. */
const wide = proveCount(100, 500);
describe(`ONF-01 ${wide} fields`, () => {
  it("are stored, synchronised, opened and filled within seconds, and one more than fits is refused", async () => {
    const field = (at: number): Row => ({
      ...{ dbFieldName: `field_${at}`, dbFieldTxt: `字段${at}`, dbType: at % 3 === 0 ? "int" : "string", dbLength: 50 },
      ...{ isShowForm: 1, isShowList: at < 20 ? 1 : 0, isQuery: at < 5 ? 1 : 0, fieldMustInput: at === 1 ? "1" : "0" },
    });
    const fields = Array.from({ length: wide }, (_, at) => field(at + 1));
    const body = { tableName: "ext_wide", tableTxt: "宽表", tableType: 1, fields, indexs: [] };
    const start = performance.now();
    const made = await admin.post<Row>(`${base}/head/add`, body);
    expect(made).toMatchObject({ success: true });
    const { id } = made.result;
    expect(await admin.post(`${base}/api/doDbSynch/${id}/normal`)).toMatchObject({ success: true });
    const page = await admin.get<{ screen: Row }>(`/lowcode/screens/online/list/${id}`);
    expect(page).toMatchObject({ success: true });
    const row = Object.fromEntries(fields.map(({ dbFieldName, dbType }) => [dbFieldName, dbType === "int" ? 7 : "值"]));
    const added = await admin.post<Row>(`${base}/form/${id}/add`, row);
    expect(added).toMatchObject({ success: true, result: { field_1: "值", [`field_${wide}`]: "值", field_3: 7 } });
    expect(await admin.get(`${base}/form/${id}/list`)).toMatchObject({ result: { total: 1 } });
    expect(await admin.get(`${base}/api/getFormItem/${id}`)).toMatchObject({ success: true });
    // Two shared cores; a person waits for one of these calls, not for all.
    expect(performance.now() - start).toBeLessThan(30_000);

    const more = {
      ...body,
      tableName: "ext_wider",
      fields: Array.from({ length: 520 }, (_, at) => field(at + 1)),
    };
    const refused = await admin.post<Row>(`${base}/head/add`, more);
    expect(refused.success).toBe(false);
    expect(refused.message).toMatch(/510/);
  });
});
