import { inLanguage } from "../../runtime/language/language.ts";

/** Texts of the import of a file. */
export const chineseImport = {
  title: "导入 EXCEL",
  choose: "选择文件",
  chooseOther: "重新选择",
  drop: "点击选择，或把文件拖到这里",
  hint: "支持 .xls、.xlsx、.csv，不超过 50 MB；任何一行有误时整个文件都不导入",
  none: "未上传任何文件",
  start: "导入",
  template: "下载模板",
  templateName: (title: string) => `${title}导入模板`,
  templateHint: "按模板填写可以一次通过：",
  wrongType: "请选择 .xls、.xlsx 或 .csv 文件",
  tooLarge: "文件超过 50 MB，请分批导入",
  failed: "文件上传失败",
  failedBecause: (name: string, reason: string) => `${name}：${reason}`,
  sending: (percent: number) => `上传中 ${percent}%`,
  checking: "正在检查并导入，请不要关闭页面",
  detail: "点击下载错误明细",
  rowsHint: "支持 .xls、.xlsx、.csv，不超过 5 MB；先预览，确认后才加入表格",
  templateRows: "从下一行的列名开始，每行一条",
  noTitles: (titles: readonly string[]) => `没有找到列名，前几行中应有：${titles.join("、")}`,
  noRows: "没有可以导入的行",
  ignored: (titles: readonly string[]) => `未识别的列已忽略：${titles.join("、")}`,
  preview: "预览",
  addRows: (count: number) => `导入 ${count} 行`,
  correctFirst: "请先修正标红的单元格，或删除这些行",
  detailFailed: "文件下载失败",
};

export const importMessages = inLanguage("importFile", chineseImport);
