import { inLanguage } from "../../../runtime/language/language.ts";

const formatCount = (count: number): string => count.toLocaleString("zh-CN");

/** Texts of reports; they come with the first of them. */
export const chineseReport = {
  noColumns: "报表没有给出要显示的列，请检查它的配置。",
  missingTitle: "缺少报表参数",
  missingText: (titles: string) => `打开这张报表需要：${titles}。请从带参数的链接进入。`,
  firstRows: (count: number) => `图表按前 ${formatCount(count)} 行计算，请缩小查询范围。`,
  readAt: (time: string) => `数据于 ${time} 取得`,
  readAnew: "重新读取",
  noDrill: "这里没有可以单独列出的数据：值为空、合并了几组，或查询了列表没有的条件。",
  noRowRules: "数据来自其他系统，不受数据权限控制：能打开这张报表的人都能看到全部数据。",
};

export const reportMessages = inLanguage("report", chineseReport);
