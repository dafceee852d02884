import { defineFilter } from "../../../runtime/registry/define.ts";

export const dictFilter = defineFilter({
  type: "dict",
  title: "字典",
  description: "字典里的一项或几项；是否字段选是或否。",
  editors: [],
  load: "eager",
});
