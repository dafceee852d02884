import type { MetaSchema } from "../meta-schema.ts";
import {
  byKey,
  count,
  described,
  docId,
  expression,
  fieldName,
  flag,
  json,
  list,
  mapOf,
  object,
  oneOf,
  ref,
  text,
  textOr,
  union,
} from "./build.ts";
import { gridBody, link, listBody } from "./screen-parts.ts";

const columns = described(oneOf(1, 2, 3, 4), "几列");
const span = described({ type: "integer", minimum: 1, maximum: 4 }, "占几列");
const cardSpan = described({ type: "integer", minimum: 1, maximum: 24 }, "卡片布局时占 24 栅格的几格；缺省 24");
const visible = described(ref("boolExpr"), "是否显示");
const items = described(list(ref("formItem"), 1), "表单项");
const formField = {
  title: described(text, "缺省：字段的名称"),
  tip: described(ref("template"), "字段旁的说明，可以带表达式"),
  span,
  visible,
  disabled: described(ref("boolExpr"), "不能编辑"),
  required: described(ref("boolExpr"), "必填"),
  rules: described(list(ref("rule"), 1), "在模型的规则之外；能编辑时才检查"),
  value: described(expression, "由表达式算出"),
  default: described(json, "新增时的值"),
  dict: ref("dict"),
  widget: ref("editor"),
  widgets: described(list(ref("widgetCase"), 1), "随其他值变化的控件：用第一个条件成立的；都不成立时用 widget"),
  cell: ref("cell"),
  on: described(object({ change: described(ref("actions"), "值改变后") }), "事件"),
};

const relation = described(fieldName, "模型的关系名");
const detailCommon = {
  title: described(text, "缺省：关系的名称"),
  visible,
};
const details = {
  // Its rows are saved with the record, which only a relation of the model can be.
  table: object(
    {
      relation,
      ...detailCommon,
      ...gridBody,
      on: described(
        object({ saved: described(ref("actions"), "保存后"), change: described(ref("actions"), "改动后") }),
        "事件",
      ),
    },
    ["relation"],
  ),
  list: object({
    relation,
    source: ref("source"),
    link: described(link, "没有关系时怎样连到主行"),
    ...detailCommon,
    ...listBody,
  }),
};

/** One line of the panel `my-tasks`. */
const task = object(
  {
    title: described(text, "这类单据等着做什么"),
    permission: described(ref("permission"), "谁的待办：有此权限的人；缺省：能看到这些单据的人"),
    model: described(docId, "哪个模型"),
    where: described(mapOf(json, fieldName), "哪些单据，值可以是表达式"),
    since: described(fieldName, "从何时等起的字段：显示最早的一条"),
    page: described(text, "页面标识或菜单路径，可以带查询，如 store/store-order?tab=0；缺省为与模型同名的页面"),
  },
  ["title", "model"],
);

/** One entry of the panel `shortcuts`. */
const shortcut = textOr(
  text,
  object(
    {
      page: described(
        text,
        "页面标识或菜单路径，可以带查询，如 store/store-order?tab=0；press 是打开后立即按下的按钮，如 store/store-order?press=add",
      ),
      title: described(text, "入口的文字；缺省为页面的名称"),
      permission: described(ref("permission"), "有此权限的人才看到；缺省：能打开这一页面的人"),
    },
    ["page"],
  ),
);

export const formFragments: Readonly<Record<string, MetaSchema>> = {
  formItem: textOr(
    fieldName,
    byKey(
      "group",
      object({ group: described(text, "分组的标题"), items, visible, columns, span: cardSpan }, ["group", "items"]),
      byKey(
        "tabs",
        object(
          {
            tabs: described(
              list(object({ title: described(text, "页签"), items, visible }, ["title", "items"]), 1),
              "页签",
            ),
            span: cardSpan,
          },
          ["tabs"],
        ),
        byKey(
          "subTable",
          object({ subTable: described(ref("detail"), "子表"), visible }, ["subTable"]),
          byKey(
            "component",
            object(
              {
                component: described(text, "已注册的 React 内容，读得到表单里的值"),
                params: described(mapOf(json), "参数，值可以是表达式，随表单里的值变化"),
                visible,
                span: cardSpan,
              },
              ["component"],
            ),
            byKey(
              "screen",
              object(
                {
                  screen: described(docId, "另一个页面，读不到表单里没有保存的值"),
                  params: described(mapOf(json), "它不变的条件，值可以是表达式"),
                  title: described(text, "标题"),
                  visible,
                  span: cardSpan,
                },
                ["screen", "title"],
              ),
              object({ field: described(fieldName, "字段"), ...formField }, ["field"]),
            ),
          ),
        ),
      ),
    ),
  ),
  detail: union("kind", details),
  task,
  shortcut,
  widgetCase: object({ when: described(ref("boolExpr"), "何时用这个控件"), widget: ref("editor") }, ["when", "widget"]),
  content: object({
    screen: described(docId, "另一个页面，params 是它不变的条件"),
    component: described(text, "已注册的 React 内容"),
    params: described(mapOf(json), "参数，值可以是表达式"),
  }),
  view: object({
    as: described(oneOf("modal", "drawer", "page"), "弹窗、抽屉或整页"),
    title: described(ref("template"), "标题，可以带表达式"),
    width: described(ref("width"), "宽度，像素"),
    columns,
    fullscreen: described(flag, "可切换全屏"),
    layout: described(oneOf("cards"), "整页表单的分组、页签各成一张卡片，按钮在页面右上角"),
    steps: described(
      object(
        { field: described(fieldName, "状态字段"), values: described(list({ type: "string" }, 2), "依次经过的状态") },
        ["field", "values"],
      ),
      "详情顶部的步骤条",
    ),
    sheet: described(
      object({ signatures: described(list(text, 1), "底部的签字栏，例如 制单、审核") }),
      "详情是一张打印的单据：没有指标和操作记录，底部是打印按钮",
    ),
    items: described(list(ref("formItem"), 1), "缺省：模型的全部可见字段"),
    content: described(ref("content"), "不是表单或详情：里面是另一个页面，或已注册的内容"),
    override: described(mapOf(object(formField), fieldName), "在缺省项上改几处"),
    rules: described(list(ref("formRule"), 1), "只在本表单有效；模型的规则总是有效"),
    on: described(
      object({ opened: described(ref("actions"), "打开后"), saved: described(ref("actions"), "保存后") }),
      "事件",
    ),
  }),
};

/** What every panel may carry beside its own properties. */
export const panelCommon: Readonly<Record<string, MetaSchema>> = {
  title: described(text, "面板的标题"),
  span: described({ type: "integer", minimum: 1, maximum: 24 }, "占 24 栅格的几格"),
  height: described(count, "高度，像素"),
  visible,
  source: ref("source"),
};
/** Written after a panel's own properties. */
export const panelEvents: Readonly<Record<string, MetaSchema>> = {
  do: described(ref("actions"), "点击后执行的动作"),
};
