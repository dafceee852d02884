// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from "@testing-library/react";
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
  await screen.findByText("浙江省");
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
  // The divisions, which alone know the words, may be on their way.
  await waitFor(() => expect(container.textContent).toContain(words));
  expect(values).toEqual([]);
});

test("as selects, each level opens the next, and clearing one leaves the level above", async () => {
  const user = userEvent.setup();
  const { values, container } = renderEditor({ type: "area", as: "select" }, { title: "所在地区", value: "330106" });
  await screen.findByRole("combobox", { name: "所在地区 区县" });
  expect(["浙江省", "杭州市", "西湖区"].filter((name) => container.textContent?.includes(name))).toHaveLength(3);
  await user.click(screen.getAllByRole("button", { name: "清除" })[2] as HTMLElement);
  expect(values).toEqual(["330100"]);
  await user.click(screen.getByRole("combobox", { name: "所在地区 区县" }));
  await user.keyboard("yhq");
  expect(screen.getAllByRole("option").map((option) => option.getAttribute("aria-label"))).toEqual(["余杭区"]);
  await user.keyboard("{Enter}");
  expect(values).toEqual(["330100", "330110"]);
});

test("a closed division says the server's words without the list of divisions, is emptied by its mark and opened by key", async () => {
  const user = userEvent.setup();
  const { values, container } = renderEditor(
    { type: "area" },
    { title: "所在地区", value: "330106", text: "浙江省杭州市西湖区" },
  );
  expect(container.textContent).toBe("浙江省杭州市西湖区");
  await user.click(screen.getByRole("button", { name: "清除" }));
  expect(values).toEqual([null]);
  expect(container.textContent).toBe("请选择所在地区");
  screen.getByRole("combobox").focus();
  await user.keyboard("{ArrowDown}");
  expect(await screen.findByText("浙江省")).toBeTruthy();
});

test("who may not change a division does not open it", async () => {
  const user = userEvent.setup();
  const disabled = { title: "所在地区", value: "330106", text: "浙江省杭州市西湖区", disabled: true };
  const { container } = renderEditor({ type: "area" }, disabled);
  await user.click(screen.getByRole("combobox"));
  expect(screen.getByRole("combobox").getAttribute("aria-expanded")).toBe("false");
  expect(container.textContent).toBe("浙江省杭州市西湖区");
  expect(screen.queryByRole("button", { name: "清除" })).toBeNull();
});

test("PCK-01: another kind than cascader or select falls back to the cascader and says so", async () => {
  const { container } = renderEditor({ type: "area", as: "tree" as "select" }, { title: "所在地区", value: "330106" });
  await waitFor(() => expect(container.textContent).toContain("浙江省杭州市西湖区"));
  expect(container.textContent).toContain("Bad type value");
});
