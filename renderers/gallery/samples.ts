import { resolveModel } from "../../runtime/model/resolve-model.ts";
import type { ResolvedField, ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { CellDefinition, EditorDefinition } from "../../runtime/registry/define.ts";
import type { Field, ModelDocument } from "../../runtime/schema/types.gen.ts";
import type { DictOption } from "../../runtime/wire/envelope.ts";

/** What a renderer is shown with. Values are those of the wire. */
export interface Sample {
  readonly field: ResolvedField;
  readonly value: unknown;
  /** Words of the value that the server sends with a reference. */
  readonly text: string | undefined;
  /** A value at the end of what fits. */
  readonly long: unknown;
  /** A code without an entry, a deleted user: shown as itself. Undefined where every value has words of its own. */
  readonly unknown: string | undefined;
}

/** The dictionary of all samples; it comes with the gallery, so that nothing is asked for. */
export const sampleDict = { kind: "code", code: "gallery_status" } as const;
export const sampleOptions: readonly DictOption[] = [
  { value: "0", text: "待审核", title: "待审核", color: "warning" },
  { value: "1", text: "营业中", title: "营业中", color: "success" },
  { value: "2", text: "已驳回", title: "已驳回", color: "error" },
  { value: "3", text: "暂停营业，等待总部重新核定资质与保证金", title: "暂停营业，等待总部重新核定资质与保证金" },
];

const longText = "清溪路旗舰店与望江东路体验中心合并后的新店，承接原有会员的储值余额、次卡与未完成的订单，".repeat(3);
const longWord = "SH20261121000000000001ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Values by field type, for renderers that nothing more is known of. */
const byType: Readonly<Record<Field["type"], { readonly value: unknown; readonly long: unknown }>> = {
  string: { value: "清溪路旗舰店", long: longText },
  text: { value: "第一行\n第二行", long: longText },
  integer: { value: 128, long: 9_007_199_254_740_991 },
  number: { value: 1234.5, long: 999_999_999_999.99 },
  money: { value: 12_460, long: 999_999_999_999.99 },
  percent: { value: 36.5, long: 999.99 },
  boolean: { value: true, long: true },
  date: { value: "2026-11-21", long: "2026-11-21" },
  datetime: { value: "2026-11-21 14:32:08", long: "2026-11-21 14:32:08" },
  time: { value: "09:30", long: "09:30" },
  json: { value: { 门店: 3 }, long: { 门店: longText } },
};

type Given = Partial<Omit<Sample, "field">> & { readonly dict?: true; readonly multiple?: true };

const choice: Given = { dict: true, value: "1", long: "3", unknown: "ZX-404" };
const choices: Given = { dict: true, multiple: true, value: "0,1", long: "0,1,2,3", unknown: "ZX-404" };
const reference: Given = { value: "a01", text: "清溪公司", long: longWord, unknown: "u-404" };
const references: Given = {
  multiple: true,
  value: "a01,a02",
  text: "清溪公司,望江公司",
  long: longWord,
  unknown: "u-404",
};
/** A picture that no server has to give. */
export const samplePicture = {
  path: "gallery/门头.png",
  url: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='64' height='64'%3E%3Cpath fill='%237aa5d8' d='M0 0h64v64H0z'/%3E%3Cpath fill='%23fff' d='m8 52 16-22 12 14 8-9 12 17z'/%3E%3C/svg%3E",
} as const;
const picture = samplePicture.path;

/** Renderers whose values are of a kind of their own, by slot and type. A renderer that is not here shows its field's. */
const special: Readonly<Record<string, Given>> = {
  "cell/area": { value: "330102", text: "浙江省/杭州市/上城区", long: "654325", unknown: "999999" },
  "cell/depart": reference,
  "cell/user": { value: "chenxiao", text: "陈晓", long: longWord, unknown: "u-404" },
  "cell/dict": choice,
  "cell/dict-tag": choice,
  "cell/tags": { value: "新客,活跃,会员", long: "新客,活跃,会员,线上,门店,退货,重要,沉睡", unknown: undefined },
  "cell/icon": { value: "HomeOutlined", long: longWord, unknown: "NoSuchOutlined" },
  "cell/image": { value: picture, long: [picture, picture, picture, picture].join(",") },
  "cell/file": { value: "temp/合同_1732170728000.pdf", long: `temp/${longText.slice(0, 80)}.pdf` },
  "cell/mask": { value: "13800136207", long: longWord },
  "cell/html": { value: "<p>门店<strong>已</strong>审核</p>", long: `<p>${longText}</p>` },
  "cell/code": { value: "select id, name\nfrom store", long: longText },
  "cell/markdown": { value: "# 标题\n\n- **一**", long: longText },
  "cell/switch": { value: "Y", long: "N" },
  "cell/progress": { value: 64, long: 100 },
  "editor/area": { value: "330102", long: "654325", unknown: "999999" },
  "editor/select": choice,
  "editor/radio": choice,
  "editor/multi-select": choices,
  "editor/tags": { multiple: true, value: "新客,活跃", long: "新客,活跃,会员,线上,门店,退货,重要,沉睡" },
  "editor/search-select": reference,
  "editor/depart-picker": references,
  "editor/user-picker": references,
  "editor/role-picker": references,
  "editor/position-picker": references,
  "editor/category-select": reference,
  "editor/tree-select": reference,
  "editor/record-picker": reference,
  "editor/popup": reference,
  "editor/switch": { value: "Y", long: "N" },
  "editor/checkbox": { value: "Y", long: "N" },
  "editor/icon": { value: "HomeOutlined", long: "HomeOutlined", unknown: "NoSuchOutlined" },
  "editor/cron": { value: "0 0/5 9-18 * * ? *", long: "0 0,5,10,15,20,25,30,35,40,45,50,55 9-18 1,15,L * ? 2026-2030" },
  "editor/month": { value: "2026-11", long: "2026-11" },
  "editor/range": { value: "2026-11-01,2026-11-21", long: "2026-11-01,2026-11-21" },
  "editor/progress": { value: 64, long: 100 },
  "editor/password": { value: "", long: longWord },
  "editor/image": { value: picture, long: picture },
  "editor/image-upload": { value: picture, long: picture },
  "editor/file": { value: "temp/合同_1732170728000.pdf", long: `temp/${longText.slice(0, 80)}.pdf` },
  "editor/file-upload": { value: "temp/合同_1732170728000.pdf", long: `temp/${longText.slice(0, 80)}.pdf` },
  "editor/markdown": { value: "# 标题\n\n- 一\n- 二", long: longText },
  "editor/rich-text": { value: "<p>门店<strong>已</strong>审核</p>", long: `<p>${longText}</p>` },
  "editor/sql": { value: "select name from store where id = ${id}", long: longText },
  "editor/code-editor": { value: "select id, name\nfrom store", long: longText },
};

const typeTitles: Readonly<Record<Field["type"], string>> = {
  string: "文本",
  text: "长文本",
  integer: "整数",
  number: "小数",
  money: "金额",
  percent: "百分比",
  boolean: "是否",
  date: "日期",
  datetime: "日期时间",
  time: "时间",
  json: "JSON",
};
const names = Object.keys(byType) as Field["type"][];

/** One field of every type, and one with a dictionary. */
export const sampleModel: ResolvedModel = resolveModel(
  {
    schemaVersion: 1,
    id: "gallery/sample",
    title: "示例",
    table: "gallery_sample",
    base: "/gallery/sample",
    permissionPrefix: "gallery:sample",
    fields: {
      ...Object.fromEntries(names.map((type) => [type, { type, title: typeTitles[type] }])),
      status: { type: "string", title: "字典", dict: sampleDict.code },
    },
  } as unknown as ModelDocument,
  () => "string",
);
const { fields } = sampleModel;

/** What a cell or an editor is shown with. */
export function sampleOf(definition: CellDefinition | EditorDefinition): Sample {
  const { slot, type, title, accepts } = definition;
  const given: Given = special[`${slot}/${type}`] ?? {};
  const fieldType = accepts?.[0] ?? "string";
  const base = fields.get(fieldType);
  if (!base) throw new Error(`no sample field of type ${fieldType}`);
  return {
    field: {
      ...base,
      title,
      dict: given.dict ? sampleDict : undefined,
      multiple: given.multiple ?? false,
    },
    value: given.value ?? byType[fieldType].value,
    text: given.text,
    long: given.long ?? byType[fieldType].long,
    unknown: given.unknown,
  };
}

/** A model that an example names, as far as a picker of its rows looks at it. */
export function modelsOf(example: Readonly<Record<string, unknown>>): ReadonlyMap<string, ResolvedModel> {
  const { model, columns, items } = example;
  if (Array.isArray(items)) return new Map(items.flatMap((item) => [...modelsOf(Object(item))]));
  if (typeof model !== "string") return new Map();
  const names = Array.isArray(columns) ? columns.map(String) : ["name"];
  const document = {
    schemaVersion: 1,
    id: model,
    title: "记录",
    table: "gallery_record",
    base: `/${model}`,
    permissionPrefix: "gallery:record",
    fields: Object.fromEntries(names.map((name) => [name, { type: "string", title: name }])),
  } as unknown as ModelDocument;
  return new Map([[model, resolveModel(document, () => names[0] ?? "name")]]);
}

/** A row that shows the sample; `text` are the words that the server would have sent. */
export function sampleRow(sample: Sample, value: unknown, text?: string): Row {
  const { name } = sample.field;
  return { id: "1", [name]: value, ...(text === undefined ? {} : { [`${name}_dictText`]: text }) };
}

/** Rows of panels that ask for their own. */
const rowsByPanel: Readonly<Record<string, readonly Row[]>> = {
  "my-tasks": [
    { title: "订单等待审核", total: 12, since: "2026-11-20 08:12:00", page: "orders", search: "?tab=0" },
    { title: "退款等待处理", total: 3, page: "refunds" },
  ],
  notices: [
    { anntId: "1", titile: "门店年终盘点安排", priority: "H", readFlag: "0", sendTime: "2026-11-21 09:30:00" },
    { anntId: "2", titile: "十一月结算已经完成", priority: "L", readFlag: "1", sendTime: "2026-11-20 17:05:00" },
  ],
};

/** Columns that examples of panels name; numbers unless they sound like a name or a day. */
export function panelRows(panel: Readonly<Record<string, unknown>>): readonly Row[] {
  const own = rowsByPanel[String(panel.type)];
  if (own) return own;
  const shops = ["清溪路店", "望江店", "东湖店", "西溪店", "城站店", "滨江店", "下沙店"];
  return shops.map((shop, index) => {
    const row: Record<string, unknown> = { id: String(index + 1) };
    for (const name of columnsOf(panel)) {
      if (/day|date|time/i.test(name)) row[name] = `2026-11-${15 + index}`;
      else if (/name|category|title|no$/i.test(name)) row[name] = shop;
      else row[name] = 4200 - index * 530;
    }
    return row;
  });
}

function columnsOf(panel: Readonly<Record<string, unknown>>): readonly string[] {
  const { x, y, name, value, trend, columns, rows, column, values } = panel;
  const inText = [...JSON.stringify(panel).matchAll(/row(?:s\[\d+\])?\.(\w+)/g)].map((match) => match[1]);
  const written = Array.isArray(columns) ? columns.map((each) => (typeof each === "string" ? each : each.field)) : [];
  const plain = [x, y, name, value, trend, column].filter((each) => typeof each === "string" && /^\w+$/.test(each));
  const lists = [y, rows, values].flatMap((each) => (Array.isArray(each) ? each : []));
  return [...plain, ...lists, ...written, ...inText].map(String);
}
