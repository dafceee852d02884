import { defineAction } from "../../../runtime/registry/define.ts";
import { shippedHandlers } from "../../../runtime/registry/shipped-handlers.ts";
import { described, json, mapOf, object, text } from "../../../runtime/schema/fragments/build.ts";

export const callAction = defineAction({
  type: "call",
  title: "调用处理函数",
  description: "调用按名称注册的处理函数。",
  props: object(
    { handler: described(text, `已注册的函数名：${shippedHandlers.join("、")}`), args: described(mapOf(json), "参数") },
    ["handler"],
  ),
  load: "eager",
  examples: [{ type: "call", handler: "session.viewAs", args: { userId: "{{ row.id }}" } }],
});
