import { type CellText, plainOrDict } from "../../../runtime/format/cell-text.ts";
import { defineCell } from "../../../runtime/registry/define.ts";
import { longWord } from "../../../runtime/registry/sample.ts";
import { object } from "../../../runtime/schema/fragments/build.ts";

export const userText: CellText = plainOrDict;

export const userCell = defineCell({
  type: "user",
  title: "用户",
  description: "账号写成姓名。",
  width: 100,
  props: object({}),
  accepts: ["string"],
  format: userText,
  sent: true,
  sample: { value: "chenxiao", text: "陈晓", long: longWord, unknown: "u-404" },
  examples: [{ type: "user" }],
});
