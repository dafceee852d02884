import { definePanel } from "../../../runtime/registry/define.ts";
import { described, list, object, ref } from "../../../runtime/schema/fragments/build.ts";

export const myTasksPanel = definePanel({
  type: "my-tasks",
  title: "我的待办",
  description: "等着处理的单据，各有几条、最早的是哪天的；点击到相应的页面。没有的、看不到的和无权处理的不显示。",
  props: object(
    {
      items: described(list(ref("task"), 1), "各项待办"),
      greeting: described(ref("template"), "问候语：写在页面上方，待办在它下面连成一句，如“45 笔订单待审核”"),
    },
    ["items"],
  ),
  load: "eager",
  rowless: true,
  sampleRows: [
    { title: "订单等待审核", total: 12, since: "2026-11-20 08:12:00", page: "orders", search: "?tab=0" },
    { title: "退款等待处理", total: 3, page: "refunds" },
  ],
  examples: [
    {
      type: "my-tasks",
      span: 24,
      greeting: "{{ user.welcome }}",
      items: [{ title: "笔订单待审核", model: "store/store-order", where: { status: "0" } }],
    },
    {
      type: "my-tasks",
      title: "我的待办",
      items: [
        {
          title: "订单等待审核",
          model: "store/store-order",
          where: { status: "0" },
          permission: "store:order:audit",
          since: "createTime",
          page: "store/store-order?tab=0",
        },
      ],
    },
  ],
});
