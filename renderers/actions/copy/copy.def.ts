import { defineAction } from "../../../runtime/registry/define.ts";
import { described, object, ref } from "../../../runtime/schema/fragments/build.ts";

export const copyAction = defineAction({
  type: "copy",
  title: "复制文字",
  description: "把一段文字放进剪贴板；浏览器不允许时显示这段文字，并停止后面的动作。",
  props: object({ text: described(ref("template"), "复制的文字") }, ["text"]),
  load: "eager",
  examples: [{ type: "copy", text: "{{ row.menuAddress }}" }],
});
