import { inLanguage } from "../../runtime/language/language.ts";

/** Texts of the preview beside what is written for the app. */
export const chinesePhonePreview = {
  title: "手机预览",
  empty: "填写后，在这里显示手机上的样子。",
};

export const phonePreviewMessages = inLanguage("phonePreview", chinesePhonePreview);
