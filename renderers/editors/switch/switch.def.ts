import { defineEditor } from "../../../runtime/registry/define.ts";
import { described, object, ref } from "../../../runtime/schema/fragments/build.ts";

export const switchEditor = defineEditor({
  type: "switch",
  title: "开关",
  description: "两个值之间切换。",
  props: object({ values: described(ref("pair"), "[开, 关] 的线上值；缺省 Y、N") }),
  accepts: ["string", "boolean", "integer"],
  load: "form",
  sample: { value: "Y", long: "N" },
  examples: [{ type: "switch" }, { type: "switch", values: [1, 0] }],
});
