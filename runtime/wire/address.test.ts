import { expect, test } from "vitest";
import { type ListAddress, readAddress, writeAddress } from "./address.ts";

const defaults: ListAddress = {
  values: {},
  pageNo: 1,
  pageSize: 10,
  sort: { field: "createTime", order: "desc" },
  tab: undefined,
};
const names = new Set(["name", "status", "openedAt"]);

test("filters, page and sort survive a reload", () => {
  const state: ListAddress = {
    values: { name: "江 & 湖", status: ["0", "1"], openedAt: ["2026-01-01", ""] },
    pageNo: 3,
    pageSize: 20,
    sort: { field: "price", order: "asc" },
    tab: "1",
  };
  expect(readAddress(writeAddress("", state, defaults), defaults, names)).toEqual(state);
});

test("a list in its first state leaves the address clean and other parameters alone", () => {
  expect(writeAddress("", defaults, defaults)).toBe("");
  expect(writeAddress("?id=7&q.name=x&page=4", defaults, defaults)).toBe("?id=7");
});

test("foreign filters and impossible pages in an address are ignored", () => {
  expect(readAddress("?q.other=1&page=-2&size=99999&sort=price.up", defaults, names)).toEqual(defaults);
});

test("a tab that the address was opened with is left for all rows, also over a reload", () => {
  const opened = { ...defaults, tab: "0" };
  const written = writeAddress("?status=0", { ...opened, tab: undefined }, opened);
  expect(written).toBe("?status=0&tab=");
  expect(readAddress(written, opened, names).tab).toBeUndefined();
  expect(readAddress("?status=0", opened, names).tab).toBe("0");
});
