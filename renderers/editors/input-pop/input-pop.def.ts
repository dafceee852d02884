import { defineEditor } from "../../../runtime/registry/define.ts";
import { count, described, object, text } from "../../../runtime/schema/fragments/build.ts";

export const inputPopEditor = defineEditor({
  type: "input-pop",
  title: "弹出文本",
  description: "平时是一行，点开右边的图标在小窗里写多行；用于地方小、偶尔写长的文字。",
  props: object({
    placeholder: described(text, "没有值时的提示"),
    width: described(count, "小窗的宽度，像素；缺省 200"),
    height: described(count, "小窗的高度，像素；缺省 150"),
  }),
  accepts: ["string", "text"],
  examples: [{ type: "input-pop" }, { type: "input-pop", placeholder: "点右边的图标写多行", width: 300, height: 210 }],
});
