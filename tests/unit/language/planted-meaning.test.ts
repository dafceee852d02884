import { expect, test } from "vitest";
import { definitions } from "../../../renderers/definitions.gen.ts";
import { checkDocuments } from "../../../runtime/check/check-documents.ts";
import { exampleFiles, lineOf, shippedFiles, withChange } from "./document-files.ts";

const order = "store/store-order.model.json";
const detail = "store/store-order-detail.model.json";
const screen = "store/store-order.screen.json";
const settle = "settle/settle-record.screen.json";
const settleModel = "settle/settle-record.model.json";
const facts = "store/store-order.screen.test.json";
const net = "member/member-net.screen.json";
const service = "member/service-net.model.json";
const handling = "settle/handle-order.model.json";
const group = "ad/ad-group.model.json";
const store = "store/store.model.json";
const activity = "sales/salesman-activity.screen.json";
const members = "member/member.screen.json";
const memberModel = "member/member.model.json";
const promotions = "member/member-promotion.model.json";
const account = "ad/ad-account.model.json";
const traces = "ad/trace-record.model.json";
const analysis = "dashboard/analysis.screen.json";

/** File, what stands there, what is planted, code, suggestion, part of the message. */
const planted: readonly (readonly [string, string, string, string, string | undefined, string])[] = [
  [
    screen,
    '      "storeId",\n      "memberName",\n      "mobile",',
    '      "storId",\n      "memberName",\n      "mobile",',
    "LC2001",
    "storeId",
    "门店订单没有字段 “storId”",
  ],
  [screen, '{ "field": "orderNo", "op"', '{ "field": "ordreNo", "op"', "LC2001", "orderNo", "没有字段"],
  [screen, '"totals": [ "amount"', '"totals": [ "amuont"', "LC2001", "amount", "没有字段"],
  [
    screen,
    '{ "field": "price", "disabled"',
    '{ "field": "pirce", "disabled"',
    "LC2001",
    "price",
    "订单明细没有字段 “pirce”",
  ],
  [
    screen,
    '"relation": "details", "height"',
    '"relation": "detials", "height"',
    "LC2001",
    "details",
    "没有关系 “detials”",
  ],
  [
    screen,
    '"setValue", "field": "bankCardNo"',
    '"setValue", "field": "bankCard"',
    "LC2001",
    "bankCardNo",
    "没有字段 “bankCard”",
  ],
  [screen, '"steps": { "field": "status"', '"steps": { "field": "staus"', "LC2001", "status", "没有字段"],
  [net, '"override": { "memberName"', '"override": { "membreName"', "LC2001", "memberName", "会员网没有字段"],
  [net, '"titleField": "memberName"', '"titleField": "membrName"', "LC2001", "memberName", "会员网没有字段"],
  [settle, ', { "preset": "saveRows" } ]', " ]", "LC2021", undefined, "按钮中没有 saveRows"],
  [
    screen,
    '{ "preset": "addRow" }, { "preset": "removeRows" } ]',
    '{ "preset": "addRow" }, { "preset": "saveRows" } ]',
    "LC2021",
    undefined,
    "这里的 saveRows 不起作用",
  ],
  [order, '"titleField": "orderNo"', '"titleField": "orderNum"', "LC2001", "orderNo", "没有字段"],
  [
    order,
    '"foreignKey": "orderId", "order"',
    '"foreignKey": "ordrId", "order"',
    "LC2001",
    "orderId",
    "订单明细没有字段",
  ],
  [order, '[ "storeId", "createTime" ]', '[ "storeId", "creatTime" ]', "LC2001", "createTime", "没有字段"],
  [order, '"except": [ "remark"', '"except": [ "remrak"', "LC2001", "remark", "没有字段"],
  [order, '"set": { "auditBy"', '"set": { "auditeBy"', "LC2001", "auditBy", "没有字段"],
  [
    order,
    '"snapshot": { "from": "storeId", "field": "serviceRate" }',
    '"snapshot": { "from": "storeId", "field": "servicRate" }',
    "LC2001",
    "serviceRate",
    "门店没有字段",
  ],
  [order, '"orderType": { "type": "weights"', '"odrerType": { "type": "weights"', "LC2001", "orderType", "没有字段"],
  [
    screen,
    '      "mobile",\n      "orderType",\n      { "field": "qty"',
    '      "mobile",\n      "mobile",\n      { "field": "qty"',
    "LC2002",
    undefined,
    "列 “mobile” 写了两次",
  ],
  [
    screen,
    '{ "preset": "deleteBatch" }\n',
    '{ "preset": "deleteBatch" }, { "preset": "deleteBatch" }\n',
    "LC2002",
    undefined,
    "按钮 “deleteBatch” 写了两次",
  ],
  [screen, "{{ row.status == '9'", "{{ row.staus == '9'", "LC2004", "status", "门店订单没有字段 “staus”"],
  [screen, "{{ master.orderType", "{{ mastr.orderType", "LC2004", "master", "这里不能使用 “mastr”"],
  [screen, "{{ !form.memberId }}", "{{ !form.memberID2 }}", "LC2004", "memberId", "没有字段"],
  [screen, '"{{ !len(selection.keys) }}"', '"{{ !lenn(selection.keys) }}"', "LC2004", "len", "没有函数 “lenn”"],
  [screen, '"{{ !len(selection.keys) }}"', '"{{ !len(selection.kyes) }}"', "LC2004", "keys", "selection 没有 “kyes”"],
  [order, "{{ sum(row.details, 'qty') }}", "{{ sum(row.details, 'qyt') }}", "LC2004", "qty", "订单明细没有字段 “qyt”"],
  [order, "{{ sum(row.details, 'amount') }}", "{{ sum(row.detials, 'amount') }}", "LC2004", "details", "没有字段"],
  [
    order,
    "row.amount - row.discountAmount - row.pointsAmount",
    "row.amount - - row.discountAmount -",
    "LC2004",
    undefined,
    "表达式不完整",
  ],
  [order, "{{ -item.qty }}", "{{ -item.qyt }}", "LC2004", "qty", "订单明细没有字段"],
  [
    order,
    "form.applyAmount <= row.payAmount",
    "form.aplyAmount <= row.payAmount",
    "LC2004",
    "applyAmount",
    "弹窗询问的字段没有字段",
  ],
  [
    order,
    '"auditBy": "{{ user.username }}"',
    '"auditBy": "{{ user.usrname }}"',
    "LC2004",
    "username",
    "user 没有 “usrname”",
  ],
  [order, "确定审核订单 {{ row.orderNo }} 吗？", "确定审核订单 {{ row.orderN }} 吗？", "LC2004", "orderNo", "没有字段"],
  [
    order,
    "{{ round(row.pointsUsed / 100, 2) }}",
    "{{ round(row.payAmount / 100, 2) }}",
    "LC2005",
    undefined,
    "计算互相等待",
  ],
  [
    order,
    '"default": "wechat", "dict": "pay_type"',
    '"default": "wechat", "dict": "pay_tpye"',
    "LC2006",
    "pay_type",
    "没有字典 “pay_tpye”",
  ],
  [
    order,
    '"from": [ "1", "2" ], "to": "3"',
    '"from": [ "1", "2" ], "to": "7"',
    "LC2006",
    undefined,
    "字典里没有值 “7”",
  ],
  [screen, "hasPerm('member:member:list')", "hasPerm('store:order:aduit')", "LC2007", "store:order:audit", "没有权限"],
  [
    screen,
    '"preset": "transition", "transition": "complete"',
    '"preset": "transition", "transition": "complet"',
    "LC2008",
    "complete",
    "门店订单没有转换",
  ],
  [
    screen,
    '{ "preset": "edit", "view": "form" }',
    '{ "preset": "edit", "view": "from" }',
    "LC2008",
    "form",
    "没有视图",
  ],
  [
    order,
    '"model": "store/store-order-detail"',
    '"model": "store/store-order-detial"',
    "LC2008",
    "store/store-order-detail",
    "没有模型",
  ],
  [
    order,
    '"fill": { "rule": "store_order_no" }',
    '"fill": { "rule": "stroe_order_no" }',
    "LC2008",
    "store_order_no",
    "没有填值规则",
  ],
  [
    settle,
    '"model": "settle/settle-record"',
    '"model": "settle/settle-recrod"',
    "LC2008",
    "settle/settle-record",
    "没有模型",
  ],
  [settle, '"parent": "settle"', '"parent": "setle"', "LC2008", "settle", "没有上级菜单"],
  [facts, '"button": "complete", "row"', '"button": "compelte", "row"', "LC2008", "complete", "页面没有按钮"],
  [
    facts,
    '"field": "bankCardNo", "equals": false',
    '"field": "bankCradNo", "equals": false',
    "LC2001",
    "bankCardNo",
    "没有字段",
  ],
  [order, '"min": 1, "max": 8', '"min": 9, "max": 8', "LC2010", undefined, "下限大于上限"],
  [order, '"^\\\\d{10,20}$"', '"^(\\\\d+)+$"', "LC2010", undefined, "重复里面还有重复"],
  [order, '"^\\\\d{10,20}$"', '"^(\\\\d{10,20}$"', "LC2010", undefined, "不是正则表达式"],
  [screen, '"id": "store/store-order"', '"id": "store/order"', "LC2012", "store/store-order", "与文件的位置不同"],
  [detail, '"table": "store_order_detail"', '"table": "settle_order"', "LC2012", undefined, "表名 “settle_order” 已由"],
  [settle, '"path": "/settle/record"', '"path": "/member/net"', "LC2012", undefined, "菜单路径 “/member/net” 已由"],
  [
    settleModel,
    '"cell": { "type": "date", "format": "YYYY-MM" }',
    '"cell": { "type": "progress" }',
    "LC2010",
    undefined,
    "单元格 “progress” 不适合类型 “date”",
  ],
  [screen, "row.status == '9' ?", "row.status == 9 ?", "LC2025", "'9'", "“状态” 是文本，不会等于 9"],
  [screen, "\"{{ mode == 'edit' }}\" }", "\"{{ mode == 'edti' }}\" }", "LC2025", "edit", "mode 不会是 “edti”"],
  [
    order,
    "row.payType == 'transfer'",
    "row.payType == 'transfr'",
    "LC2025",
    "transfer",
    "“支付方式” 的字典里没有值 “transfr”",
  ],
  [order, "sum(row.details, 'qty')", "sum(row.details, 'unit')", "LC2025", undefined, "“单位” 不是数字，不能合计"],
  [
    settleModel,
    "row.transferredAmount == 0",
    "row.transferredAmount == '0'",
    "LC2025",
    "0",
    "“已转账” 是数字，不会等于文本 “0”",
  ],
  [
    settle,
    '"payAmount", "summary": "sum"',
    '"finishTime", "summary": "sum"',
    "LC2025",
    undefined,
    "“完成时间” 不是数字，不能合计",
  ],
  [screen, '"totals": [ "amount"', '"totals": [ "memberName"', "LC2025", undefined, "不是数字，不能合计"],
  [
    settleModel,
    '"title": "调整", "default": 0',
    '"title": "调整", "default": "null"',
    "LC2026",
    undefined,
    "“调整” 应为数字",
  ],
  [
    settleModel,
    '"title": "账期起", "required": true',
    '"title": "账期起", "default": "2026-13-45"',
    "LC2026",
    undefined,
    "“账期起” 应为日期，例如 2026-03-01",
  ],
  [order, '"^\\\\d{10,20}$"', '"creditt"', "LC2010", "credit", "没有校验规则 “creditt”，它会当作正则表达式"],
  [
    screen,
    '{ "type": "reload" }',
    '{ "type": "call", "handler": "session.viewAS" }',
    "LC2008",
    "session.viewAs",
    "没有函数 “session.viewAS”",
  ],
  [
    screen,
    '{ "type": "reload" }',
    '{ "type": "navigate", "to": "/store/ordr?status=0" }',
    "LC2008",
    "/store/order",
    "没有这个地址的页面 “/store/ordr”",
  ],
  [screen, '{ "type": "reload" }', '{ "type": "call", "handler": "a.b" }', "LC2008", undefined, "没有函数 “a.b”"],
  [analysis, "rows[0].pay_amount }}", "row[0].pay_amount }}", "LC2004", "rows", "“row” 是一行，没有第 0 项"],
  [analysis, "rows[0].pay_amount }}", "rwos[0].pay_amount }}", "LC2004", "rows", "这里不能使用 “rwos”"],
  [analysis, "rows[0].pay_amount }}", "form.pay_amount }}", "LC2004", undefined, "这里不能使用 “form”"],
  [order, '"default": "wechat"', '"default": "wechet"', "LC2026", "wechat", "“支付方式” 的字典里没有值 “wechet”"],
];

