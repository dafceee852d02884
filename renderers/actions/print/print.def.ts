import { defineAction } from "../../../runtime/registry/define.ts";
import { described, object, text } from "../../../runtime/schema/fragments/build.ts";

export const printAction = defineAction({
  type: "print",
  title: "打印",
  description: "打印当前页面或本页的视图。",
  props: object({ view: described(text, "本页 views 的键；缺省当前页面") }),
  examples: [{ type: "print" }, { type: "print", view: "detail" }],
});
