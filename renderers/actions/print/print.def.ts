import { defineAction } from "../../../runtime/registry/define.ts";
import { object } from "../../../runtime/schema/fragments/build.ts";

export const printAction = defineAction({
  type: "print",
  title: "打印",
  description: "打印当前页面或本页的视图。",
  props: object({}),
  load: "eager",
  examples: [{ type: "print" }],
});
