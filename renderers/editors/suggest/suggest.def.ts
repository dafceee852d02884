import { defineEditor } from "../../../runtime/registry/define.ts";
import { described, fieldName, flag, list, object, text } from "../../../runtime/schema/fragments/build.ts";

export const suggestEditor = defineEditor({
  type: "suggest",
  title: "候选选择",
  description: "从服务器当时给出的候选中选一个：候选来自一个接口，可以取决于表单的其他字段。",
  props: object(
    {
      url: described(text, "GET 接口，返回 [{value, text}]"),
      multiple: described(flag, "可以选多个，存为逗号分隔"),
      params: described(list(fieldName), "随请求发送的表单字段"),
    },
    ["url"],
  ),
  accepts: ["string"],
  load: "form",
  examples: [
    { type: "suggest", url: "/sys/permission/components" },
    { type: "suggest", url: "/sys/permission/ruleColumns", params: ["permissionId"] },
    { type: "suggest", url: "/sys/apiKey/tables", multiple: true },
  ],
});
