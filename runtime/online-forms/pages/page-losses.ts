import type { ModelDocument, ScreenDocument } from "../../schema/types.gen.ts";
import { type Difference, differences } from "./compare-documents.ts";
import type { PageFinding } from "./export-pages.ts";

/** What says where a document comes from, not what its page does. */
const origins = ["$schema", "schemaVersion", "id", "description", "base", "permissionPrefix", "table", "sample"];

function without(document: object, keys: readonly string[]): object {
  return Object.fromEntries(Object.entries(document).filter(([key]) => !keys.includes(key)));
}

/** Parts of a model in the words of people. */
const words: Readonly<Record<string, string>> = {
  states: "状态流转",
  rules: "整行的规则",
  groupRules: "多行的规则",
  generate: "生成",
  onAdd: "新增时写其他模型",
  scope: "数据范围",
  extra: "附加的字段",
  relations: "关系",
  indexes: "索引",
  sort: "排序",
  titleField: "代表一行的字段",
  query: "查询条件",
  table: "列表",
  toolbar: "工具栏",
  rowActions: "行按钮",
  views: "表单和详情",
  details: "下方的附表",
  timeline: "变更记录",
  writable: "只读",
  search: "中文检索",
  minimum: "最小值",
  maximum: "最大值",
  value: "计算的值",
  when: "联动",
  permission: "字段权限",
  cell: "单元格",
  widget: "控件",
  readOnly: "只读",
  type: "类型",
  menu: "菜单",
  access: "授权",
  kind: "页面种类",
  reference: "引用时的检索",
  unique: "唯一",
  index: "索引",
  rollup: "汇总",
  items: "各项",
  columns: "列",
  width: "宽度",
  form: "表单",
  detail: "详情",
  required: "必填",
  title: "名称",
  collapsedCount: "收起时的项数",
};

/** How a page of a form differs from documents that it was made from, or the other way round; each place once. */
export function lossesOf(
  title: string,
  before: { readonly model: ModelDocument; readonly screens: readonly ScreenDocument[] },
  after: { readonly model: ModelDocument; readonly screens: readonly ScreenDocument[] },
  { both, ignored = [] }: { readonly both: boolean; readonly ignored?: readonly string[] },
): readonly PageFinding[] {
  const skipped = [...origins, ...ignored];
  const model = differences(without(before.model, skipped), without(after.model, skipped), both);
  const screens = before.screens.flatMap((screen, at) => {
    const other = after.screens[at];
    return other === undefined
      ? [{ path: ["kind"], before: screen.kind, after: undefined }]
      : differences(without(screen, skipped), without(other, skipped), both);
  });
  const fields = new Map(Object.entries(before.model.fields).map(([name, field]) => [name, field.title]));
  // One setting shows on several pages of a form.
  const told = new Map<string, PageFinding>();
  for (const difference of [...model, ...screens]) {
    const one = finding(title, difference, fields);
    const key = JSON.stringify([one.place, difference.path.at(-1), difference.before, difference.after]);
    if (!told.has(key)) told.set(key, one);
  }
  return [...told.values()];
}

function finding(title: string, { path, before, after }: Difference, fields: ReadonlyMap<string, string>): PageFinding {
  const [part = "", name = "", ...rest] = path;
  const field = fields.get(name) ?? path.map((step) => fields.get(step)).findLast((one) => one !== undefined);
  const keys = part === "fields" && fields.has(name) ? rest : path.filter((step) => !fields.has(step));
  const what = keys
    .map((key) => (Object.hasOwn(words, key) ? words[key] : key))
    .filter((key) => !/^\d+$/.test(key ?? ""))
    .join(" › ");
  return {
    place: field === undefined ? title : `${title}：${field}`,
    kind: after === undefined ? "left" : "changed",
    message:
      after === undefined
        ? `${what || part}：${short(before)}，没有相同的设置`
        : `${what || part}：${short(before)} → ${short(after)}`,
  };
}

function short(value: unknown): string {
  const text = value === undefined ? "无" : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
