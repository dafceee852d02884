import { defineScreen } from "../../../runtime/registry/define.ts";
import {
  count,
  described,
  docId,
  fieldName,
  list,
  object,
  ref,
  text,
} from "../../../runtime/schema/fragments/build.ts";
import { listBody } from "../../../runtime/schema/fragments/screen-parts.ts";

export const treeListScreen = defineScreen({
  type: "tree-list",
  title: "树形列表",
  description: "行有上下级，逐层展开；左侧也可以是另一个模型的树。",
  props: object({
    source: ref("listSource"),
    fields: described(ref("fields"), "没有模型时的字段"),
    tree: described(
      object({
        relation: described(
          fieldName,
          "缺省：模型唯一的 tree 关系；也可以是指向本模型的一对多关系：每层用列表接口读取，顶层分页，适合几十万行",
        ),
        hasChild: described(fieldName, "一对多关系时：存下级行数的字段，大于 0 就能展开"),
        titleField: described(fieldName, "树列；缺省模型的 titleField"),
        expandLevel: described(count, "打开时展开几层"),
        card: described(
          object(
            {
              width: described(ref("width"), "宽度，像素；缺省 420"),
              tag: described(fieldName, "名称旁的标签：表格中的一列"),
              tabs: described(
                list(
                  object(
                    {
                      title: described(ref("template"), "页签上的文字"),
                      view: described(ref("key"), "本页 views 的键：表单，或另一个页面"),
                      permission: described(ref("permission"), "没有此权限的人看不到这个页签"),
                    },
                    ["title", "view"],
                  ),
                  1,
                ),
                "页签，第一个先显示",
              ),
            },
            ["tabs"],
          ),
          "选中的行在右侧打开；窄于 1088 像素时，它的视图和别处一样弹出",
        ),
        side: described(
          object(
            {
              width: described(ref("width"), "宽度，像素"),
              model: described(docId, "树的模型"),
              field: described(text, "条件的名称，例如列表中对应的字段"),
              value: described(text, "取树行的哪个字段作条件；缺省 id"),
              list: described(ref("endpoint"), "整棵树从哪里来；缺省：模型的 queryTreeList"),
              title: described(text, "树的标题；缺省：模型的名称"),
            },
            ["model", "field"],
          ),
          "左侧是另一个模型的树，右侧是列表",
        ),
      }),
      "树的选项",
    ),
    ...listBody,
  }),
  examples: [{ schemaVersion: 1, kind: "tree-list", model: "member/member-net", tree: { relation: "children" } }],
});
