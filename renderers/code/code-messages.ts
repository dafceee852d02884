import { inLanguage } from "../../runtime/language/language.ts";

/** Texts of the code editor and of the editor of report SQL. */
export const chineseCode = {
  wayOut: "按 Esc 后再按 Tab 离开编辑器",
  leaving: "按 Tab 离开编辑器",
  readOnly: "不能编辑",
  place: (line: number, column: number) => `行 ${line}，列 ${column}`,
};

export const codeMessages = inLanguage("code", chineseCode);