test.each(planted)("%s: %s → %s is %s", (file, from, to, code, suggestion, message) => {
  const text = exampleFiles().find((one) => one.path === file)?.text ?? "";
  const files = withChange(exampleFiles(), file, from, to);
  const before = checkDocuments(exampleFiles(), { definitions }).diagnostics.map((one) => one.message);
  const found = checkDocuments(files, { definitions }).diagnostics.filter(
    (one) => one.file === file && !before.includes(one.message),
  );
  expect(found.map((one) => one.code)).toContain(code);
  const own = found.find((one) => one.code === code);
  expect(own?.suggestion).toBe(suggestion);
  expect(own?.message).toContain(message);
  const firstDifference = [...from].findIndex((character, index) => character !== to[index]);
  expect(own?.line).toBe(lineOf(text, from) + from.slice(0, Math.max(firstDifference, 0)).split("\n").length - 1);
});

test("LC2001, LC2008 a path of a sample row leads somewhere", () => {
  /** File, what stands there, what is planted, suggestion, message. */
  const paths: readonly (readonly [string, string, string, string | undefined, string])[] = [
    [handling, "master.auditTime+20m", "master.auditTim+20m", "auditTime", "门店订单没有字段 “auditTim”"],
    [handling, '"field": "master.status"', '"field": "master.staus"', "status", "门店订单没有字段 “staus”"],
    [handling, '"from": "master.storeId"', '"from": "master.storId.name"', "storeId", "门店订单没有字段 “storId”"],
    [
      group,
      '"from": "storeId.name"',
      '"from": "name.name"',
      undefined,
      "“name” 不是引用另一个模型的字段，读不到后面的值",
    ],
    [service, '"salesmanId.companyId"', '"salesmanId.compnyId"', "companyId", "业务员没有字段 “compnyId”"],
    [
      settleModel,
      '"memberId.directCount": 50',
      '"memberId.directCont": 50',
      "directCount",
      "会员没有字段 “directCont”",
    ],
    [store, '"{branchCode}{A00}"', '"{branchCod}{A00}"', "branchCode", "门店没有字段 “branchCod”"],
  ];
  const files = paths.reduce((all, [file, from, to]) => withChange(all, file, from, to), shippedFiles());
  const { diagnostics } = checkDocuments(files, { definitions });
  const found = diagnostics.filter(({ path }) => path.startsWith("/sample/"));
  for (const [file, from, , suggestion, message] of paths) {
    const line = lineOf(shippedFiles().find(({ path }) => path === file)?.text ?? "", from);
    const own = found.find((one) => one.file === file && one.line === line);
    expect(own?.message).toContain(message);
    expect(own?.suggestion).toBe(suggestion);
  }
  expect(found).toHaveLength(paths.length);
});

