import { expect, test } from "vitest";
import { nearestPages, screenIdCandidates } from "./page-names.ts";

const ids = [
  "system/user",
  "system/log",
  "store/store-order",
  "store/store-order-detail",
  "monitor/redis",
  "member/member",
];
const find = (component: string) => screenIdCandidates(component).find((id) => ids.includes(id));

test.each([
  ["system/user", "system/user"],
  ["system/UserList", "system/user"],
  ["views/system/UserList.vue", "system/user"],
  ["isystem/UserList", "system/user"],
  ["modules/store/StoreOrderList", "store/store-order"],
  ["modules/shop/store/StoreOrderDetailList", "store/store-order-detail"],
  ["system/SysLogList", "system/log"],
  ["modules/monitor/RedisInfo", "monitor/redis"],
  ["modules/xx/YyList", undefined],
  ["constructor", undefined],
  ["", undefined],
])("the component %j means the page %s", (component, id) => {
  expect(find(component)).toBe(id);
});

test("a name that nobody knows is answered with at most three that are like it, the nearest first", () => {
  expect(nearestPages("modules/store/StorOrderList", ids)).toEqual(["store/store-order", "store/store-order-detail"]);
  expect(nearestPages("a/Zzzzzz", ids)).toEqual([]);
  expect(nearestPages("x".repeat(100_000), ids)).toEqual([]);
});
