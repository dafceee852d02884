import { defineEditor } from "../../../runtime/registry/define.ts";
import { described, flag, object } from "../../../runtime/schema/fragments/build.ts";

export const cronEditor = defineEditor({
  type: "cron",
  title: "定时表达式",
  description: "用界面拼出定时表达式。",
  props: object({ seconds: described(flag, "显示秒；缺省显示"), year: described(flag, "显示年；缺省显示") }),
  accepts: ["string"],
  sample: { value: "0 0/5 9-18 * * ? *", long: "0 0,5,10,15,20,25,30,35,40,45,50,55 9-18 1,15,L * ? 2026-2030" },
  examples: [{ type: "cron" }],
});
