// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { SearchTree, searchNodes } from "./SearchTree.tsx";

afterEach(cleanup);

interface Node {
  readonly id: string;
  readonly title: string;
  readonly children?: readonly Node[];
}
const node = (title: string, ...children: readonly Node[]): Node => ({ id: title, title, children });
const nodes = [
  node("邻和生活", node("华东大区", node("杭州分公司", node("梧桐路店"), node("清溪路店"))), node("财务中心")),
];

function opened() {
  const onPress = vi.fn();
  render(
    <SearchTree
      nodes={nodes}
      keyOf={({ id }) => id}
      label="部门"
      placeholder="搜索部门"
      rootOpened
      isChosen={({ title }) => title === "财务中心"}
      onPress={onPress}
    />,
  );
  const shown = () => screen.getAllByRole("treeitem").map(({ textContent }) => textContent);
  return { user: userEvent.setup(), onPress, shown, search: screen.getByRole("textbox", { name: "搜索部门" }) };
}

test("the first level stands open, a press tells its node, the chosen one is told", async () => {
  const { user, onPress, shown } = opened();
  expect(shown()).toEqual(["邻和生活", "华东大区", "财务中心"]);
  expect(screen.getByRole("treeitem", { selected: true }).textContent).toBe("财务中心");
  await user.click(screen.getByText("华东大区"));
  expect(onPress.mock.calls).toEqual([[nodes[0]?.children?.[0]]]);
});

test("a search shows what it finds on its way down, closed; opened or not, it is as people leave it", async () => {
  const { user, shown, search } = opened();
  const toggle = (name: string) => {
    const row = screen.getByRole("treeitem", { name });
    return user.click(row.querySelector(".ant-tree-switcher") as HTMLElement);
  };
  await toggle("华东大区");
  await user.type(search, "分公司");
  expect(shown()).toEqual(["邻和生活", "华东大区", "杭州分公司"]);
  await toggle("杭州分公司");
  expect(shown()).toEqual(["邻和生活", "华东大区", "杭州分公司", "梧桐路店", "清溪路店"]);
  await user.clear(search);
  expect(shown()).toEqual(["邻和生活", "华东大区", "杭州分公司", "财务中心"]);
  await user.type(search, "没有的");
  expect(screen.getByText("没有查询到任何数据")).toBeTruthy();
});

test("among 20,000 nodes the hits and the way to them stay", () => {
  const many = Array.from({ length: 100 }, (_, top) =>
    node(`大区 ${top}`, ...Array.from({ length: 199 }, (__, index) => node(`店 ${top}-${index}`))),
  );
  const all = (some: readonly Node[]): readonly Node[] => some.flatMap((one) => [one, ...all(one.children ?? [])]);
  expect(all(searchNodes(many, "店 7-7"))).toHaveLength(12);
});
