import { inSentence, type Texts } from "../../../runtime/language/language.ts";
import type { chineseRecycleBin } from "./recycle-bin-messages.ts";

export const englishRecycleBin: Texts<typeof chineseRecycleBin> = {
  title: (title) => `Recycle bin: ${inSentence(title)}`,
  restore: "Restore",
  purge: "Delete for good",
  purgeText: (name) => `Delete ${name} for good? It cannot be restored.`,
  emptyTitle: "The recycle bin is empty",
  emptyText: (title) => `Deleted records (${inSentence(title)}) are kept here and can be restored.`,
};
