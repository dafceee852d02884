import { expect, test } from "vitest";
import { fieldHref } from "./field-href.ts";

const names: Readonly<Record<string, string>> = { order_no: "order_no", create_time: "createTime" };
const read = (href: string) =>
  fieldHref(
    href,
    (name) => names[name],
    (component) => (component.endsWith("StoreOrder.vue") ? "store/store-order" : undefined),
  );

test.each([
  [
    "/store/order?no=${order_no}&fixed=1",
    { type: "navigate", to: "/store/order", query: { no: "{{ row.order_no }}", fixed: "1" } },
  ],
  ["/x/${order_no}", { type: "navigate", to: "/x/{{ row.order_no }}", query: {} }],
  ["/x?at=D${create_time}!", { type: "navigate", to: "/x", query: { at: "{{ concat('D', row.createTime, '!') }}" } }],
  ["https://example.test/a?n=${order_no}", { type: "navigate", to: "https://example.test/a?n={{ row.order_no }}" }],
  [
    "modules/store/StoreOrder.vue?id=${order_no}",
    { type: "open", screen: "store/store-order", params: { id: "{{ row.order_no }}" } },
  ],
])("the link %s leads where it says", (href, action) => {
  expect(read(href)).toEqual(action);
});

test.each([
  "javascript:alert(1)",
  "//example.test/a",
  "https://${order_no}/a",
  "${order_no}",
  "/x?token={{ACCESS_TOKEN}}",
  "/x?no=${password}",
  "/x?no='+alert(1)+'",
  "data:text/html,x",
  "/a b",
  "/x?no=%7B%7B user.id %7D%7D",
  "/x?no=%27%2Brow.secret%2B%27${order_no}",
  "modules/store/Other.vue",
])("%s is no link", (href) => {
  expect(read(href)).toBeUndefined();
});
