import { expect, test } from "vitest";
import { nearestTexts } from "./import-offers.ts";

test("what a wrong text may have meant: the same sound, a letter apart, one inside the other", () => {
  expect(nearestTexts("清溪路电", ["解放路店", "清溪路店", "清溪路段"])).toEqual(["清溪路店", "清溪路段"]);
  expect(nearestTexts("女性", ["男", "女"])).toEqual(["女"]);
  expect(nearestTexts("浙江省杭州西湖区", ["浙江省", "浙江省杭州市西湖区", "广东省"])).toEqual([
    "浙江省杭州市西湖区",
    "浙江省",
  ]);
  expect(nearestTexts("火星", ["男", "女", ""])).toEqual([]);
  expect(nearestTexts("", ["男"])).toEqual([]);
});