test("LC2027 rows of a life of their own are no table that is edited with their master", () => {
  const files = withChange(exampleFiles(), settleModel, '"order": "orderNum" }', '"onDelete": "restrict" }');
  const at = lineOf(
    exampleFiles().find(({ path }) => path === settle)?.text ?? "",
    '"kind": "table", "relation": "lines"',
  );
  const found = checkDocuments(files, { definitions }).diagnostics.filter(({ code }) => code === "LC2027");
  expect(found.map(({ file, line, suggestion }) => [file, line, suggestion])).toEqual([[settle, at, "list"]]);
});

/** File, what stands there, what is planted, code, part of the message. */
const misused: readonly (readonly [string, string, string, string, string])[] = [
  [store, '{ "departCode": "orgCode" }', '{ "status": "orgCode" }', "LC2031", "“状态” 是状态，由转换的 to 决定"],
  [store, '{ "departCode": "orgCode" }', '{ "scopeCode": "orgCode" }', "LC2031", "“归属部门” 是算出的字段"],
  [store, '{ "departCode": "orgCode" }', '{ "departCode": "departOrder" }', "LC2031", "不能取 integer 的 “排序”"],
  [store, '{ "departCode": "orgCode" }', '{ "departCode": "orgCod" }', "LC2001", "部门没有字段 “orgCod”"],
  [store, '{ "departCode": "orgCode" }', '{ "departCod": "orgCode" }', "LC2001", "门店没有字段 “departCod”"],
  [store, '"into":', '"forEach": "staff", "into":', "LC2031", "forEach 写下多行"],
  [activity, '"date": "planTime"', '"date": "subject"', "LC2032", "“主题” 不是日期或时间"],
  [activity, '"color": "status"', '"color": "subject"', "LC2032", "“主题” 没有字典"],
  [activity, '"date": "planTime"', '"date": "planTim"', "LC2001", "没有字段 “planTim”"],
  [
    members,
    '"calendar": { "date": "signDate", "columns": [ "points" ], "color": "signType" },',
    "",
    "LC2032",
    "没有写 calendar",
  ],
  [promotions, "/ 12) * 12,", "/ 12 * 12,", "LC2004", "缺少 )"],
  [
    memberModel,
    '使用这个身份证号", "level": "warning" }',
    '使用这个身份证号" }',
    "LC2010",
    "不能重复请写 unique: true",
  ],
  [traces, '"field": "eventTime", "days"', '"field": "city", "days"', "LC2033", "“城市” 不是日期或时间"],
  [traces, '"required": true, "index": true }', '"required": true }', "LC2033", "“时间” 没有索引"],
  [traces, '"log": false,', '"log": false, "comments": true,', "LC2033", "评论会留下"],
  [account, '"indexes"', '"keep": { "field": "registerTime", "days": 180 },\n  "indexes"', "LC2033", "指向这些行"],
];

