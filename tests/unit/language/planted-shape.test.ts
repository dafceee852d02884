import { expect, test } from "vitest";
import { checkDocuments } from "../../../runtime/check/check-documents.ts";
import { exampleFiles, lineOf, withChange } from "./document-files.ts";

const order = "store/store-order.model.json";
const screen = "store/store-order.screen.json";
const facts = "store/store-order.screen.test.json";

/** File, what stands there, what is planted, code, suggestion, part of the message. */
const planted: readonly (readonly [string, string, string, string, string | undefined, string])[] = [
  [order, '"maxLength": 20, "readOnly"', '"maxlength": 20, "readOnly"', "LC1101", "maxLength", "未知属性 “maxlength”"],
  [order, '"type": "percent", "title": "等级', '"type": "percnt", "title": "等级', "LC1108", "percent", "“percnt”"],
  [order, '"kind": "one-to-many"', '"kind": "one-to-meny"', "LC1108", "one-to-many", "“one-to-meny”"],
  [order, '"{{ round(row.pointsUsed / 100, 2) }}"', '"round(1)"', "LC1106", undefined, "须是一个完整的表达式"],
  [order, '"退回", "from": [ "0" ]', '"退回", "form": [ "0" ]', "LC1101", "from", "未知属性 “form”"],
  [order, '"message": "实付金额须大于 0"', '"mesage": "实付"', "LC1101", "message", "未知属性 “mesage”"],
  [order, '"type": "weights", "values": { "1": 80', '"type": "weight", "values": { "1": 80', "LC1108", "weights", ""],
  [order, '"table": "store_order"', '"table": "StoreOrder"', "LC1106", undefined, "不是列名"],
  [order, '"maxLength": 50, "readOnly"', '"maxLength": 0, "readOnly"', "LC1107", undefined, "不能小于 1"],
  [order, '"schemaVersion": 1', '"schemaVersion": 2', "LC1105", undefined, "须为 1"],
  [order, '"base": "/store/storeOrder",', "", "LC1102", undefined, "缺少必填属性 “base”"],
  [order, '"permissionPrefix": "store:order"', '"permissionPrefix": "store order"', "LC1106", undefined, "权限编码"],
  [screen, '"kind": "list",\n  "id"', '"kind": "lst",\n  "id"', "LC1108", "list", "未知的 kind “lst”"],
  [screen, '{ "preset": "deleteBatch" }', '{ "preset": "deletBatch" }', "LC1108", "deleteBatch", "“deletBatch”"],
  [screen, '{ "preset": "detail", "view"', '{ "presett": "detail", "view"', "LC1101", "preset", "“presett”"],
  [screen, '"group": "商品明细"', '"grup": "商品明细"', "LC1101", "group", "“grup”"],
  [screen, '"cell": { "type": "dict-tag" }', '"cell": { "type": "dict-tags" }', "LC2003", "dict-tag", "未知的单元格"],
  [screen, '"label": "批量审核"', '"label": "批量 {{ len(selection.keys) }}"', "LC1106", undefined, "是纯文本"],
  [screen, '"width": 180, "fixed"', '"width": "180", "fixed"', "LC1103", undefined, "这里应为整数"],
  [screen, '"op": "range" }\n    ]', '"op": "rang" }\n    ]', "LC1104", "range", "“rang” 不在允许的值"],
  [screen, '"transition": "audit", "ids"', '"tansition": "audit", "ids"', "LC1101", "transition", "“tansition”"],
  [screen, '"subTable": {\n', '"subTabel": {\n', "LC1101", "subTable", "“subTabel”"],
  [screen, '{ "type": "reload" }', '{ "type": "relod" }', "LC2003", "reload", "未知的动作 “relod”"],
  [screen, '"columns": 3,', '"columns": 5,', "LC1104", undefined, "“5” 不在允许的值 1、2、3、4 中"],
  [facts, '"button": "export", "equals"', '"button": "export", "is"', "LC1101", undefined, "“is”，这里可以写 field、"],
  ["settle/settle-record.screen.json", '"kind": "table", "rel', '"kind": "tabel", "rel', "LC1108", "table", "“tabel”"],
  ["settle/settle-record.screen.json", '"kind": "table", "rel', '"rel', "LC1109", undefined, "缺少 “kind”"],
  ["settle/settle-record.screen.json", '"ratio": 0.45', '"ratio": 1.5', "LC1107", undefined, "不能大于 0.9"],
  [
    "member/member-net.screen.json",
    '"titleField": "memberName"',
    '"titelField": "memberName"',
    "LC1101",
    "titleField",
    "“titelField”",
  ],
  ["report/order-daily.screen.json", '"cgreport", "code"', '"cgreport", "cod"', "LC1101", "code", "“cod”"],
  [
    "report/order-daily.screen.json",
    '"pageSize": 20',
    '"virtual": true',
    "LC1101",
    undefined,
    "只画当前一页的行，不需要它",
  ],
  ["dashboard/analysis.screen.json", '"span": 16', '"span": 25', "LC1107", undefined, "不能大于 24"],
  ["dashboard/analysis.screen.json", '"type": "rank"', '"type": "rnak"', "LC2003", "rank", "未知的面板 “rnak”"],
  ["monitor/redis.screen.json", '"component"', '"componet"', "LC1101", "component", "“componet”"],
  ["store/store-order.data.json", '"key": [ "dictCode" ]', '"keys": [ "dictCode" ]', "LC1101", "key", "“keys”"],
  [
    facts,
    '{ "check": "visible", "button": "add" }',
    '{ "check": "visable", "button": "add" }',
    "LC1108",
    "visible",
    "",
  ],
  [
    facts,
    '"relation": "details", "values": { "productId": "p2"',
    '"relatoin": "details", "values": {',
    "LC1101",
    "relation",
    "",
  ],
];

