import { inLanguage } from "../../runtime/language/language.ts";

/** Texts of rows that an action makes, before they are made. */
export const chineseGenerate = {
  preview: "预览",
  back: "上一步",
  title: "名称",
  count: "笔数",
  amount: "合计",
  nothing: "按这些条件没有可以生成的数据。",
  summary: (rows: string, count: string, amount: string) => `将生成 ${rows} 条，共 ${count} 笔，合计 ${amount}。`,
};

export const generateMessages = inLanguage("generate", chineseGenerate);
