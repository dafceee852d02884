import type { Texts } from "../../runtime/language/language.ts";
import type { chineseConflict } from "./conflict-messages.ts";

export const englishConflict: Texts<typeof chineseConflict> = {
  row: (title, number, name) => `${title}, row ${number}${name ? ` (${name})` : ""}`,
  added: "row added",
  removed: "row deleted",
  revived: "row changed, added again when you save",
  unread: "The current rows could not be read; yours can be saved when they are.",
  absent: "not changed",
  text: "It was changed before you saved. Choose which one counts; everything you entered is still here.",
  field: "Field",
  mine: "Mine",
  theirs: "Current",
  keepMine: "Save mine",
  takeTheirs: "Take the current",
  back: "Back to editing",
  untouched: "Not changed by you, the current stays",
  same: "No field differs. You can save.",
};
