import type { MetaSchema } from "../meta-schema.ts";
import {
  anyText,
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
  textOr,
  union,
} from "./build.ts";

/** What every document starts with. */
export const head: Readonly<Record<string, MetaSchema>> = {
  $schema: described(anyText, "元模式的相对路径；编辑器据此补全和检查"),
  schemaVersion: described({ const: 1 }, "语言的版本，不是文档的版本"),
  id: described(docId, "文档标识 = schemas/ 下的路径，不带后缀"),
  title: described(text, "名称"),
  description: described(text, "给维护的人看的说明"),
};

const related = {
  title: described(text, "子表的名称；缺省：子模型的名称"),
  model: described(docId, "子模型"),
  foreignKey: described(fieldName, "子模型中指向本行的字段"),
};
const onDelete = described(
  oneOf("cascade", "restrict", "by-field"),
  "删除本行时：连同子行（cascade，缺省，子行随本行填写、计算和保存）；有子行就拒绝（restrict），或由 foreignKey 字段的 onDelete 决定（by-field），这两种子行各自独立，在它自己的页面修改",
);
const ownRights = described(flag, "随本行新增、编辑、删除子行，另要子模型自己的新增、编辑、删除权限；缺省只要本行的");
const relations = {
  "one-to-many": object(
    {
      ...related,
      order: described(fieldName, "排序字段，从 1 起重新编号"),
      min: described(count, "最少几行"),
      max: described(count, "最多几行"),
      sheet: described(flag, "导出和导入时，子行与本行在同一张表里：两行表头，本行的单元格跨其子行合并"),
      onDelete,
      ownRights,
    },
    ["model", "foreignKey"],
  ),
  "one-to-one": object({ ...related, onDelete, ownRights }, ["model", "foreignKey"]),
  tree: object(
    {
      title: related.title,
      pid: described(fieldName, "存上级 id 的字段"),
      hasChild: described(fieldName, "记有无下级的字段"),
      root: described(anyText, "顶层的 pid 值"),
    },
    ["pid", "hasChild", "root"],
  ),
};

const values = described(mapOf(json, fieldName), "字段 → 值，可以是表达式");
const target = described(docId, "写哪个模型");
const when = described(expression, "为假时不写");
const forEach = described(textOr(fieldName, ref("postRows")), "每行一次，item 为该行：关系名，或另一个模型中的行");
const where = described(mapOf(json, fieldName), "找哪些行");
const filter = described(list(ref("rowFilter"), 1), "还须满足的条件；值为空的条件不算");
const as = described(ref("key"), "写下的行（几行时最后一行）的名称，后面各项的表达式以此读它");
const guards = described(
  list(
    object(
      {
        expr: described(expression, "为假时拒绝"),
        field: described(fieldName, "消息显示在弹窗的哪个字段旁"),
        message: described(text, "拒绝时说什么"),
      },
      ["expr", "message"],
    ),
    1,
  ),
  "执行的条件",
);
const found = {
  model: described(docId, "读哪个模型"),
  where,
  filter,
  test: described(expression, "只要这些行；item 是其中一行"),
  highest: described(fieldName, "几行时取这个字段最大的一行；缺省取第一行"),
  all: described(flag, "true：全部的行，成为列表；缺省：一行，没有时为空"),
  lock: described(flag, "锁住读到的行，到这次操作结束：由它算出的值不会被同时的操作改错"),
};
const posts = {
  find: object(
    {
      ...found,
      when: described(expression, "为假时不读"),
      as: described(ref("key"), "读到的行的名称，后面各项的表达式以此读它；没有这样的行时为空"),
      guards,
    },
    ["model", "where", "as"],
  ),
  insert: object(
    {
      model: target,
      when,
      unless: described(mapOf(json, fieldName), "已有这样的行就不写"),
      forEach,
      as,
      into: described(
        mapOf(fieldName, fieldName),
        "执行的行的字段 → 写下的行的字段：写下后取它的值，与执行的行一起保存；没有写下时字段不变。这样的项先于该行保存，只用于转换",
      ),
      values,
    },
    ["model", "values"],
  ),
  update: object({ model: target, when, forEach, where, as, values }, ["model", "where", "values"]),
  delete: object({ model: described(docId, "删哪个模型的行"), when, where, filter }, ["model", "where"]),
  increment: object(
    {
      model: target,
      when,
      forEach,
      where,
      field: described(fieldName, "加减哪个字段"),
      by: described(expression, "加多少，负数为减"),
      min: described(number, "结果不得低于此值，否则拒绝"),
    },
    ["model", "where", "field", "by"],
  ),
};

