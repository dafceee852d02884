import { inLanguage } from "../../../runtime/language/language.ts";

/** Texts of the chart whose kind is chosen. */
export const chineseChartChoice = {
  label: "图表类型",
  kinds: { bar: "柱状图", line: "折线图", area: "面积图", pie: "饼图" },
};

export const chartChoiceMessages = inLanguage("chartChoice", chineseChartChoice);
