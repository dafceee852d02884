import { defineAction } from "../../../runtime/registry/define.ts";
import { object } from "../../../runtime/schema/fragments/build.ts";

export const reloadAction = defineAction({
  type: "reload",
  title: "刷新",
  description: "重新读取列表或子表。",
  props: object({}),
  load: "eager",
  examples: [{ type: "reload" }],
});
