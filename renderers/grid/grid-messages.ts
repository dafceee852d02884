import { inLanguage } from "../../runtime/language/language.ts";

/** What a block of cells adds up to; numbers in words, absent without any. */
export interface BlockSums {
  /** Cells with a value. */
  readonly filled: number;
  readonly cells: number;
  readonly sum?: string;
  readonly average?: string;
}

/** Texts of the editable table. */
export const chineseGrid = {
  addRow: "新增一行",
  maximise: "最大化表格",
  restore: "还原表格",
  addByPurpose: "按用途新增",
  pickRows: (title: string) => `选择${title}`,
  pickedKnown: (count: number) => `${count} 项已在表中，没有重复添加`,
  removeRows: (count: number, verb = "删除") => (count > 0 ? `${verb} ${count} 行` : verb),
  saveRows: "保存",
  changedBy: (name: string) => `${name} 刚刚修改了这一格`,
  overruled: (name: string) => `${name} 刚刚也修改了这一格，保存后以这里的值为准`,
  fill: "拖动填充，双击填到最后",
  find: {
    find: "查找",
    by: "替换为",
    place: (at: number, count: number) => `${at}/${count}`,
    next: "下一处",
    previous: "上一处",
    replace: "替换",
    replaceAll: "全部替换",
    replaced: (count: number) => `已替换 ${count} 处`,
    kept: (count: number) => `${count} 处不能替换，保持原样`,
  },
  importRows: "从 Excel 导入",
  exportRows: "导出为 Excel",
  removeTitle: "确认删除",
  removeText: (count: number) => `确定要删除这 ${count} 项吗?`,
  selectFirst: "请选择一条记录！",
  tooFast: "点击过快，请慢点！",
  rows: (count: number) => `共 ${count} 行`,
  shown: (count: number) => `第 1–${count} 行，共 ${count} 行`,
  wrong: (count: number) => `${count} 处待修正`,
  nextWrong: "定位下一处",
  previousWrong: "上一处",
  sum: "合计",
  average: "平均",
  keys: "Tab 移到下一格，Enter 向下，Esc 取消，可从 Excel 直接粘贴",
  block: ({ filled, cells, sum, average }: BlockSums) =>
    [`已选 ${cells} 格`, `有值 ${filled} 格`, ...(sum === undefined ? [] : [`合计 ${sum}`, `平均 ${average}`])].join(
      "，",
    ),
  empty: (title: string) => `还没有${title}`,
  emptyHint: (add: string) => `。点“${add}”开始填写，也可以从 Excel 粘贴。`,
  drag: "拖动排序，或按 Alt 加上下方向键",
  rowMenu: "行操作",
  rowNo: (no: number) => `第 ${no} 行`,
  details: "详细信息",
  addBelow: "新增下级",
  insertAbove: "在上方插入",
  insertBelow: "在下方插入",
  duplicate: (count: number) => (count > 1 ? `复制 ${count} 行` : "复制整行"),
  clearCell: "清空单元格",
  removeRow: (count: number) => (count > 1 ? `删除 ${count} 行` : "删除行"),
  more: "更多行操作",
  select: (no: number) => `选择第 ${no} 行`,
  selectAll: "选择全部",
  cell: (title: string, no: number) => `${title}，第 ${no} 行`,
  noRoom: (count: number, max: number | undefined) =>
    max === undefined ? `${count} 行没有粘贴` : `最多 ${max} 行，${count} 行没有粘贴`,
  skipped: (count: number) => `${count} 格不能修改或超出最后一列，没有粘贴`,
  notFound: (text: string) => `没有找到“${text}”`,
  foundSeveral: (text: string, count: number) => `“${text}”有 ${count} 条，请选择其中一条`,
  notAChoice: (text: string) => `“${text}”不在可选项中`,
  tooMuch: (size: string) => `剪贴板内容有 ${size}，最多粘贴 5 MB`,
  loadFailed: "明细加载失败",
};

export const gridMessages = inLanguage("grid", chineseGrid);
