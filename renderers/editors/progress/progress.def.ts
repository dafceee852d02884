import { defineEditor } from "../../../runtime/registry/define.ts";
import { object } from "../../../runtime/schema/fragments/build.ts";

export const progressEditor = defineEditor({
  type: "progress",
  title: "进度",
  description: "用滑块选 0 到 100。",
  props: object({}),
  accepts: ["integer", "number", "money", "percent"],
  sample: { value: 64, long: 100 },
  examples: [{ type: "progress" }],
});
