import { defineAction } from "../../../runtime/registry/define.ts";
import { described, json, mapOf, object, oneOf, ref } from "../../../runtime/schema/fragments/build.ts";

export const requestAction = defineAction({
  type: "request",
  title: "请求",
  description: "调用本站接口，失败时停止后面的动作。",
  props: object(
    {
      method: described(oneOf("GET", "POST", "PUT", "DELETE"), "请求方法"),
      url: described(ref("url"), "接口路径，不带 /api"),
      params: described(mapOf(json), "地址里的参数"),
      data: described(mapOf(json), "请求体"),
    },
    ["method", "url"],
  ),
  load: "eager",
  examples: [{ type: "request", method: "PUT", url: "/sys/user/frozenBatch", data: { ids: "{{ selection.keys }}" } }],
});
