import { defineAction } from "../../../runtime/registry/define.ts";
import { described, json, mapOf, object } from "../../../runtime/schema/fragments/build.ts";

export const navigateAction = defineAction({
  type: "navigate",
  title: "跳转",
  description: "跳到控制台的另一个地址；http(s) 地址在新窗口打开。",
  props: object(
    {
      to: described(
        { type: "string", pattern: "^(/(?!/)|https?://[^/?#{])" },
        "控制台的地址或 http(s) 网址，其中可以有 {{ 表达式 }}",
      ),
      query: described(mapOf(json), "地址里的参数"),
    },
    ["to"],
  ),
  load: "eager",
  examples: [{ type: "navigate", to: "/store/order", query: { status: "0" } }],
});