const ask = byKey(
  "type",
  ref("field"),
  object({
    title: described(text, "缺省：字段的名称"),
    required: described(flag, "必填"),
    default: described(json, "先填好的值"),
    rules: described(list(ref("rule"), 1), "校验规则"),
    widget: ref("editor"),
  }),
);
const transition = object(
  {
    title: described(text, "按钮的名称"),
    icon: described(text, "图标名"),
    from: described(list(anyText, 1), "在哪些状态可以执行"),
    to: described(anyText, "之后的状态；缺省：不变"),
    due: described(fieldName, "到这个字段的时间，由定时任务“到期处理”执行；守卫照查，不问字段"),
    permission: described(ref("permission"), "缺省 前缀:键"),
    read: described(list(ref("transitionRead"), 1), "先读的行；guards、set、post 的表达式以名称读它"),
    guards: described(guards, "执行的条件；只读本行字段的，在按下之前就使按钮不可用"),
    confirm: described(ref("template"), "执行前的确认"),
    batch: described(flag, "也可对选中的多行"),
    ask: described(mapOf(ask, fieldName), "弹窗询问的字段：本模型的字段，或带 type 的临时字段"),
    set: described(mapOf(json, fieldName), "同时写入的字段"),
    post: described(list(ref("post"), 1), "同一事务中写其他模型"),
  },
  ["title", "from"],
);

const generateSource = object(
  {
    when: described(expression, "为假时不用这个来源"),
    each: described(ref("generateEach"), "为谁各生成一行"),
    values: described(values, "生成的行；row 是对方，beside 是它旁边的行，count、amount 是笔数与合计"),
    lines: described(list(ref("generateLines"), 1), "取哪些行作明细"),
  },
  ["each", "values", "lines"],
);
const generation = object(
  {
    title: described(text, "按钮的名称"),
    icon: described(text, "图标名"),
    permission: described(ref("permission"), "缺省 前缀:键"),
    ask: described(mapOf(ask, fieldName), "先问的字段；带 type 的是临时字段"),
    read: described(list(ref("transitionRead"), 1), "先读的行；guards 和各来源的表达式以名称读它"),
    guards: described(
      list(
        object({ expr: described(expression, "为假时拒绝"), message: described(text, "拒绝时说什么") }, [
          "expr",
          "message",
        ]),
        1,
      ),
      "执行的条件；form 是答案",
    ),
    sources: described(list(ref("generateSource"), 1), "从哪里生成，依次"),
  },
  ["title", "sources"],
);

const statesOf = (text: string) => described(list(anyText), text);
const lock = object(
  {
    unless: statesOf("在这些状态不锁"),
    fields: described(list(fieldName, 1), "锁哪些字段；缺省：全部"),
    except: described(list(fieldName, 1), "不锁的字段"),
  },
  ["unless"],
);
const tenantLink = object(
  { field: described(fieldName, "引用字段，存对方的 id"), model: described(docId, "被引用的模型") },
  ["field", "model"],
);
const tenantScope = object({
  field: described(fieldName, "行属于该字段（逗号列表）中的每个租户；为空则属于默认租户"),
  through: described(
    { if: { type: "array" }, then: list(tenantLink, 1), else: tenantLink },
    "行属于被引用的行所属的租户；写多个时，每个被引用的行都须属于该租户",
  ),
  shared: described(flag, "默认租户的行各租户可读"),
  supervised: described(flag, "默认租户的管理员可以看到、修改各租户的行"),
});
const byOwner = (text: string) => described(textOr(fieldName, { type: "boolean" }), text);

