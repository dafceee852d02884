import { messages } from "../messages/messages.ts";
import type { DictionaryStore } from "./dictionaries.ts";
import type { FeedbackStore } from "./feedback.ts";

/** Reads every dictionary anew, on the server and in this browser, and says how it went; never fails. */
export async function refreshDictionaries(
  dictionaries: Pick<DictionaryStore, "refresh">,
  feedback: Pick<FeedbackStore, "notify">,
): Promise<void> {
  try {
    await dictionaries.refresh();
    feedback.notify("success", messages.shell.cacheCleared);
  } catch {
    feedback.notify("warning", messages.shell.cacheFailed);
  }
}
