import type { Texts } from "../../runtime/language/language.ts";
import type { chineseDraft } from "./draft-messages.ts";

export const englishDraft: Texts<typeof chineseDraft> = {
  found: (time) => `There is unsaved input from ${time}.`,
  restore: "Restore",
  dismiss: "Discard",
  lost: (values) =>
    `These fields were renamed or removed, and their content was not restored: ${values.map(({ name, text }) => `${name}: ${text}`).join("; ")}`,
  read: "Got it",
};
