import { defineAction } from "../../../runtime/registry/define.ts";
import { described, object, oneOf, ref } from "../../../runtime/schema/fragments/build.ts";

export const messageAction = defineAction({
  type: "message",
  title: "提示",
  description: "在页面上方显示一句话。",
  props: object(
    {
      level: described(oneOf("success", "info", "warning", "error"), "缺省 success"),
      text: described(ref("template"), "提示的文字"),
    },
    ["text"],
  ),
  load: "eager",
  examples: [{ type: "message", level: "success", text: "审核成功" }],
});
