import { chineseWords } from "../../../runtime/format/words.ts";

/** What a file for people says besides the documents: exports, import templates and their reports. */
export const chineseSheetWords = {
  list: (title: string) => `${title}列表数据`,
  exportedBy: (name: string) => `导出人:${name}`,
  template: (title: string) => `${title}导入模板`,
  templateHint: (first: number) => `带 * 的列必填；请从第 ${first} 行开始填写，不要改动表头`,
  reportName: (time: string) => `导入错误明细_${time}`,
  nextMistake: "；",
  colon: chineseWords.colon,
  total: "合计",
  yes: chineseWords.yes,
  no: chineseWords.no,
};
