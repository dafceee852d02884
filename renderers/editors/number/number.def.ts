import { defineEditor } from "../../../runtime/registry/define.ts";
import { count, described, number, object, text } from "../../../runtime/schema/fragments/build.ts";

export const numberEditor = defineEditor({
  type: "number",
  title: "数字",
  description: "只收数字，按小数位取舍；数字字段的缺省。",
  props: object({
    scale: described(count, "小数位；缺省按字段"),
    step: described(number, "按一次增减多少"),
    unit: described(text, "写在输入框后面的单位"),
  }),
  accepts: ["integer", "number", "money", "percent"],
  load: "form",
  examples: [{ type: "number" }, { type: "number", step: 10, unit: "元" }],
});