test.each(misused)("%s: %s → %s is %s", (file, from, to, code, message) => {
  const { diagnostics } = checkDocuments(withChange(shippedFiles(), file, from, to), { definitions });
  const found = diagnostics.filter((one) => one.file === file && one.code === code);
  expect(found.map((one) => one.message).join()).toContain(message);
});

test("LC2011 the table's own columns are no names of fields, columns or cells", () => {
  const places: readonly (readonly [string, string, string])[] = [
    [order, '"cancelReason": { "type": "string"', '"row-number": { "type": "string"'],
    [screen, '      "memberName",\n', '      "row-checkbox",\n'],
    [settleModel, '"type": "date", "format"', '"type": "row-expand", "format"'],
  ];
  for (const [file, from, to] of places) {
    const { diagnostics } = checkDocuments(withChange(exampleFiles(), file, from, to), { definitions });
    const own = diagnostics.filter((one) => one.code === "LC2011");
    expect(
      own.map((one) => one.file),
      JSON.stringify(diagnostics.filter((one) => one.file === file)),
    ).toEqual([file]);
    expect(own[0]?.message).toContain("是表格自己的列");
  }
});

test("LC2002 a shipped dictionary writes each value once", () => {
  const file = "store/store-company.data.json";
  const { diagnostics } = checkDocuments(
    withChange(
      shippedFiles(),
      file,
      '{ "itemValue": "2", "itemText": "周结"',
      '{ "itemValue": "1", "itemText": "周结"',
    ),
    { definitions },
  );
  const own = diagnostics.filter((one) => one.code === "LC2002");
  expect(own).toMatchObject([{ file, line: 12 }]);
  expect(own[0]?.message).toContain("值 “1” 写了两次");
});

