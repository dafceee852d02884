import { expect, test } from "vitest";
import { readOnlineReport } from "./online-report.ts";

const columns = {
  cgRpConfigName: "订单日报",
  dictOptions: { sex: [{ value: "1", text: "男" }, null], broken: null },
  columns: [
    { title: "日期", dataIndex: "day", sorter: true, align: "center" },
    { title: "性别", dataIndex: "sex", customRender: "sex" },
    { title: "成交额", dataIndex: "pay_amount", fieldType: "BigDecimal" },
    { title: "危险", dataIndex: "a-b" },
  ],
};
const inputs = [
  { field: "day", label: "日期", view: "Date", mode: "group" },
  { field: "keyword", label: "关键字", view: "String" },
];

test("the columns of an online report become fields, its inputs conditions, its words a dictionary", () => {
  const { model, words } = readOnlineReport("daily", columns, inputs);
  expect([...model.fields.values()].map(({ name, title, type, hidden }) => [name, title, type, hidden])).toEqual([
    ["day", "日期", "date", false],
    ["sex", "性别", "string", false],
    ["pay_amount", "成交额", "money", false],
    ["keyword", "关键字", "string", true],
  ]);
  expect(model.fields.get("sex")?.dict).toEqual({ kind: "code", code: "cgreport:daily:sex" });
  expect(words.get("cgreport:daily:sex")).toEqual([{ value: "1", text: "男", title: "男" }]);
  expect(model.sort).toEqual([{ field: "", order: "asc" }]);
  expect(model.writable).toBe(false);
});

test.each([null, "x", [], { columns: null }, { columns: [null, 1] }])(
  "an answer %j makes a report without columns",
  (answer) => {
    const { model } = readOnlineReport("daily", answer, undefined);
    expect(model.fields.size).toBe(0);
  },
);

test("the designer's chart is drawn as long as its columns are there", () => {
  const chart = { kind: "line", x: "day", y: ["pay_amount", "gone"] };
  const read = (settings: unknown) => readOnlineReport("daily", { ...columns, settings }, inputs).chart;
  expect(read({ chart })).toEqual({ kind: "line", x: "day", y: ["pay_amount"] });
  expect(read({ chart: { ...chart, x: "gone" } })).toBeUndefined();
  expect(read({ chart: { ...chart, kind: "table" } })).toBeUndefined();
  expect(read(null)).toBeUndefined();
});

test("every input stands in the query bar, also of a column that is not shown, and a text for each parameter", () => {
  const params = [{ paramName: "门店", paramTxt: "", paramValue: "1" }, { paramName: "begin", paramTxt: "开始" }, null];
  const { model, query } = readOnlineReport("daily", columns, inputs, params);
  expect(query.items).toEqual(["self_门店", "self_begin", "day", "keyword"]);
  expect(query.override).toEqual({
    self_门店: { op: "eq", default: "1" },
    self_begin: { op: "eq" },
    day: { op: "range" },
  });
  expect(model.fields.get("self_begin")?.title).toBe("开始");
  expect(model.fields.get("self_门店")?.title).toBe("门店");
});
