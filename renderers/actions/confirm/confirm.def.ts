import { defineAction } from "../../../runtime/registry/define.ts";
import { described, object, ref } from "../../../runtime/schema/fragments/build.ts";

export const confirmAction = defineAction({
  type: "confirm",
  title: "确认",
  description: "请用户确认，取消时停止后面的动作。",
  props: object(
    {
      text: described(ref("template"), "问题"),
      content: described(ref("template"), "问题下面的说明"),
      secret: described(ref("template"), "只显示这一次的文字，带复制按钮；对话框只有确认，不能取消"),
    },
    ["text"],
  ),
  load: "eager",
  examples: [
    { type: "confirm", text: "确定清空明细吗？" },
    { type: "confirm", text: "确定发给全部会员吗？", content: "共 {{ selection.rows.length }} 人，发出后不能撤回。" },
    { type: "confirm", text: "请保存密钥，关闭后不再显示", secret: "{{ result.key }}" },
  ],
});
