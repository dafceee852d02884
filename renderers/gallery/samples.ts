import { resolveModel } from "../../runtime/model/resolve-model.ts";
import type { ResolvedField, ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { CellDefinition, EditorDefinition, PanelDefinition } from "../../runtime/registry/define.ts";
import { longText } from "../../runtime/registry/sample.ts";
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
  const { title, accepts, sample = {} } = definition;
  const fieldType = accepts?.[0] ?? "string";
  const base = fields.get(fieldType);
  if (!base) throw new Error(`no sample field of type ${fieldType}`);
  return {
    field: {
      ...base,
      title,
      dict: sample.dict ? sampleDict : undefined,
      multiple: sample.multiple ?? false,
    },
    value: sample.value ?? byType[fieldType].value,
    text: sample.text,
    long: sample.long ?? byType[fieldType].long,
    unknown: sample.unknown,
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

/** Columns that examples of panels name; numbers unless they sound like a name or a day. */
export function panelRows(panel: Readonly<Record<string, unknown>>, { sampleRows }: PanelDefinition): readonly Row[] {
  if (sampleRows) return sampleRows;
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
