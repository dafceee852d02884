import type { MetaSchema } from "../meta-schema.ts";
import {
  byKey,
  count,
  described,
  docId,
  expression,
  fieldName,
  flag,
  integer,
  json,
  list,
  mapOf,
  object,
  oneOf,
  ref,
  text,
  textOr,
  titled,
  union,
} from "./build.ts";
import { head } from "./model.ts";
import { sources, where } from "./sources.ts";

const common = {
  label: described(text, "按钮上的文字"),
  icon: described(text, "图标名"),
  permission: described(ref("permission"), "需要的权限；缺省由前缀和预设得出"),
  danger: described(flag, "画成危险的样子"),
  visible: described(ref("boolExpr"), "是否显示"),
  disabled: described(ref("boolExpr"), "是否不可用"),
  disabledReason: described(ref("template"), "不可用的原因：结果不为空时按钮不可用，悬停或按下时显示"),
  confirm: described(ref("template"), "执行前的确认"),
  confirmWith: described(
    ref("url"),
    "确认前先读的接口，参数 id（多行时 ids，逗号分隔）；confirm 里以 result 读它的回答",
  ),
};
const view = described(text, "本页 views 的键");
const withView = object({ view, ...common });
const plain = object(common);
const withValues = object({ view, values: described(mapOf(json, fieldName), "先填好的值，可以是表达式"), ...common });
const presets = {
  add: titled("新增一行", withValues),
  addChild: titled("树：在这一行下面新增", withValues),
  edit: titled("编辑这一行", withView),
  detail: titled("查看这一行", withView),
  copy: titled("以这一行的值新增", withView),
  delete: titled("删除这一行", plain),
  deleteBatch: titled("删除选中的行", plain),
  export: object({
    fileName: described(text, "文件名，不带后缀"),
    fields: described(list(fieldName, 1), "导出哪些字段；缺省：列"),
    formats: described(list(oneOf("xls", "xlsx", "csv", "pdf"), 1), "可选的格式"),
    ...common,
  }),
  import: object({
    template: described(flag, "提供模板下载"),
    ...common,
  }),
  print: titled("打印本页", plain),
  recycleBin: titled("已删除的行：查看、恢复、彻底删除", plain),
  refresh: titled("重新读取", plain),
  generate: object({ generate: described(text, "模型 generate 中的键"), ...common }, ["generate"]),
  transition: object({ transition: described(text, "模型 states 中的转换"), ...common }, ["transition"]),
};
/** Buttons above an editable table: what it offers by itself, and what the document adds. */
const gridCommon = { label: common.label, visible: common.visible };
const gridPresets = {
  addRow: object({
    ...gridCommon,
    templates: described(
      list(
        object(
          { title: described(text, "菜单里的名称"), values: described(mapOf(json, fieldName), "新行先填好的值") },
          ["title", "values"],
        ),
        1,
      ),
      "新增按钮旁的菜单：按用途加一行，常用的值已填好",
    ),
  }),
  removeRows: object(gridCommon),
  saveRows: object(gridCommon),
  importRows: object(gridCommon),
  exportRows: object(gridCommon),
  pickRows: object(
    {
      field: described(fieldName, "行中引用另一个模型的字段；每选一条就加一行"),
      columns: described(list(fieldName, 1), "弹窗里显示的列"),
      where,
      ...gridCommon,
    },
    ["field"],
  ),
};
const ownButton = object(
  {
    key: described(ref("key"), "本页内唯一"),
    ...common,
    ask: described(mapOf(ref("field"), fieldName), "先问的字段；动作里用 form 读答案"),
    do: described(ref("actions"), "点击后执行的动作"),
  },
  ["key", "label", "do"],
);

const queryItem = {
  title: described(text, "缺省：字段的名称"),
  op: described(
    oneOf("eq", "ne", "like", "left_like", "right_like", "in", "gt", "ge", "lt", "le", "range"),
    "怎样比较",
  ),
  widget: ref("editor"),
  dict: ref("dict"),
  default: described(json, "先填好的条件"),
  visible: described(ref("boolExpr"), "是否显示"),
};
const fixed = described(oneOf("left", "right"), "固定在哪一侧");
const align = described(oneOf("left", "center", "right"), "对齐；缺省按类型");
const summary = described(oneOf("sum", "average"), "表尾的合计");
const selection = described(oneOf("none", "single", "multiple"), "能否选行");
const tableColumn = {
  title: described(text, "缺省：字段的名称"),
  width: described(ref("width"), "列宽，像素"),
  fixed,
  align,
  sortable: described(flag, "可以按它排序"),
  summary,
  cell: ref("cell"),
  dict: ref("dict"),
  visible: described(ref("boolExpr"), "是否显示"),
  groupHeader: described(text, "多级表头：相邻且同名的列归在一起"),
};

