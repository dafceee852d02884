import { defineEditor } from "../../../runtime/registry/define.ts";
import { described, flag, object } from "../../../runtime/schema/fragments/build.ts";

export const cronEditor = defineEditor({
  type: "cron",
  title: "定时表达式",
  description: "用界面拼出定时表达式。",
  props: object({ seconds: described(flag, "显示秒；缺省显示"), year: described(flag, "显示年；缺省显示") }),
  accepts: ["string"],
  examples: [{ type: "cron" }],
});
