import type { Texts } from "../../runtime/language/language.ts";
import type { chineseHistory } from "./history-messages.ts";

export const englishHistory: Texts<typeof chineseHistory> = {
  timeline: "Changes",
  noTimeline: "No changes yet",
  comments: (count) => (count > 0 ? `Comments (${count})` : "Comments"),
  noComments: "No comments yet. Write the first one.",
  commentHint: "Write a comment. Everyone who sees this record can read it",
  commentEmpty: "Write a comment",
  commentSubmit: "Post",
  delete: "Delete",
  deleteTitle: "Delete comment",
  deleteText: "It cannot be restored.",
  verb: (change, isFirst) => (change === "deleted" ? "deleted it" : isFirst ? "created it" : "changed"),
  andMore: (count) => ` and ${count} more`,
};
