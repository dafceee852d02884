import { defineCell } from "../../../runtime/registry/define.ts";
import { object } from "../../../runtime/schema/fragments/build.ts";

/** Its text is the expression: what was exported can be imported again. */
export const cronCell = defineCell({
  type: "cron",
  title: "执行时间",
  description: "Cron 表达式写成一句话，例如“每天 02:00:00 执行”；悬停时显示表达式，导出的也是表达式。",
  width: 176,
  props: object({}),
  accepts: ["string"],
  sample: { value: "0 30 2 ? * 2-6", long: "0 0/5 8-18 1,15 1-12 ? 2026-2030", unknown: "每天两点" },
  examples: [{ type: "cron" }],
});
