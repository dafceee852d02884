import { defineAction } from "../../../runtime/registry/define.ts";
import { described, object, text } from "../../../runtime/schema/fragments/build.ts";

export const reloadAction = defineAction({
  type: "reload",
  title: "刷新",
  description: "重新读取列表或子表。",
  props: object({ target: described(text, "list（缺省）或子表的关系名") }),
  examples: [{ type: "reload" }, { type: "reload", target: "details" }],
});