export const modelFragments: Readonly<Record<string, MetaSchema>> = {
  relation: union("kind", relations),
  groupRule: object(
    {
      by: described(list(fieldName), "这些字段与本行相同的行为一组；空：全部行"),
      where: described(expression, "只看组内的这些行；item 是组内的一行，row 是改动的行"),
      expr: described(expression, "为假时拒绝；rows 是组内的行，row 是改动的行"),
      field: described(fieldName, "消息显示在哪个字段旁"),
      message: described(text, "拒绝时说什么"),
    },
    ["by", "expr", "message"],
  ),
  generation,
  generateSource,
  generateEach: object(
    {
      model: described(docId, "对方的模型"),
      title: described(fieldName, "预览里显示的字段"),
      where: described(mapOf(json, fieldName), "哪些对方"),
      when: described(expression, "为假时这一位不生成；count、amount 是笔数与合计"),
      beside: described(ref("generateBeside"), "对方旁边的一行，例如默认的收款卡；以 beside 读它"),
    },
    ["model", "title"],
  ),
  generateBeside: object(
    {
      model: described(docId, "行的模型"),
      key: described(fieldName, "指向对方的字段"),
      where: described(mapOf(json, fieldName), "哪一行"),
    },
    ["model", "key"],
  ),
  generateLines: object(
    {
      model: described(docId, "取哪个模型的行，一次最多 20000 行"),
      key: described(fieldName, "指向对方的字段"),
      where: described(mapOf(json, fieldName), "哪些行"),
      take: described(expression, "为假时不取；row 是对方，item 是取到的行"),
      amount: described(fieldName, "合计哪个字段"),
      line: described(ref("generateLine"), "每笔写一行明细；item 是取到的行，made 是生成的行"),
      mark: described(mapOf(json, fieldName), "取到的行同时改成这样，不会再次取到；made 是生成的行"),
    },
    ["model", "key", "where", "amount", "line", "mark"],
  ),
  generateLine: object(
    { model: described(docId, "明细的模型"), foreignKey: described(fieldName, "指向生成的行的字段"), values },
    ["model", "foreignKey", "values"],
  ),
  postRows: object({ model: described(docId, "行的模型"), where, filter }, ["model", "where"]),
  rowFilter: object(
    {
      field: described(fieldName, "哪个字段"),
      op: described(oneOf("eq", "ne", "gt", "ge", "lt", "le", "in"), "怎样比较；in 的值用逗号分隔，多值字段有其中之一"),
      value: described(json, "与什么比较，可以是表达式"),
    },
    ["field", "op", "value"],
  ),
  transitionRead: object(
    {
      ...found,
      as: described(ref("key"), "名称"),
    },
    ["model", "where", "as"],
  ),
  post: union("type", posts),
  transition,
  states: object(
    {
      field: described(fieldName, "存状态的字段"),
      edit: statesOf("哪些状态显示编辑"),
      locks: described(list(lock, 1), "状态之外锁定的字段；值未变的写入照收"),
      delete: statesOf("哪些状态可以删除"),
      transitions: described(mapOf(ref("transition"), ref("key")), "键 → 转换"),
    },
    ["field", "transitions"],
  ),
};

