import { defineAction } from "../../../runtime/registry/define.ts";
import { object } from "../../../runtime/schema/fragments/build.ts";

export const submitAction = defineAction({
  type: "submit",
  title: "提交",
  description: "校验并保存当前表单。",
  props: object({}),
  load: "eager",
  examples: [{ type: "submit" }],
});
