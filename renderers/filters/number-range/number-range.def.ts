import { defineFilter } from "../../../runtime/registry/define.ts";

export const numberRangeFilter = defineFilter({
  type: "number-range",
  title: "数值范围",
  description: "下限和上限，都可以不填。",
  editors: [],
});
