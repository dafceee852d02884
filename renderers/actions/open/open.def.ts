import { defineAction } from "../../../runtime/registry/define.ts";
import { described, docId, json, mapOf, object, text } from "../../../runtime/schema/fragments/build.ts";

export const openAction = defineAction({
  type: "open",
  title: "打开",
  description: "打开本页的视图，或打开另一个页面。",
  props: object({
    view: described(text, "本页 views 的键"),
    screen: described(docId, "另一个页面"),
    params: described(mapOf(json), "交给页面的参数"),
  }),
  load: "eager",
  examples: [
    { type: "open", view: "detail" },
    { type: "open", screen: "member/member", params: { id: "{{ row.memberId }}" } },
  ],
});
