import { defineAction } from "../../../runtime/registry/define.ts";
import { described, expression, object, text } from "../../../runtime/schema/fragments/build.ts";

export const transitionAction = defineAction({
  type: "transition",
  title: "转换状态",
  description: "执行模型 states 中的一个转换。",
  props: object(
    { transition: described(text, "模型 states 中的转换"), ids: described(expression, "对哪些行；缺省：当前行") },
    ["transition"],
  ),
  load: "eager",
  examples: [
    { type: "transition", transition: "audit" },
    { type: "transition", transition: "audit", ids: "{{ selection.keys }}" },
  ],
});
