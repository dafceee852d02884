import { inLanguage } from "../../../runtime/language/language.ts";

/** Texts of the choice before an export. */
export const chineseExport = {
  title: "导出",
  many: (count: string) => `共 ${count} 行，建议后台导出：完成后会通知您，关闭页面也不受影响。`,
  rows: "范围",
  chosen: (count: string) => `选中的 ${count} 行`,
  matching: (count: string) => `查询到的全部 ${count} 行`,
  columns: "列",
  allColumns: "全选",
  noColumns: "请至少选择一列",
  format: "格式",
  tooMany: (rows: string, format: string) => `超过 ${rows} 行，不能用 .${format}`,
  tooManyColumns: (columns: number) => `PDF 最多 ${columns} 列，请少选几列`,
  now: "立即下载",
  later: "后台导出",
  failed: "没有可以导出的数据",
  done: "已提交后台导出",
  doneText: "完成后会通知您。文件在导出中心保留 7 天，只有您能下载。",
  open: "打开导出中心",
  close: "留在本页",
};

export const exportMessages = inLanguage("exportFile", chineseExport);
