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
  loading: "加载中",
  actionFailed: (type: string) => `操作没有完成：动作“${type}”出错，请联系管理员。`,
  request: {
    number: "请求编号",
    copyNumber: "复制请求编号",
    copy: "复制",
    copied: "已复制",
    selected: "已选中，按 Ctrl+C 复制",
  },
};

/** Words and marks that every part writes alike. */
export const words = inLanguage("format", chineseWords);