test.each([
  ['"outcome": "!ok"', '"outcome": "!okay"', "ok"],
  ['"outcome": "!ok"', '"outcome": ">ok"', undefined],
])("LC2026 a source asks for values that are there: %s becomes %s", (from, to, suggestion) => {
  const file = "dashboard/monitor.screen.json";
  const { diagnostics } = checkDocuments(withChange(shippedFiles(), file, from, to), { definitions });
  const own = diagnostics.filter((one) => one.file === file);
  expect(own.map(({ code, suggestion: word }) => [code, word])).toEqual(
    suggestion === undefined ? [] : [["LC2026", suggestion]],
  );
});

test("LC2018 a code without a menu row is told; LC2020 a field that no page uses; LC2019 one that was renamed", () => {
  const found = (file: string, from: string, to: string) =>
    checkDocuments(withChange(shippedFiles(), file, from, to), { definitions }).diagnostics.map(
      ({ code, file: at, line, suggestion }) => [code, at, line, suggestion],
    );
  const page = "store/store-order.screen.json";
  const pageText = shippedFiles().find((one) => one.path === page)?.text ?? "";
  expect(found(page, "hasPerm('member:member:list')", "hasPerm('ware:house:open')")).toEqual([
    ["LC2018", page, lineOf(pageText, "hasPerm('member:member:list')"), undefined],
  ]);
  const model = "system/data-source.model.json";
  const modelText = shippedFiles().find((one) => one.path === model)?.text ?? "";
  const before = modelText.slice(modelText.indexOf('"fields": {'), modelText.indexOf('"fields": {') + 11);
  const unused = found(model, before, `${before} "spare": { "type": "string", "title": "备用" },`);
  expect(unused).toEqual([["LC2020", model, lineOf(modelText, before), undefined]]);
});

