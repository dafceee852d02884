import type { Texts } from "../../../runtime/language/language.ts";
import type { chineseChartChoice } from "./chart-choice-messages.ts";

export const englishChartChoice: Texts<typeof chineseChartChoice> = {
  label: "Chart type",
  kinds: { bar: "Bars", line: "Lines", area: "Area", pie: "Ring" },
};
