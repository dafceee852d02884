import type { Texts } from "../../runtime/language/language.ts";
import type { chinesePhonePreview } from "./phone-preview-messages.ts";

export const englishPhonePreview: Texts<typeof chinesePhonePreview> = {
  title: "On a phone",
  empty: "What is filled in is shown here as on a phone.",
};
