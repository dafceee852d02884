import type { Texts } from "../../runtime/language/language.ts";
import type { chineseFormPreview } from "./form-preview-messages.ts";

export const englishFormPreview: Texts<typeof chineseFormPreview> = {
  title: "Preview",
  kinds: { form: "Form", list: "List" },
  widen: "Enlarge the preview",
  idle: "Once there are fields, the form and its list are shown here; nothing is stored.",
  failed: "The preview failed",
  retry: "Try again",
  notSaved: "This is a preview: nothing is saved",
  faults: (count) => `${count} settings to correct`,
  fault: (field, message) => (field === "" ? message : `${field}: ${message}`),
};
