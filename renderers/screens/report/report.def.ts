import { defineScreen } from "../../../runtime/registry/define.ts";
import {
  described,
  flag,
  json,
  list,
  mapOf,
  object,
  oneOf,
  ref,
  text,
} from "../../../runtime/schema/fragments/build.ts";

export const reportScreen = defineScreen({
  type: "report",
  title: "报表",
  description: "在线报表或查询的结果，可以带图表，只读。嵌在别的页面里时，那里给它的参数和条件不变，查询栏不显示。",
  props: object(
    {
      source: described(ref("source"), "数据从哪里来"),
      params: described(
        mapOf(
          object({
            title: described(text, "缺省：参数名"),
            from: described(oneOf("query", "path", "fixed"), "值从哪里来"),
            value: described(json, "固定的值，可以是表达式"),
            required: described(flag, "必填"),
          }),
        ),
        "报表参数，发送为 self_名称",
      ),
      query: described(ref("query"), "查询栏"),
      table: described(ref("table"), "表格"),
      panels: described(list(ref("panel"), 1), "表格上方的面板；没有 source 的面板用报表自己的行"),
      layout: described(
        object({
          split: described(oneOf("vertical", "horizontal"), "面板在表格上方，还是右侧"),
          ratio: described({ type: "number", minimum: 0.1, maximum: 0.9 }, "面板在右侧时表格所占的宽度"),
        }),
        "面板和表格怎样分",
      ),
      refresh: described({ type: "integer", minimum: 10 }, "自动刷新，秒；看不见这一页时不读"),
      toolbar: described(list(ref("button")), "按钮"),
    },
    ["title", "source"],
  ),
  examples: [
    { schemaVersion: 1, kind: "report", title: "订单日报", source: { type: "cgreport", code: "order_daily" } },
  ],
});
