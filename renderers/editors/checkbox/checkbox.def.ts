import { defineEditor } from "../../../runtime/registry/define.ts";
import { described, object, ref } from "../../../runtime/schema/fragments/build.ts";

export const checkboxEditor = defineEditor({
  type: "checkbox",
  title: "复选",
  description: "有字典时选多个；没有字典时是一个勾选框。",
  props: object({ values: described(ref("pair"), "[勾选, 未勾选] 的线上值；缺省 Y、N") }),
  accepts: ["string", "boolean", "integer"],
  load: "form",
  sample: { value: "Y", long: "N" },
  examples: [{ type: "checkbox" }, { type: "checkbox", values: ["1", "0"] }],
});
