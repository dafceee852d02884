import { describe, expect, test } from "vitest";
import { decideOnPage, decidePageAction, restrictedNames } from "./page-rights.ts";

const entry = (action: string, type = "2", status = "1") => ({ action, type, status });
const nothing = { auth: [], allAuth: [] };

describe("PRM-03 an action of a page", () => {
  test("is allowed by an entry of type 2 in the page's own list, whatever the stored lists say", () => {
    const lists = { auth: [], allAuth: [entry("user:edit", "2", "0")] };
    expect(decidePageAction("user:edit", [entry("user:add, user:edit")], lists)).toBe(true);
    expect(decidePageAction("user:edit", [entry("user:edit", "1")], lists)).toBe(false);
  });

  test("is forbidden by a system entry with status 0", () => {
    expect(decidePageAction("a", undefined, { auth: [], allAuth: [entry("a", "2", "0")] })).toBe(false);
    expect(decidePageAction("a", undefined, { auth: [], allAuth: [entry("a"), entry("a", "2", "0")] })).toBe(false);
  });

  test("is allowed by an enabled system entry unless the person's own list names it", () => {
    expect(decidePageAction("a", [], { auth: [], allAuth: [entry("b,a")] })).toBe(true);
    expect(decidePageAction("a", [], { auth: [entry("a")], allAuth: [entry("a")] })).toBe(false);
    expect(decidePageAction("a", [], { auth: [entry("a", "1")], allAuth: [entry("a")] })).toBe(true);
  });

  test("is forbidden where nobody knows it, and entries of type 1 say nothing about it", () => {
    expect(decidePageAction("a", [], nothing)).toBe(false);
    expect(decidePageAction("a", [], { auth: [], allAuth: [entry("a", "1")] })).toBe(false);
    expect(decidePageAction("a", [], { auth: [], allAuth: [entry("ab")] })).toBe(false);
  });
});

describe("PRM-02, PRM-03 what a page offers", () => {
  test("the page-level check decides about codes that entries of type 2 know", () => {
    const lists = { auth: [entry("a", "1")], allAuth: [entry("a", "2", "0")] };
    expect(decideOnPage("a", [], lists)).toBe(false);
    expect(decideOnPage("a", [entry("a")], lists)).toBe(true);
    expect(decideOnPage("a", [], { auth: [entry("a")], allAuth: [entry("a")] })).toBe(false);
    expect(decideOnPage("a", [], { auth: [], allAuth: [entry("a")] })).toBe(true);
  });

  test("the element rule decides about all others", () => {
    expect(decideOnPage("a", [], { auth: [entry("x,a", "1")], allAuth: [entry("a", "1")] })).toBe(true);
    expect(decideOnPage("a", [], { auth: [], allAuth: [entry("a", "1", "0")] })).toBe(true);
    expect(decideOnPage("a", [], { auth: [], allAuth: [entry("a", "1")] })).toBe(false);
    expect(decideOnPage("a", [entry("b")], nothing)).toBe(false);
    expect(decideOnPage("a", undefined, { auth: [entry("a")], allAuth: [] })).toBe(false);
  });
});

describe("PRM-04 the names that rows keep from a person", () => {
  const allAuth = [
    entry("store:order:see:payAmount,store:order:see:mobile", "1"),
    entry("store:order:edit:storeId", "1"),
    entry("store:order:export", "1"),
    entry("store:order:see:amount", "1", "0"),
    entry("store:order:see:memo", "2"),
    entry("store:orders:see:other", "1"),
    entry("store:order:detail:see:qty", "1"),
  ];

  test("are those of switched-on entries of type 1 under the prefix that were not granted", () => {
    const { hidden, disabled } = restrictedNames("store:order", { auth: [], allAuth });
    expect([...hidden]).toEqual(["payAmount", "mobile", "export"]);
    expect([...disabled]).toEqual(["storeId"]);
  });

  test("are fewer for who was granted some, also inside a list with commas", () => {
    const auth = [entry("x, store:order:see:mobile", "1"), entry("store:order:export", "2")];
    expect([...restrictedNames("store:order", { auth, allAuth }).hidden]).toEqual(["payAmount", "export"]);
  });

  test("batch_delete also hides remove", () => {
    const lists = { auth: [], allAuth: [entry("p:batch_delete", "1")] };
    expect([...restrictedNames("p", lists).hidden]).toEqual(["batch_delete", "remove"]);
  });
});
