// @vitest-environment happy-dom
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { renderEditor } from "../../testing/render-editor.tsx";

afterEach(cleanup);

const rules = {
  type: "entries",
  columns: [
    { key: "digits", title: "位数" },
    { key: "pattern", title: "正则" },
  ],
} as const;
const filters = {
  type: "entries",
  columns: [
    {
      key: "name",
      title: "过滤器",
      options: [
        { value: "StripPrefix", title: "去掉前缀", start: "parts=1" },
        { value: "PrefixPath", title: "加前缀", start: "prefix=/v1" },
      ],
    },
    { key: "args", title: "参数", form: "pairs" },
  ],
} as const;

test("entries of a text field are typed, moved and removed; the field holds their JSON", async () => {
  const value = '[{"digits":"*","pattern":"a"},{"digits":"2","pattern":"b","note":"留下"}]';
  const { values } = renderEditor(rules, { title: "规则", value, field: { type: "text" } });
  await userEvent.type(await screen.findByRole("textbox", { name: "第 2 条的正则" }), "c");
  expect(values.at(-1)).toBe('[{"digits":"*","pattern":"a"},{"digits":"2","pattern":"bc","note":"留下"}]');
  await userEvent.click(screen.getByRole("button", { name: "第 2 条上移" }));
  expect(JSON.parse(String(values.at(-1)))).toMatchObject([{ pattern: "bc", note: "留下" }, { pattern: "a" }]);
  await userEvent.click(screen.getByRole("button", { name: "移除第 1 条" }));
  await userEvent.click(screen.getByRole("button", { name: "移除第 1 条" }));
  expect(values.at(-1)).toBe(null);
  await userEvent.click(screen.getByRole("button", { name: "添加一条" }));
  expect(screen.getByRole("textbox", { name: "第 1 条的位数" })).toBeTruthy();
});

test("a chosen kind brings its parameters, which stay as they are typed until they can be read", async () => {
  const { values } = renderEditor(filters, { title: "过滤器", value: null, field: { type: "json" } });
  await userEvent.click(await screen.findByRole("button", { name: "添加一条" }));
  await userEvent.click(screen.getByRole("combobox", { name: "第 1 条的过滤器" }));
  await userEvent.click(await screen.findByText("去掉前缀"));
  expect(values.at(-1)).toEqual([{ name: "StripPrefix", args: [{ key: "parts", value: "1" }] }]);
  const area = screen.getByRole("textbox", { name: "第 1 条的参数" });
  await userEvent.type(area, "{enter}pre");
  expect((area as HTMLTextAreaElement).value).toBe("parts=1\npre");
  expect(values.at(-1)).toMatchObject([
    {
      args: [
        { key: "parts", value: "1" },
        { key: "pre", value: "" },
      ],
    },
  ]);
});

test("a value that is no list of entries is shown whole, so that nothing is lost", async () => {
  const { values } = renderEditor(rules, { title: "规则", value: "[{", field: { type: "text" } });
  const area = await screen.findByDisplayValue("[[{".slice(1));
  await userEvent.type(area, "x");
  expect(values.at(-1)).toBe("[{x");
});
