// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { renderEditor } from "../testing/render-editor.tsx";

afterEach(cleanup);

const payType = { kind: "code", code: "pay_type" } as const;

describe("a control", () => {
  test("input: hands over what is typed; emptied, it hands over nothing", async () => {
    const { values } = renderEditor({ type: "input" }, { title: "名称", value: "店" });
    const input = screen.getByRole("textbox");
    await userEvent.type(input, "A");
    expect(values.at(-1)).toBe("店A");
    await userEvent.clear(input);
    expect([null, ""]).toContain(values.at(-1));
  });

  test("textarea: keeps lines", async () => {
    const { values } = renderEditor({ type: "textarea" }, { title: "备注", value: "一" });
    await userEvent.type(screen.getByRole("textbox"), "{enter}二");
    expect(values.at(-1)).toBe("一\n二");
  });

  test("PCK-14 input-pop: one line, and a window of 200 × 150 for several", async () => {
    const { values } = renderEditor({ type: "input-pop" }, { title: "备注", value: "一" });
    await userEvent.click(await screen.findByRole("button", { name: "写多行" }));
    const area = (await screen.findAllByRole("textbox")).find(({ tagName }) => tagName === "TEXTAREA");
    expect([area?.style.width, area?.style.height]).toEqual(["200px", "150px"]);
    await userEvent.type(area as HTMLElement, "{enter}二");
    expect(values.at(-1)).toBe("一\n二");
  });

  test("SYS-03 number: a place of 1.00 is read as 1; decimals that are typed stay", async () => {
    const field = { type: "number", scale: 2 } as const;
    const { values } = renderEditor({ type: "number" }, { title: "排序", value: "1.00", field });
    const input = screen.getByRole("spinbutton");
    expect(input.getAttribute("value")).toBe("1");
    await userEvent.clear(input);
    await userEvent.type(input, "20.50");
    expect(values.at(-1)).toBe(20.5);
    await userEvent.tab();
    expect(input.getAttribute("value")).toBe("20.5");
    await userEvent.clear(input);
    await userEvent.type(input, "100");
    await userEvent.tab();
    expect(input.getAttribute("value")).toBe("100");
  });

  test("TBL-17 number: a fraction in a whole number keeps its point and is called wrong until it is corrected", async () => {
    const field = { type: "integer", scale: 0 } as const;
    const { values } = renderEditor({ type: "number" }, { title: "件数", value: null, field });
    const input = screen.getByRole<HTMLInputElement>("spinbutton");
    await userEvent.type(input, "1.5");
    await userEvent.tab();
    expect([input.value, values.at(-1)]).toEqual(["1.5", 1.5]);
    expect(screen.getByRole("status").textContent).toBe("请输入整数");
    await userEvent.clear(input);
    await userEvent.paste("2.75");
    expect([input.value, values.at(-1)]).toEqual(["2.75", 2.75]);
    await userEvent.clear(input);
    await userEvent.type(input, "3");
    expect(values).not.toContain(15);
    expect(values.at(-1)).toBe(3);
    expect(screen.queryByRole("status")).toBeNull();
  });

  test("PCK-14 date: shows the format that the document names", async () => {
    renderEditor({ type: "date", format: "YYYY年M月D日" }, { title: "日期", value: "2026-01-02" });
    expect(await screen.findByDisplayValue("2026年1月2日")).toBeTruthy();
  });

  test.each([
    ["date", "2026/3/14", "2026-03-14"],
    ["date", "2026/03/14", "2026-03-14"],
    ["date", "20260314", "2026-03-14"],
    ["date", "2026-3-14", "2026-03-14"],
    ["date", "2026年3月1日", "2026-03-01"],
    ["date", "２０２６．３．１４", "2026-03-14"],
    ["datetime", "2026/3/14 9:05", "2026-03-14 09:05:00"],
    ["datetime", "20260314 09:05:06", "2026-03-14 09:05:06"],
    ["datetime", "2026年3月1日", "2026-03-01 00:00:00"],
    ["time", "9:05", "09:05"],
    ["time", "09:05:06", "09:05:06"],
    ["time", "0905", "09:05"],
    ["month", "2026年3月", "2026-03"],
    ["date", "2026-02-30", "2026-02-30"],
    ["date", "明天", "明天"],
  ] as const)("PCK-14 %s: %s is handed over as %s, by key and when it is left", async (type, text, wire) => {
    const { values } = renderEditor({ type }, { title: "日期", value: null });
    const input = await screen.findByRole<HTMLInputElement>("textbox");
    await userEvent.type(input, text);
    expect(input.value).toBe(text);
    expect(values.at(-1)).toBe(wire);
    await userEvent.tab();
    expect(values.at(-1)).toBe(wire);
  });

  test("PCK-14 date: what is no date stays, marked; put right it is written as the others", async () => {
    const { values, container } = renderEditor({ type: "date" }, { title: "日期", value: "2026-01-02" });
    const input = await screen.findByRole<HTMLInputElement>("textbox");
    await userEvent.clear(input);
    expect(values.at(-1)).toBeNull();
    await userEvent.type(input, "2026/13/1");
    await userEvent.tab();
    expect(input.value).toBe("2026/13/1");
    expect(container.querySelector(".ant-picker-status-error")).not.toBeNull();
    await userEvent.clear(input);
    await userEvent.type(input, "2026/12/1");
    await userEvent.tab();
    expect([input.value, values.at(-1)]).toEqual(["2026-12-01", "2026-12-01"]);
    expect(container.querySelector(".ant-picker-status-error")).toBeNull();
  });

  test("PCK-14 date: a day that was chosen and then typed over is the typed one", async () => {
    const { values } = renderEditor({ type: "date" }, { title: "日期", value: "2026-01-02" });
    const input = await screen.findByRole<HTMLInputElement>("textbox");
    await userEvent.click(input);
    await userEvent.click(await screen.findByTitle("2026-01-15"));
    expect(input.value).toBe("2026-01-15");
    await userEvent.clear(input);
    await userEvent.type(input, "2026/3/14");
    await userEvent.click(document.body);
    expect([input.value, values.at(-1)]).toEqual(["2026-03-14", "2026-03-14"]);
  });

  test("PCK-14 date: Enter stays in the control", async () => {
    const { container } = renderEditor({ type: "date" }, { title: "日期", value: "2026-01-02" });
    const heard: string[] = [];
    container.addEventListener("keydown", (event) => heard.push(`${event.key} ${event.defaultPrevented}`));
    await userEvent.type(await screen.findByRole("textbox"), "{Enter}");
    expect(heard).toEqual(["Enter true"]);
  });

  test("PCK-14 date: a press brings its calendar, and a day is chosen in it", async () => {
    const { values } = renderEditor({ type: "date" }, { title: "日期", value: "2026-01-02" });
    await userEvent.click(await screen.findByRole("textbox"));
    await userEvent.click(await screen.findByTitle("2026-01-15"));
    expect(values).toEqual(["2026-01-15"]);
  });

  test("number: its arrows have names in the language of the console, also after it was closed", async () => {
    renderEditor({ type: "number", step: 1 }, { title: "排序", value: 1, field: { type: "integer" } });
    await userEvent.click(screen.getByRole("button", { name: "增加" }));
    await userEvent.click(screen.getByRole("button", { name: "减少" }));
    expect(screen.getAllByRole("button")).toHaveLength(2);
  });

  test("number: a paste with too many decimals keeps what fits and says so; letters are not typed", async () => {
    const field = { type: "money", scale: 2 } as const;
    const { values } = renderEditor({ type: "number" }, { title: "金额", value: null, field });
    const input = screen.getByRole<HTMLInputElement>("spinbutton");
    await userEvent.click(input);
    await userEvent.paste("12.3456");
    expect([values.at(-1), input.value]).toEqual([12.34, "12.34"]);
    expect(screen.getByRole("status").textContent).toBe("最多 2 位小数，多出的没有保留");
    await userEvent.clear(input);
    await userEvent.type(input, "1a");
    expect(values.at(-1)).toBe(1);
    expect(screen.getByRole("status").textContent).toBe("只能输入数字，其他字符没有保留");
    await userEvent.tab();
    expect(input.value).toBe("1.00");
    await userEvent.clear(input);
    await userEvent.type(input, "2");
    expect(screen.queryByRole("status")).toBeNull();
  });

  test("input: a text longer than its field stays whole, and is marked", async () => {
    const { values } = renderEditor({ type: "input" }, { title: "名称", value: "", field: { maxLength: 4 } });
    const input = screen.getByRole<HTMLInputElement>("textbox");
    await userEvent.click(input);
    await userEvent.paste("一二三四五");
    expect([values.at(-1), input.value]).toEqual(["一二三四五", "一二三四五"]);
    expect(input.className).toContain("ant-input-status-error");
  });

  test("number: takes digits of a Chinese input method and a copied amount, nothing else; the arrows go by its step", async () => {
    const field = { type: "money", scale: 2 } as const;
    const { values } = renderEditor({ type: "number", step: 0.5 }, { title: "金额", value: null, field });
    const input = screen.getByRole<HTMLInputElement>("spinbutton");
    await userEvent.click(input);
    await userEvent.paste("￥１,234.５");
    expect(values.at(-1)).toBe(1234.5);
    await userEvent.keyboard("x{ArrowUp}");
    expect(values.at(-1)).toBe(1235);
    expect(input.value).toBe("1235.00");
  });

  test("tags: a comma or Enter ends a word, leaving takes the last one, the delete key the one before", async () => {
    const { values } = renderEditor({ type: "tags" }, { title: "标签", value: null });
    const input = screen.getByRole("combobox");
    await userEvent.type(input, "新客，活跃{Enter}常来");
    await userEvent.tab();
    expect(values.at(-1)).toBe("新客,活跃,常来");
    cleanup();
    const { values: left } = renderEditor({ type: "tags" }, { title: "标签", value: "新客,活跃,常来" });
    await userEvent.type(screen.getByRole("combobox"), "{Backspace}");
    expect(left.at(-1)).toBe("新客,活跃");
  });

  test("password: is not readable until asked for", async () => {
    renderEditor({ type: "password" }, { title: "密码", value: "secret" });
    const input = screen.getByDisplayValue("secret");
    expect(input.getAttribute("type")).toBe("password");
    await userEvent.click(screen.getByRole("button", { pressed: false }));
    expect(input.getAttribute("type")).toBe("text");
  });

  test("select: shows the words of its value and offers the others", async () => {
    const { values } = renderEditor({ type: "select" }, { title: "付款方式", value: "cash", dict: payType });
    screen.getByText("现金");
    await userEvent.click(screen.getByRole("combobox"));
    await userEvent.click(await screen.findByText("银行转账"));
    expect(values).toEqual(["transfer"]);
  });

  test("PCK-09 radio: every entry in sight; one press chooses", async () => {
    const { values } = renderEditor({ type: "radio" }, { title: "付款方式", value: "cash", dict: payType });
    expect(screen.getAllByRole("radio")).toHaveLength(2);
    await userEvent.click(screen.getByRole("radio", { name: "银行转账" }));
    expect(values).toEqual(["transfer"]);
  });

  test("radio: a code that nobody knows is one more entry, chosen", () => {
    renderEditor({ type: "radio" }, { title: "付款方式", value: "cheque", dict: payType });
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "cheque" }).checked).toBe(true);
  });

  test("PCK-09 multi-select: adds to what is chosen, joined by commas", async () => {
    const { values } = renderEditor({ type: "multi-select" }, { title: "付款方式", value: "cash", dict: payType });
    await userEvent.click(screen.getByRole("combobox"));
    await userEvent.click(await screen.findByText("银行转账"));
    expect(values).toEqual(["cash,transfer"]);
  });

  test("search-select: a choice keeps its words while something else is searched for", async () => {
    const dict = { kind: "model", model: "test/company", text: "name", value: "id", where: {} } as const;
    const { values } = renderEditor({ type: "search-select" }, { title: "公司", value: "c1", text: "清溪公司", dict });
    const option = (name: string) => document.querySelector(`.ant-select-item-option[title="${name}"]`);
    await userEvent.click(await screen.findByRole("combobox"));
    await waitFor(() => expect(option("望江公司")).toBeTruthy());
    await userEvent.click(option("望江公司") as Element);
    expect(values).toEqual(["c2"]);
    await userEvent.type(screen.getByRole("combobox"), "清溪");
    await waitFor(() => expect(option("望江公司")).toBeNull());
    await userEvent.clear(screen.getByRole("combobox"));
    expect(screen.getByText("望江公司", { selector: ".ant-select-content" })).toBeTruthy();
  });

  test("PCK-09 switch: turns between the pair that the document names", async () => {
    const { values } = renderEditor({ type: "switch", values: [1, 0] }, { title: "启用", value: 1 });
    const button = screen.getByRole("switch", { name: "启用" });
    expect(button.getAttribute("aria-checked")).toBe("true");
    await userEvent.click(button);
    await userEvent.click(button);
    expect(values).toEqual([0, 1]);
  });

  test("PCK-09 checkbox: ticks between its pair", async () => {
    const { values } = renderEditor({ type: "checkbox", values: ["1", "0"] }, { title: "默认", value: "0" });
    await userEvent.click(screen.getByRole("checkbox"));
    expect(values).toEqual(["1"]);
  });

  test.each([
    { type: "input" },
    { type: "textarea" },
    { type: "input-pop" },
    { type: "password" },
    { type: "number" },
    { type: "select" },
    { type: "multi-select" },
    { type: "search-select" },
  ] as const)("$type: closed, it takes nothing", async (editor) => {
    const { values, container } = renderEditor(editor, { title: "名称", value: null, disabled: true, dict: payType });
    const control = () => container.querySelector<HTMLInputElement>("input, textarea");
    // A large control comes after the form.
    await waitFor(() => expect(control()?.disabled).toBe(true));
    await userEvent.type(control() as Element, "1", { pointerEventsCheck: 0 });
    expect(values).toEqual([]);
  });
});
