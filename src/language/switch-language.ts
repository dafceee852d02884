import type { Locale } from "../../runtime/language/language.ts";
import { mayLose } from "../feedback/may-lose.ts";
import type { Console } from "../stores/console.ts";
import { storeLocale } from "./stored-locale.ts";

/** Begins the page anew in another language, after a question where unsaved input would be lost. */
export async function switchLanguage(locale: Locale, owner: Console): Promise<void> {
  if (!(await mayLose(owner))) return;
  owner.unsaved.release();
  storeLocale(locale);
  window.location.reload();
}
