import { expect, test } from "vitest";
import { RowSlots } from "./row-slots.ts";

const of = (slots: RowSlots, ids: string) => ids.split("").map((id) => slots.take(ids.split("")).get(id));

test("TBL-01 a row keeps its element while it is drawn; one that comes takes the element of one that went", () => {
  const slots = new RowSlots();
  expect(of(slots, "abcd")).toEqual([0, 1, 2, 3]);
  expect(of(slots, "bcde")).toEqual([1, 2, 3, 0]);
  expect(of(slots, "efgh")).toEqual([0, 1, 2, 3]);
});

test("TBL-01 the active row keeps its element far away from the others, and nobody else gets it", () => {
  const slots = new RowSlots();
  of(slots, "abc");
  expect(of(slots, "xyzb")).toEqual([0, 2, 3, 1]);
  expect(of(slots, "xyz")).toEqual([0, 2, 3]);
  expect(of(slots, "xyzu")).toEqual([0, 2, 3, 1]);
});
