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
  number,
  object,
  oneOf,
  ref,
  text,
  titled,
  union,
} from "./build.ts";

const level = described(oneOf("error", "warning"), "缺省 error；warning 只提醒，不拦截");
const message = described(text, "不符合时显示的话");

/**
 * What every field may say, in the order in which documents are written: the formatter follows it.
 * @param own the limits of the type, written after the title
 * @param search only texts can be searched
 */
const fieldProperties = (
  own: Readonly<Record<string, MetaSchema>>,
  search: Readonly<Record<string, MetaSchema>>,
): Readonly<Record<string, MetaSchema>> => ({
  title: described(text, "界面上的名称"),
  ...own,
  tip: described(text, "字段旁的说明"),
  column: described(ref("column"), "列名；缺省为键的 snake_case"),
  renamedFrom: described(fieldName, "改名前的字段名；表中的列随之改名，数据保留"),
  when: described(expression, "为假时字段不适用：表单隐藏、不必填、存为空"),
  required: described(ref("boolExpr"), "必填；表达式时前后端同判"),
  requiredMessage: described(text, "没有填写时的提示；缺省为“请输入”或“请选择”加名称"),
  readOnly: described(flag, "不接受写入，只由填值、计算、状态和钩子改变"),
  locked: described(expression, "为真时已存的值不能改：表单禁用，服务器拒绝；改之前和改之后都为真才算，新增的行不管"),
  hidden: described(flag, "缺省的列、查询项、表单中不出现"),
  unique: described(flag, "租户内唯一"),
  default: described(json, "新增时的值；可以是表达式。写定的值也填进字段加入时已有的行"),
  index: described(flag, "建索引；因此成为缺省查询项"),
  query: described(flag, "false：不能用来查询、排序、统计"),
  ...search,
  dict: ref("dict"),
  onDelete: described(
    oneOf("restrict", "cascade", "set-null"),
    "它引用的行被删除时（dict 是模型，值是 id）：拒绝删除（restrict），本行随之删除（cascade），或清空这个字段（set-null）；缺省不处理",
  ),
  choices: described(expression, "字典中现在可以选的值的列表，为空则不限：控件只列出它们，前后端同判"),
  value: described(expression, "计算字段：浏览器和服务器用同一表达式"),
  snapshot: ref("snapshot"),
  rollup: ref("rollup"),
  fill: ref("fill"),
  rules: described(ref("rules"), "校验规则，浏览器和服务器都执行"),
  permission: ref("fieldPermission"),
  widget: described(ref("editor"), "编辑它的控件；缺省按类型和字典"),
  cell: described(ref("cell"), "显示它的单元格；缺省按类型和字典"),
});
const limits = { minimum: described(number, "最小值"), maximum: described(number, "最大值") };
const search = {
  search: described({ enum: [true, false, "pinyin"] }, "中文检索列；pinyin：引用本模型的控件也按拼音和首字母找到它"),
};

/** The keys that every type of field has. */
export const fieldKeys = fieldProperties({}, {});

const field = (
  title: string,
  own: Readonly<Record<string, MetaSchema>> = {},
  searched: Readonly<Record<string, MetaSchema>> = {},
) => titled(title, object(fieldProperties(own, searched), ["title"]));

/** What a model's field may be; the type decides column, wire form and defaults. */
const fieldTypes = {
  string: field(
    "文本",
    {
      maxLength: described({ type: "integer", minimum: 1, maximum: 4000 }, "最多几个字；缺省 100"),
      minLength: described(count, "最少几个字"),
      multiple: described(flag, "逗号分隔的多个值"),
      minItems: described(count, "最少选择几项；用于多个值"),
      maxItems: described({ type: "integer", minimum: 1 }, "最多选择几项；用于多个值"),
    },
    {
      ...search,
      unique: described({ enum: [true, false, "ignoreCase"] }, "租户内唯一；ignoreCase：大小写不同也算相同"),
    },
  ),
  text: field("长文本", { maxLength: described(count, "最多几个字；缺省 20000") }, search),
  integer: field("整数", limits),
  number: field("小数", {
    scale: described({ type: "integer", minimum: 0, maximum: 6 }, "小数位；缺省 2"),
    ...limits,
  }),
  boolean: field("是否"),
  date: field("日期"),
  datetime: field("日期时间"),
  time: field("时间"),
  money: field("金额", limits),
  percent: field("百分比", limits),
  json: field("结构"),
};

export const fieldFragments: Readonly<Record<string, MetaSchema>> = {
  rule: byKey(
    "pattern",
    object(
      {
        pattern: described(
          { type: "string", pattern: "^.{1,200}$" },
          "简写（m、e、n、z、money、mobile、n6-16 …）或正则",
        ),
        message,
        level,
      },
      ["pattern"],
    ),
    byKey(
      "checkRule",
      object({ checkRule: described(text, "编码校验规则的编码"), message, level }, ["checkRule"]),
      object({ expr: described(expression, "为假时报错"), message, level }, ["expr", "message"]),
    ),
  ),
  formRule: object(
    {
      expr: described(expression, "为假时报错"),
      field: described(fieldName, "消息显示在哪个字段旁；缺省显示在表单顶部"),
      message,
      level,
    },
    ["expr", "message"],
  ),
  rules: list(ref("rule"), 1),
  fill: described(object({ rule: described(text, "填值规则的编码") }, ["rule"]), "保存时由填值规则给出的值"),
  snapshot: described(
    object({ from: described(fieldName, "本模型的引用字段"), field: described(fieldName, "抄目标行的哪个字段") }, [
      "from",
      "field",
    ]),
    "选定引用时抄下目标行的字段，以后不随之变",
  ),
  rollup: described(
    object(
      {
        model: described(docId, "子行的模型"),
        foreignKey: described(fieldName, "子模型中指向本行的字段"),
        op: described(oneOf("sum", "count", "max", "last"), "怎样汇总"),
        field: described(fieldName, "汇总子行的哪个字段"),
        where: described(expression, "只算这些子行；row 是子行"),
        within: described(
          object(
            {
              field: described(fieldName, "子行的日期或时间"),
              unit: described(oneOf("day", "month", "year"), "今天、本月、今年"),
            },
            ["field", "unit"],
          ),
          "只算这段时间的子行；新的一天、一月、一年开始时自动重算",
        ),
      },
      ["model", "foreignKey", "op"],
    ),
    "由子行汇总，在同一事务中维护",
  ),
  fieldPermission: described(
    object({
      see: described(ref("permission"), "无此权限看不到"),
      edit: described(ref("permission"), "无此权限不能改"),
      plain: described(ref("permission"), "无此权限则脱敏"),
    }),
    "字段级权限",
  ),
  field: union("type", fieldTypes),
  fields: mapOf(ref("field"), fieldName),
};
