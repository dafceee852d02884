import { definePanel } from "../../../runtime/registry/define.ts";
import { described, object, ref } from "../../../runtime/schema/fragments/build.ts";

export const textPanel = definePanel({
  type: "text",
  title: "文字",
  description: "一段说明，可以带表达式。",
  props: object({ text: described(ref("template"), "显示的文字") }, ["text"]),
  load: "eager",
  rowless: true,
  examples: [{ type: "text", text: "欢迎，{{ user.realname }}" }],
});
