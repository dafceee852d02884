import { defineAction } from "../../../runtime/registry/define.ts";
import { described, fieldName, json, object } from "../../../runtime/schema/fragments/build.ts";

export const setValueAction = defineAction({
  type: "setValue",
  title: "写字段",
  description: "给表单的一个字段写值。",
  props: object({ field: described(fieldName, "写哪个字段"), value: described(json, "值，可以是表达式") }, [
    "field",
    "value",
  ]),
  load: "eager",
  examples: [{ type: "setValue", field: "bankCardNo", value: null }],
});
