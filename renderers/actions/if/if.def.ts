import { defineAction } from "../../../runtime/registry/define.ts";
import { actions, described, expression, object } from "../../../runtime/schema/fragments/build.ts";

export const ifAction = defineAction({
  type: "if",
  title: "条件",
  description: "条件成立时执行 then，否则执行 else。",
  props: object(
    { test: described(expression, "条件"), then: described(actions, "成立时"), else: described(actions, "不成立时") },
    ["test", "then"],
  ),
  load: "eager",
  examples: [{ type: "if", test: "{{ len(form.details) }}", then: [{ type: "confirm", text: "确定清空明细吗？" }] }],
});
