import type { Locale } from "../../runtime/language/language.ts";
import { messages } from "../messages/messages.ts";
import type { Console } from "../stores/console.ts";
import { storeLocale } from "./stored-locale.ts";

/** Begins the page anew in another language, after a question where unsaved input would be lost. */
export async function switchLanguage(locale: Locale, { unsaved, feedback }: Console): Promise<void> {
  const { title, text, ok } = messages.unsaved;
  if (unsaved.isDirty() && !(await feedback.confirm({ title, content: text, okText: ok, danger: true }))) return;
  unsaved.release();
  storeLocale(locale);
  window.location.reload();
}
