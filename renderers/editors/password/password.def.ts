import { defineEditor } from "../../../runtime/registry/define.ts";
import { longWord } from "../../../runtime/registry/sample.ts";
import { object } from "../../../runtime/schema/fragments/build.ts";

export const passwordEditor = defineEditor({
  type: "password",
  title: "密码",
  description: "输入时不显示，值从不回填。",
  props: object({}),
  accepts: ["string"],
  load: "form",
  sample: { value: "", long: longWord },
  examples: [{ type: "password" }],
});
