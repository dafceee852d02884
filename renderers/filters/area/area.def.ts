import { defineFilter } from "../../../runtime/registry/define.ts";

export const areaFilter = defineFilter({
  type: "area",
  title: "行政区划",
  description: "选任一级行政区划，连同下级一起查。",
  editors: ["area"],
});
