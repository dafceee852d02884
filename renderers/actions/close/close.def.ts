import { defineAction } from "../../../runtime/registry/define.ts";
import { object } from "../../../runtime/schema/fragments/build.ts";

export const closeAction = defineAction({
  type: "close",
  title: "关闭",
  description: "关闭当前的弹窗、抽屉或页签。",
  props: object({}),
  load: "eager",
  examples: [{ type: "close" }],
});
