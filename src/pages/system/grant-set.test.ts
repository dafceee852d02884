import { describe, expect, test } from "vitest";
import { type GrantNode, GrantTree } from "./grant-set.ts";

function node(key: string, menuType: number, children: readonly GrantNode[] = [], disableCheckbox = false): GrantNode {
  return { key, slotTitle: key, menuType, ruleFlag: 0, url: `/${key}`, disableCheckbox, children };
}

const tree = new GrantTree([
  node("store", 0, [
    node("order", 1, [node("order:add", 2), node("order:edit", 2), node("order:void", 2, [], true)]),
    node("shop", 1),
  ]),
]);
const none: ReadonlySet<string> = new Set();
const sorted = (keys: ReadonlySet<string>) => [...keys].sort();

describe("granting in a tree", () => {
  test("a button brings its page and group along, and both read as granted in part", () => {
    const granted = tree.set(none, "order:add", true, true);
    expect(sorted(granted)).toEqual(["order", "order:add", "store"]);
    expect([tree.stateOf("order", granted), tree.stateOf("store", granted)]).toEqual(["some", "some"]);
  });

  test("a page that was stored with some of its buttons reads as granted in part again", () => {
    expect(tree.stateOf("order", new Set(["store", "order"]))).toBe("some");
    expect(tree.stateOf("shop", new Set(["store", "shop"]))).toBe("all");
  });

  test("taking the last button leaves the page; taking the last page takes the group", () => {
    const page = tree.set(tree.set(none, "order:add", true, true), "order:add", false, true);
    expect(sorted(page)).toEqual(["order", "store"]);
    expect(sorted(tree.set(page, "order", false, true))).toEqual([]);
  });

  test("looking at a page grants none of its buttons", () => {
    expect(sorted(tree.setAlone(none, "order", true))).toEqual(["order", "store"]);
    expect(sorted(tree.setAlone(none, "order", false))).toEqual(["order"]);
  });

  test("not linked, a row goes alone", () => {
    expect(sorted(tree.set(none, "store", true, false))).toEqual(["store"]);
  });

  test("what a person may not hand on never changes, not by select all either", () => {
    expect(tree.all(none, true).has("order:void")).toBe(false);
    expect(sorted(tree.all(new Set(["order:void", "shop"]), false))).toEqual(["order:void"]);
    expect(tree.set(none, "store", true, true).has("order:void")).toBe(false);
  });

  test("a search keeps the way down to what it finds", () => {
    const [group] = tree.filter((each) => each.slotTitle === "order:edit");
    expect(group?.children.map((page) => [page.key, page.children.map((button) => button.key)])).toEqual([
      ["order", ["order:edit"]],
    ]);
  });
});
