import { defineEditor } from "../../../runtime/registry/define.ts";
import { object } from "../../../runtime/schema/fragments/build.ts";

export const iconEditor = defineEditor({
  type: "icon",
  title: "图标",
  description: "从图标库中选。",
  props: object({}),
  accepts: ["string"],
  load: "form",
  sample: { value: "HomeOutlined", long: "HomeOutlined", unknown: "NoSuchOutlined" },
  examples: [{ type: "icon" }],
});
