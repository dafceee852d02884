// @vitest-environment happy-dom
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { renderEditor } from "../../testing/render-editor.tsx";

afterEach(cleanup);

const open = async (user: ReturnType<typeof userEvent.setup>) => user.click(await screen.findByRole("combobox"));

test("PCK-01: province, city and district are chosen one after the other, the district's code is stored", async () => {
  const user = userEvent.setup();
  const { values, container } = renderEditor({ type: "area" }, { title: "所在地区" });
  await open(user);
  await user.click(await screen.findByText("浙江省"));
  await user.click(await screen.findByText("杭州市"));
  await user.click(await screen.findByText("西湖区"));
  expect(values).toEqual(["330106"]);
  expect(container.textContent).toContain("浙江省杭州市西湖区");
});

test("pinyin initials find a division", async () => {
  const user = userEvent.setup();
  const { values } = renderEditor({ type: "area" }, { title: "所在地区" });
  await open(user);
  await user.keyboard("zj hz xhq");
  const hits = await screen.findAllByText((_text, element) => element?.className === "ant-cascader-menu-item-content");
  expect(hits.map((hit) => hit.textContent)).toEqual(["浙江省 / 杭州市 / 西湖区"]);
  await user.click(hits[0] as HTMLElement);
  expect(values).toEqual(["330106"]);
});

test.each([
  ["330104", "浙江省杭州市江干区"],
  ["999999", "999999"],
])("the stored code %s is shown as %s and stays when nothing is chosen", async (value, words) => {
  const { container, values } = renderEditor({ type: "area" }, { title: "所在地区", value });
  await screen.findByRole("combobox");
  expect(container.textContent).toContain(words);
  expect(values).toEqual([]);
});

test("as selects, each level opens the next, and clearing one leaves the level above", async () => {
  const user = userEvent.setup();
  const { values, container } = renderEditor({ type: "area", as: "select" }, { title: "所在地区", value: "330106" });
  await screen.findByRole("combobox", { name: "所在地区 区县" });
  expect(["浙江省", "杭州市", "西湖区"].filter((name) => container.textContent?.includes(name))).toHaveLength(3);
  const clear = container.querySelectorAll(".ant-select-clear");
  await user.click(clear[2] as Element);
  expect(values).toEqual(["330100"]);
});

test("PCK-01: another kind than cascader or select falls back to the cascader and says so", async () => {
  const { container } = renderEditor({ type: "area", as: "tree" as "select" }, { title: "所在地区", value: "330106" });
  await screen.findByRole("combobox");
  expect(container.textContent).toContain("浙江省杭州市西湖区");
  expect(container.textContent).toContain("Bad type value");
});
