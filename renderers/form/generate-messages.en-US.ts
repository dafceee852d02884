import type { Texts } from "../../runtime/language/language.ts";
import type { chineseGenerate } from "./generate-messages.ts";

export const englishGenerate: Texts<typeof chineseGenerate> = {
  preview: "Preview",
  back: "Back",
  title: "Name",
  count: "Lines",
  amount: "Total",
  nothing: "There is nothing to make with these answers.",
  summary: (rows: string, count: string, amount: string) =>
    `${rows} rows with ${count} lines will be made, ${amount} in total.`,
};
