import { type CellText, plainOrDict } from "../../../runtime/format/cell-text.ts";
import { defineCell } from "../../../runtime/registry/define.ts";
import { actions, described, object } from "../../../runtime/schema/fragments/build.ts";

export const linkText: CellText = plainOrDict;

export const linkCell = defineCell({
  type: "link",
  title: "链接",
  description: "文字可以点击，点击后执行动作，例如打开详情。",
  width: 168,
  props: object({ do: described(actions, "点击后执行的动作") }, ["do"]),
  format: linkText,
  digits: true,
  load: "inline",
  examples: [{ type: "link", do: [{ type: "open", view: "detail" }] }],
});
