import { inLanguage } from "../language/language.ts";

export const chineseWords = {
  yes: "是",
  no: "否",
  /** Between things that stand side by side. */
  listComma: "、",
  comma: "，",
  colon: "：",
  brackets: ["（", "）"] as const,
  inBrackets: (text: string) => `（${text}）`,
};

/** Words and marks that every part writes alike. */
export const words = inLanguage("format", chineseWords);
