import { defineEditor } from "../../../runtime/registry/define.ts";
import { described, object, oneOf } from "../../../runtime/schema/fragments/build.ts";

export const areaEditor = defineEditor({
  type: "area",
  title: "地区",
  description: "选省市区，存行政区划代码。",
  props: object({ as: described(oneOf("cascader", "select"), "级联还是三个下拉；缺省 cascader") }),
  accepts: ["string"],
  load: "cell",
  sample: { value: "330102", long: "654325", unknown: "999999" },
  examples: [{ type: "area" }, { type: "area", as: "select" }],
});
