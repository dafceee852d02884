import { defineEditor } from "../../../runtime/registry/define.ts";
import { anyText, described, list, object, oneOf, ref, text } from "../../../runtime/schema/fragments/build.ts";

export const entriesEditor = defineEditor({
  type: "entries",
  title: "条目",
  description: "几条同样的设置，每条几个值，存为 JSON 数组（文本字段存其文字）；次序有意义，可以移动。",
  props: object(
    {
      columns: described(
        list(
          object(
            {
              key: described(text, "JSON 中的键"),
              title: described(text, "名称"),
              width: described(ref("width"), "宽度，像素；缺省占余下的地方"),
              form: described(
                oneOf("text", "list", "pairs"),
                "JSON 中的样子：text 文字（缺省）；list 文字的数组，逗号分隔；pairs {key, value} 的数组，每行一个 键=值",
              ),
              options: described(
                list(
                  object(
                    {
                      value: described(text, "值"),
                      title: described(text, "文字"),
                      start: described(anyText, "选中后，下一列为空时填入"),
                    },
                    ["value", "title"],
                  ),
                  1,
                ),
                "只能选其中的值",
              ),
              tip: described(text, "为空时的提示"),
            },
            ["key", "title"],
          ),
          1,
        ),
        "每条有哪些值",
      ),
    },
    ["columns"],
  ),
  accepts: ["json", "text", "string"],
  examples: [
    {
      type: "entries",
      columns: [
        { key: "name", title: "名称" },
        { key: "args", title: "参数", form: "list" },
        { key: "unit", title: "单位", options: [{ value: "day", title: "天" }] },
      ],
    },
  ],
});