test.each([
  ["system/menu.data.json", '"id": "system.data-rule#list"', '"id": "system/data-rule#list"'],
  ["system/menu.data.json", '"parentId": "system.permission"', '"parentId": "system/permission"'],
  ["system/grant-auditor.data.json", '"id": "dashboard.analysis"', '"id": "dashboard/analysis"'],
])("LC2012 in %s a menu's id is written with dots: %s", (file, from, to) => {
  const { diagnostics } = checkDocuments(withChange(shippedFiles(), file, from, to), { definitions });
  const own = diagnostics.filter((one) => one.file === file);
  expect(own.map(({ code, suggestion }) => [code, suggestion])).toEqual([["LC2012", from.split('"')[3]]]);
});

test.each([
  [
    '"ruleColumn": "sysOrgCode", "ruleConditions": "IN"',
    '"ruleColumn": "sysOrgCod", "ruleConditions": "IN"',
    "sysOrgCode",
  ],
  ['"ruleConditions": "IN"', '"ruleConditions": "INN"', "IN"],
  ['"ruleValue": "#{sys_org_code},A01"', '"ruleValue": "#{sys_org_cod},A01"', "sys_org_code"],
])(
  "LC2022 a shipped data rule that cannot be applied is an error at its place and still ships: %s",
  (from, to, word) => {
    const file = "system/data-rule.data.json";
    const { diagnostics, data } = checkDocuments(withChange(shippedFiles(), file, from, to), { definitions });
    const own = diagnostics.filter((one) => one.file === file);
    expect(own).toMatchObject([{ code: "LC2022", severity: "error", suggestion: word }]);
    // The right word is told once.
    expect(own[0]?.message.match(/是否/g)).toHaveLength(1);
    // Left out, its roles would see every row.
    expect(data.has("system/data-rule")).toBe(true);
  },
);

test("a field that is misspelt where it is declared is told there, because others name it rightly", () => {
  const files = withChange(
    exampleFiles(),
    order,
    '"cancelReason": { "type": "string"',
    '"cancelReson": { "type": "string"',
  );
  const { diagnostics } = checkDocuments(files);
  const own = diagnostics.find((one) => one.code === "LC2015");
  expect(own).toMatchObject({ file: order, line: 37, severity: "warning", suggestion: "cancelReason" });
});