test("rows that are saved with their record are those of a relation: a table without one is reported at its place", () => {
  const file = "settle/settle-record.screen.json";
  const files = withChange(exampleFiles(), file, '"kind": "table", "relation": "lines",', '"kind": "table",');
  const found = checkDocuments(files).diagnostics.filter((one) => one.file === file && one.severity === "error");
  expect(found.map(({ code, path, message }) => [code, path, message])).toEqual([
    ["LC1102", "/details/0", "缺少必填属性 “relation”"],
  ]);
});

test.each(planted)("%s: %s → %s is one finding %s", (file, from, to, code, suggestion, message) => {
  const text = exampleFiles().find((one) => one.path === file)?.text ?? "";
  const files = withChange(exampleFiles(), file, from, to.endsWith("{") ? `${to} "productId": "p2"` : to);
  const found = checkDocuments(files).diagnostics.filter((one) => one.file === file && one.severity === "error");
  expect(found.map((one) => one.code)).toEqual([code]);
  expect(found[0]?.suggestion).toBe(suggestion);
  expect(found[0]?.message).toContain(message);
  // what is missing is reported at the object that lacks it
  const line = { LC1102: 1, LC1109: lineOf(text, from) - 1 }[code] ?? lineOf(text, from);
  expect(found[0]?.line).toBe(line);
});

test("a finding names the column, the end and the JSON pointer of what is wrong", () => {
  const files = withChange(exampleFiles(), screen, '"fixed": "left", "cell"', '"fixed": "lef", "cell"');
  const { diagnostics } = checkDocuments(files);
  expect(diagnostics.filter((one) => one.file === screen && one.severity === "error")).toEqual([
    {
      code: "LC1104",
      severity: "error",
      file: screen,
      line: 27,
      column: 52,
      endLine: 27,
      endColumn: 57,
      path: "/table/columns/0/fixed",
      message: "“lef” 不在允许的值 left、right 中，是否想写 “left”？",
      expected: "left | right",
      suggestion: "left",
    },
  ]);
});
