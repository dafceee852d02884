import { defineEditor } from "../../../runtime/registry/define.ts";
import { object } from "../../../runtime/schema/fragments/build.ts";

export const monthEditor = defineEditor({
  type: "month",
  title: "月份",
  description: "选月份，存为这个月的第一天。",
  props: object({}),
  accepts: ["date", "string"],
  load: "cell",
  component: "renderers/editors/date/DateEditor.tsx",
  sample: { value: "2026-11", long: "2026-11" },
  examples: [{ type: "month" }],
});
