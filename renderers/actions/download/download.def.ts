import { defineAction } from "../../../runtime/registry/define.ts";
import { described, json, mapOf, object, ref } from "../../../runtime/schema/fragments/build.ts";

export const downloadAction = defineAction({
  type: "download",
  title: "下载",
  description: "从本站接口下载文件。",
  props: object(
    {
      url: described(ref("url"), "接口路径，不带 /api"),
      params: described(mapOf(json), "地址里的参数"),
      fileName: described(ref("template"), "保存的文件名"),
    },
    ["url"],
  ),
  load: "eager",
  examples: [{ type: "download", url: "/sys/user/exportXls", fileName: "用户.xlsx" }],
});
