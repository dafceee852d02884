import { inLanguage } from "../../runtime/language/language.ts";

/** Texts of the list of findings; they come with it. */
export const chineseFindings = {
  title: (errors: number, warnings: number) => `文档检查：${errors} 个错误，${warnings} 个警告`,
  hint: "改好文件后自动消失；有错误的文档保持上一次正确的内容",
  open: (place: string) => `在编辑器中打开 ${place}`,
  opened: "已让编辑器打开这一处",
  copied: (place: string) => `没有连接编辑器，已复制 ${place}`,
  notOpened: (place: string) => `没有连接编辑器：${place}`,
  error: "错误",
  warning: "警告",
};

export const findingsMessages = inLanguage("findings", chineseFindings);
