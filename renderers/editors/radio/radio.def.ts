import { defineEditor } from "../../../runtime/registry/define.ts";
import { sampleChoice } from "../../../runtime/registry/sample.ts";
import { described, flag, object } from "../../../runtime/schema/fragments/build.ts";

export const radioEditor = defineEditor({
  type: "radio",
  title: "单选",
  description: "字典项全部摊开，选一个；项数少时用。",
  props: object({ button: described(flag, "画成按钮") }),
  accepts: ["string", "integer", "boolean"],
  load: "form",
  sample: sampleChoice,
  examples: [{ type: "radio" }, { type: "radio", button: true }],
});
