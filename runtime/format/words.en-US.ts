import type { Texts } from "../language/language.ts";
import type { chineseWords } from "./words.ts";

export const englishWords: Texts<typeof chineseWords> = {
  yes: "Yes",
  no: "No",
  listComma: ", ",
  comma: ", ",
  colon: ": ",
  brackets: ["(", ")"],
  inBrackets: (text) => ` (${text})`,
  loading: "Loading",
  actionFailed: (type) => `Not done: the action “${type}” failed. Please tell an administrator.`,
  request: {
    number: "Request number",
    copyNumber: "Copy the request number",
    copy: "Copy",
    copied: "Copied",
    selected: "Selected; press Ctrl+C",
  },
};
