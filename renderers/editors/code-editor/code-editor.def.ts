import { codeLanguages } from "../../../runtime/format/code-languages.ts";
import { defineEditor } from "../../../runtime/registry/define.ts";
import { longText } from "../../../runtime/registry/sample.ts";
import { count, described, object, oneOf, ref, text } from "../../../runtime/schema/fragments/build.ts";

export const codeEditorEditor = defineEditor({
  type: "code-editor",
  title: "代码编辑器",
  description: "带高亮的代码，可以全屏；手机上是纯文本。JSON 字段缺省用它，写错的地方会说明。",
  props: object({
    language: described(oneOf(...codeLanguages), "语言；缺省 plaintext，JSON 字段总是 json"),
    height: described(count, "高度，像素；缺省 240"),
    schema: described(ref("jsonSchema"), "JSON 须符合什么：编辑时标出、提示，保存时由服务器检查"),
    placeholder: described(text, "没有值时的提示；缺省“请在此输入{语言}代码”"),
  }),
  accepts: ["string", "text", "json"],
  component: "renderers/editors/code-editor/CodeEditor.tsx",
  sample: { value: "select id, name\nfrom store", long: longText },
  examples: [
    { type: "code-editor", language: "sql", height: 300 },
    { type: "code-editor", language: "vue", placeholder: "页面的模板" },
    {
      type: "code-editor",
      language: "json",
      schema: {
        type: "object",
        properties: { retries: { type: "integer", title: "重试次数", minimum: 0, maximum: 5 } },
        required: ["retries"],
        additionalProperties: false,
      },
    },
    { type: "code-editor", language: "json", schema: "model" },
  ],
});