export const link = object(
  { field: described(fieldName, "子行中的字段"), masterField: described(fieldName, "主行中的字段") },
  ["field", "masterField"],
);

/** The part of a list page that `list`, `tree-list`, master-detail pages and list details share. */
export const listBody: Readonly<Record<string, MetaSchema>> = {
  tabs: described(
    object(
      {
        field: described(fieldName, "有字典的字段"),
        values: described(list({ type: "string" }, 1), "哪些值，按此顺序"),
        counts: described(flag, "页签上显示行数"),
      },
      ["field", "values"],
    ),
    "列表上方按字典分页签",
  ),
  query: described(ref("query"), "查询栏"),
  table: described(ref("table"), "表格"),
  toolbar: described(list(ref("button")), "表格上方的按钮"),
  rowActions: described(ref("rowActions"), "每行的按钮"),
  views: described(mapOf(ref("view"), ref("key")), "键 → 表单或详情视图"),
};

/** What every kind of screen may carry. */
export const screenHead: Readonly<Record<string, MetaSchema>> = {
  ...head,
  model: described(docId, "字段、规则、权限、状态都从这里继承"),
  permissionPrefix: ref("permissionPrefix"),
  menu: ref("menu"),
  access: described(
    mapOf(ref("access"), { type: "string", pattern: "^[A-Za-z0-9_-]+$" }),
    "角色编码 → 这个角色看到哪些行、能做什么；页面本身总能打开。只在文件里写",
  ),
};

export const screenFragments: Readonly<Record<string, MetaSchema>> = {
  menu: described(
    object(
      {
        parent: described(
          { title: "menu", type: "string", pattern: "^[a-z][a-z0-9/-]*$" },
          "上级菜单的标识；缺省为顶层",
        ),
        title: described(text, "缺省：页面的名称"),
        icon: described(text, "图标名"),
        sort: described(integer, "同级中的次序，从小到大"),
        path: described({ title: "route", type: "string", pattern: "^/[A-Za-z0-9/:-]+$" }, "控制台的地址"),
        hidden: described(flag, "不显示在菜单里"),
        keepAlive: described(flag, "切换页签时保留"),
        everyone: described(flag, "有任何菜单的人都能打开，不需要授权"),
      },
      ["path", "sort"],
    ),
    "生成菜单行；带权限的按钮生成按钮行",
  ),
  access: object({
    see: described(
      textOr(
        oneOf("all", "own", "depart", "departs"),
        object(
          {
            title: described(text, "数据规则的名称"),
            field: described(fieldName, "字段"),
            op: described(text, "条件规则，例如 =、IN、RIGHT_LIKE"),
            value: described(text, "值，可以写系统变量，例如 #{sys_org_code}"),
          },
          ["title", "field", "op", "value"],
        ),
      ),
      "看到哪些行：all 全部（缺省），own 自己建的，depart 本部门的，departs 本部门及下级的；或一条数据规则",
    ),
    do: described(
      list({ type: "string", minLength: 1 }),
      "能按的按钮：add、edit、delete、export 等权限的末段，或完整的编码；* 是全部。缺省只能看",
    ),
  }),
  source: described(union("type", sources), "数据从哪里来"),
  listSource: described(union("type", { rest: sources.rest }), "没有模型时数据从哪里来"),
  gridButton: union("preset", gridPresets),
  rowPopover: object(
    {
      relation: described(fieldName, "行的模型的关系名"),
      title: described(text, "缺省：关系的名称"),
      columns: described(list(ref("tableColumn"), 1), "写出则只有这些列"),
    },
    ["relation"],
  ),
  button: byKey("preset", union("preset", presets), ownButton),
  rowActions: object(
    {
      inline: described(count, "直接显示几个，其余收入“更多”"),
      width: described(ref("width"), "列宽，像素"),
      items: described(list(ref("button"), 1), "按钮"),
    },
    ["items"],
  ),
  query: object({
    items: described(
      list(textOr(fieldName, object({ field: described(fieldName, "字段"), ...queryItem }, ["field"]))),
      "写出则只有这些项，按此顺序",
    ),
    override: described(mapOf(object(queryItem), fieldName), "在缺省项上改几处"),
    collapsedCount: described(count, "收起时显示几项"),
    advanced: described(flag, "高级查询；缺省 true"),
  }),
  tableColumn: textOr(fieldName, object({ field: described(fieldName, "字段"), ...tableColumn }, ["field"])),
  tableCalendar: object(
    {
      date: described(fieldName, "按哪个字段排在哪一天；日期或时间"),
      columns: described({ ...list(fieldName, 1), maxItems: 3 }, "条目上写哪些字段；缺省模型的 titleField"),
      color: described(fieldName, "条目按哪个字段的字典颜色显示"),
    },
    ["date"],
  ),
  table: object({
    as: described(
      oneOf("table", "cards", "calendar"),
      "先显示表格、图片卡片还是日历；写出后可以切换，每人的选择会记住。table 和 cards 可以切换卡片，第一个图片列是卡片的大图；日历须写 calendar；缺省表格",
    ),
    calendar: described(ref("tableCalendar"), "可以切换到日历：一个月一页，查询条件照样有效"),
    columns: described(list(ref("tableColumn"), 1), "写出则只有这些列，按此顺序"),
    override: described(mapOf(object(tableColumn), fieldName), "在缺省列上改几处"),
    selection,
    sort: described(ref("sortKey"), "缺省：模型的 sort"),
    totals: described(list(fieldName, 1), "对整个查询求和，由服务器计算"),
    groupBy: described(
      object(
        {
          fields: described(list(fieldName, 1), "可以按这些字段分组"),
          default: described({ ...list(fieldName, 1), maxItems: 3 }, "打开时的分组，由外到内最多三级；缺省不分组"),
        },
        ["fields"],
      ),
      "每组有行数和 totals 各列的小计，由服务器计算，展开时才读其中的行",
    ),
    pageSize: described(count, "每页几行；缺省 10，主表在上的页面 5"),
    pageSizes: described(list(count, 1), "可选的每页行数"),
    height: described({ type: "integer", minimum: 80 }, "各行一共最高多少像素，超出时在表格里滚动；缺省随窗口"),
    rowNumber: described(flag, "显示行号"),
    columnSettings: described(flag, "可以设置列；缺省 true"),
    rowKey: described(fieldName, "行的标识；缺省 id"),
    empty: described(text, "还没有行时，下一步做什么"),
    rowStyle: described(expression, "'danger'、'warning'、'success'、'muted' 或空"),
  }),
};

