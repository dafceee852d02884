import { inLanguage } from "../../runtime/language/language.ts";
import type { LostValue } from "./fit-draft.ts";

/** Texts about what was typed and never saved. */
export const chineseDraft = {
  found: (time: string) => `有 ${time} 填写后没有保存的内容。`,
  restore: "恢复",
  dismiss: "丢弃",
  lost: (values: readonly LostValue[]) =>
    `下列字段已改名或移除，内容没有恢复，请自行处理：${values.map(({ name, text }) => `${name}：${text}`).join("；")}`,
  read: "知道了",
} as const;

export const draftMessages = inLanguage("draft", chineseDraft);
