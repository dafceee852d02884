import type { BuildWords } from "./build-sql.ts";

/** Titles that a built report gives its columns and parameters. */
export const buildWords: BuildWords = {
  rows: "行数",
  steps: { day: "按天", week: "按周", month: "按月", quarter: "按季度", year: "按年" },
  ops: { sum: "合计", avg: "平均", max: "最大", min: "最小", count: "去重计数" },
  titled: (title, how) => `${title}（${how}）`,
  keyed: (title) => `${title}（钻取用）`,
  from: (title) => `${title}起`,
  until: (title) => `${title}止`,
};
