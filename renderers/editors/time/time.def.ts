import { defineEditor } from "../../../runtime/registry/define.ts";
import { object } from "../../../runtime/schema/fragments/build.ts";

export const timeEditor = defineEditor({
  type: "time",
  title: "时间",
  description: "选时分秒。",
  props: object({}),
  accepts: ["time", "string"],
  load: "cell",
  component: "renderers/editors/date/DateEditor.tsx",
  examples: [{ type: "time" }],
});
