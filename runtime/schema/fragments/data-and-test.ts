import type { MetaSchema } from "../meta-schema.ts";
import {
  anyText,
  count,
  described,
  docId,
  fieldName,
  flag,
  list,
  mapOf,
  object,
  oneOf,
  ref,
  text,
  union,
} from "./build.ts";
import { head } from "./model.ts";

export const dataFragments: Readonly<Record<string, MetaSchema>> = {
  rowValue: {
    if: { type: "object", required: ["ref"] },
    then: object({ ref: described(docId, "另一个模型"), key: described(mapOf(anyText), "以业务键找到那一行") }, [
      "ref",
      "key",
    ]),
    description: "值；{ ref, key } 表示另一个模型的那一行",
  },
};

/** `x.data.json`: rows that ship with the product. */
export const data: MetaSchema = object(
  {
    $schema: head.$schema as MetaSchema,
    schemaVersion: head.schemaVersion as MetaSchema,
    description: head.description as MetaSchema,
    model: described(docId, "这些行属于哪个模型"),
    key: described(list(fieldName, 1), "业务键：启动时按它写入或更新"),
    when: described(oneOf("demo", "demo-accounts"), "只在演示数据中写入；demo-accounts：还须设了 DEMO_PASSWORD"),
    rows: described(
      list(
        {
          type: "object",
          minProperties: 1,
          propertyNames: fieldName,
          additionalProperties: ref("rowValue"),
        },
        1,
      ),
      "行：字段 → 值；关系名 → 子行",
    ),
  },
  ["schemaVersion", "model", "key", "rows"],
);

const relation = described(fieldName, "子表的关系名");
const index = described(count, "子表的第几行，从 0 起");
const row = described(anyText, "行的 id");
const level = oneOf("success", "info", "warning", "error");
const field = described(fieldName, "字段");
const values = described(mapOf({}), "字段 → 值");
const steps = {
  open: object(
    {
      view: described(text, "本页 views 的键"),
      mode: described(oneOf("add", "edit", "detail", "copy"), "怎样打开"),
      row,
    },
    ["view"],
  ),
  fill: object({ field, value: { description: "填什么" }, relation, index }, ["field", "value"]),
  addRow: object({ relation, values }, ["relation"]),
  removeRow: object({ relation, index }, ["relation", "index"]),
  click: object(
    {
      button: described(text, "按钮的 preset、transition 或 key"),
      row,
      confirm: described(flag, "回答确认框；缺省 true"),
    },
    ["button"],
  ),
  select: object({ rows: described(list(anyText, 1), "行的 id") }, ["rows"]),
  query: object({ values }, ["values"]),
  reply: described(
    object({ to: ref("endpoint"), with: { description: "回答" } }, ["to", "with"]),
    "服务器对下一次请求的回答",
  ),
};
const equals = described(flag, "缺省 true");
const button = described(text, "按钮的 preset、transition 或 key");
const checks = {
  visible: object({ field, button, column: described(fieldName, "列"), row, relation, index, equals }),
  disabled: object({ field, button, row, relation, index, equals }),
  required: object({ field, relation, index, equals }, ["field"]),
  value: object({ field, relation, index, equals: { description: "应有的值" } }, ["field", "equals"]),
  options: object({ field, equals: described(list(anyText), "应有的选项值") }, ["field", "equals"]),
  error: object({ field, relation, index, text: described(text, "应有的消息") }, ["text"]),
  request: object(
    {
      to: ref("endpoint"),
      params: described(mapOf({}), "只比较写出的参数"),
      data: described(mapOf({}), "只比较写出的键"),
      times: described(count, "发了几次；缺省 1"),
    },
    ["to"],
  ),
  rows: object({ count: described(count, "几行"), ids: described(list(anyText), "依次的行") }),
  message: object({ level: described(level, "级别"), text: described(text, "应有的提示") }, ["text"]),
  columns: described(object({ equals: described(list(fieldName), "依次的列") }, ["equals"]), "此人看到的列"),
  buttons: described(
    object({ row, equals: described(list(anyText), "依次的 preset、transition 或 key") }, ["equals"]),
    "此人看到的按钮；写了 row 是行上的",
  ),
  fields: described(object({ equals: described(list(fieldName), "依次的字段") }, ["equals"]), "打开的视图里看到的字段"),
  conditions: described(
    object({ equals: described(list(fieldName), "依次的查询条件") }, ["equals"]),
    "此人看到的查询条件",
  ),
  panels: described(object({ equals: described(list(anyText), "依次的标题") }, ["equals"]), "页面上的面板"),
  closed: object({ view: described(text, "本页 views 的键"), equals }, ["view"]),
};

export const testFragments: Readonly<Record<string, MetaSchema>> = {
  given: described(
    object({
      user: described(
        object({
          username: described(anyText, "账号"),
          realname: described(anyText, "姓名"),
          orgCode: described(anyText, "部门编码"),
          roles: described(list(anyText), "角色编码"),
        }),
        "当前用户",
      ),
      permissions: described(list(ref("permission")), "缺省：全部"),
      now: described(anyText, "现在的时间，yyyy-MM-dd HH:mm:ss"),
      rows: described(list({ type: "object", required: ["id"] }), "列表里的行"),
      dicts: described(
        mapOf(
          list(
            object(
              {
                value: described(anyText, "值"),
                text: described(anyText, "文字"),
                color: described(anyText, "颜色"),
                disabled: described(flag, "不能再选"),
              },
              ["value", "text"],
            ),
          ),
        ),
        "缺省：随产品交付的字典",
      ),
    }),
    "开始时的情形",
  ),
};

/** `x.screen.test.json`: facts about a screen, run without a browser. */
export const screenTest: MetaSchema = object(
  {
    $schema: head.$schema as MetaSchema,
    schemaVersion: head.schemaVersion as MetaSchema,
    screen: described(docId, "哪个页面"),
    given: ref("given"),
    cases: described(
      list(
        object(
          {
            title: described(text, "关于页面的一个事实"),
            given: ref("given"),
            steps: described(list(union("do", steps)), "依次做什么"),
            expect: described(list(union("check", checks), 1), "然后应该怎样"),
          },
          ["title", "expect"],
        ),
        1,
      ),
      "事实",
    ),
  },
  ["schemaVersion", "screen", "cases"],
);