/** `x.model.json`: what is stored. */
export const model: MetaSchema = object(
  {
    ...head,
    table: described(ref("column"), "表名"),
    of: described(docId, "本模型是那个模型的另一种看法：同一张表，只读；字段以 column 指向那里的列"),
    base: described(ref("url"), "接口根路径"),
    permissionPrefix: ref("permissionPrefix"),
    writable: described(flag, "false：没有新增、编辑、删除、导入"),
    titleField: described(fieldName, "代表一行的字段；缺省第一个字段"),
    restrictMessage: described(text, "有行不让本行删除时（onDelete: restrict）说的话；缺省为“存在…，不能删除”"),
    messages: described(
      object({
        add: described(text, "新增之后；缺省为“添加成功！”"),
        edit: described(text, "编辑之后；缺省为“编辑成功!”"),
        delete: described(text, "删除一行之后；缺省为“删除成功!”"),
        deleteBatch: described(text, "批量删除之后；缺省为“批量删除成功！”"),
      }),
      "写入成功时接口回答的话",
    ),
    reference: described(
      object({
        search: described(list(fieldName, 1), "除显示的文字外，还按这些字段的一部分查找，例如编号、手机号"),
        subtitle: described(list(fieldName, 1), "每一项第二行显示的字段，使同名的行分得清"),
      }),
      "别的模型引用本模型的行时，怎样查找、怎样显示；用于所有引用控件",
    ),
    fields: described(ref("fields"), "字段名 → 字段"),
    extra: described(ref("fields"), "不存在本表的字段：表单填写，由钩子读写"),
    relations: described(mapOf(ref("relation"), fieldName), "关系名 → 关系"),
    indexes: described(
      list(
        object(
          {
            fields: described(list(fieldName, 1), "按此顺序"),
            unique: described(flag, "租户内唯一"),
            message: described(text, "重复时的消息"),
          },
          ["fields"],
        ),
      ),
      "多个字段的索引",
    ),
    sort: described(list(ref("sortKey"), 1), "缺省 createTime desc"),
    scope: described(
      object({
        depart: byOwner("按部门隔离。true：sysOrgCode 取自会话；字段名：取自该引用的行，或该字段存的部门编码"),
        tenant: described(
          { if: flag, then: flag, else: tenantScope },
          "按租户隔离；缺省 true：行属于建它的租户。false：整个平台共用，各租户可读，只在默认租户中修改",
        ),
        owner: byOwner("按所有者隔离：true = createBy，或用户字段名"),
        about: described(
          object(
            {
              table: described(fieldName, "存表名的字段"),
              id: described(fieldName, "存行 id 的字段"),
            },
            ["table", "id"],
          ),
          "行讲的是别的模型的行：看得到那一行的人才看得到",
        ),
      }),
      "行属于谁；角色再以数据规则收窄",
    ),
    states: described(ref("states"), "状态机：锁定、转换"),
    generate: described(
      mapOf(ref("generation"), ref("key")),
      "键 → 由其他行批量生成本模型的行，先预览，再在一个事务里写入",
    ),
    onAdd: described(list(ref("post"), 1), "新增一行时，同一事务中写其他模型；导入和其他行的写入也算"),
    rules: described(list(ref("formRule"), 1), "跨字段的规则"),
    groupRules: described(list(ref("groupRule"), 1), "跨行的规则，由服务器在整个操作结束时检查"),
    log: described(flag, "每次改动记数据日志；缺省 true"),
    timeline: described(flag, "详情里显示改动记录：谁在何时改了什么；取自数据日志"),
    comments: described(flag, "详情里可以写评论，看得到这行的人都看得到"),
    keep: described(
      object(
        {
          field: described(fieldName, "从这个日期或时间算起；有索引"),
          days: described({ type: "integer", minimum: 7, maximum: 3650 }, "保留的天数"),
        },
        ["field", "days"],
      ),
      "更早的行由每天的任务“清理日志”删去，不进回收站，不记数据日志；别的行不能指向它们",
    ),
    sample: described(ref("sample"), "演示数据怎样造"),
  },
  ["schemaVersion", "id", "title", "table", "base", "permissionPrefix", "fields"],
);
