import { defineFilter } from "../../../runtime/registry/define.ts";

export const dateFilter = defineFilter({
  type: "date",
  title: "日期",
  description: "一天、一月、一个时间，或者一段。",
  editors: ["range", "date", "datetime", "time", "month"],
});
