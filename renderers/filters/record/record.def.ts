import { defineFilter } from "../../../runtime/registry/define.ts";

export const recordFilter = defineFilter({
  type: "record",
  title: "关联记录",
  description: "输入几个字，找到另一个模型的记录。",
  editors: ["search-select"],
});