const gridColumn = {
  title: described(text, "缺省：字段的名称"),
  width: described(ref("width"), "列宽，像素"),
  fixed,
  align,
  summary,
  widget: ref("editor"),
  cell: ref("cell"),
  dict: ref("dict"),
  rules: described(list(ref("rule"), 1), "在模型的规则之外"),
  default: described(json, "新行的值"),
  value: described(expression, "由表达式算出"),
  disabled: described(ref("boolExpr"), "不能编辑"),
  required: described(ref("boolExpr"), "必填"),
  visible: described(ref("boolExpr"), "是否显示"),
  tip: described(ref("template"), "说明，在表头；带表达式的看这一行（row、master），在单元格"),
};

/** The part of an editable table that the page, the detail and the form item share. */
export const gridBody: Readonly<Record<string, MetaSchema>> = {
  editable: described(ref("boolExpr"), "能否编辑；缺省 true，主行是 master"),
  alwaysEdit: described(flag, "每行都像在编辑"),
  height: described(count, "高度，像素"),
  rowHeight: described(count, "行高，像素"),
  size: described(oneOf("medium", "small", "mini", "tiny"), "行的疏密；缺省 medium，写了 rowHeight 时不起作用"),
  rowNumber: described(flag, "显示行号"),
  selection,
  pager: described(flag, "分页显示；缺省 false，写了 pageSize 就是 true"),
  pageSize: described(count, "分页时每页几行；缺省 10"),
  pageSizes: described(list(count, 1), "分页时可选的每页行数；缺省 10、20、30"),
  dragSort: described(flag, "可以拖动排序，写入关系的 order 字段"),
  disabledRows: described(expression, "为真的行不能编辑"),
  tree: described(
    object({
      column: described(fieldName, "显示层级的列；缺省第一列"),
      parentKey: described(text, "请求里上级的参数名；缺省 parentId"),
      params: described(mapOf(text), "每次读取都带的其他参数"),
    }),
    "按模型的树形关系分层显示，第一次展开时才读下级",
  ),
  popover: described(ref("rowPopover"), "点一行的行号，在旁边显示属于它的行"),
  columns: described(list(ref("gridColumn"), 1), "写出则只有这些列"),
  override: described(mapOf(ref("gridColumnOverride"), fieldName), "在缺省列上改几处"),
  toolbar: described(
    list(ref("gridButton")),
    "表格上方的按钮；缺省可以新增、删除、从 Excel 导入和导出，主行下方的表格还可以保存（saveRows），表单里的随表单保存",
  ),
  permissionPrefix: described(
    ref("permissionPrefix"),
    "前缀加 add、remove、batch_delete 受控而本人没有时，不显示对应按钮",
  ),
};

export const gridFragments: Readonly<Record<string, MetaSchema>> = {
  gridColumn: textOr(fieldName, object({ field: described(fieldName, "字段"), ...gridColumn }, ["field"])),
  gridColumnOverride: object(gridColumn),
};
