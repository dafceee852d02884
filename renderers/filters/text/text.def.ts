import { defineFilter } from "../../../runtime/registry/define.ts";

export const textFilter = defineFilter({
  type: "text",
  title: "文本",
  description: "一行文字；没有别的控件时的缺省。",
  editors: [],
  load: "eager",
});
