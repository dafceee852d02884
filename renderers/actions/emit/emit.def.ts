import { defineAction } from "../../../runtime/registry/define.ts";
import { described, object, text } from "../../../runtime/schema/fragments/build.ts";

export const emitAction = defineAction({
  type: "emit",
  title: "发出事件",
  description: "发出事件，由注册的页面接收。",
  props: object({ event: described(text, "事件名") }, ["event"]),
  examples: [{ type: "emit", event: "order-audited" }],
});
