import { defineEditor } from "../../../runtime/registry/define.ts";
import { count, described, object } from "../../../runtime/schema/fragments/build.ts";

export const tagsEditor = defineEditor({
  type: "tags",
  title: "标签",
  description: "输入多个词，存为逗号分隔；写了 every 时每几个字是一个词，存为分号分隔。",
  props: object({ every: described(count, "每几个字自动分开，例如 2") }),
  accepts: ["string"],
  load: "form",
  sample: { multiple: true, value: "新客,活跃", long: "新客,活跃,会员,线上,门店,退货,重要,沉睡" },
  examples: [{ type: "tags" }, { type: "tags", every: 2 }],
});
