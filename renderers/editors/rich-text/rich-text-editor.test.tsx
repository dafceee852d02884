// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { fixtureConsole } from "../../testing/fixture-console.ts";
import { renderEditor } from "../../testing/render-editor.tsx";

afterEach(cleanup);
const area = () => screen.findByRole("textbox", { name: "正文" });
const rich = (value: string, disabled = false) =>
  renderEditor({ type: "rich-text" }, { title: "正文", value, disabled, fixture: fixtureConsole() });

describe("PCK-12 formatted text", () => {
  test("stands 300 pixels high below a fixed Chinese toolbar", async () => {
    const { container } = rich("<p>甲</p>");
    await area();
    expect(container.querySelector<HTMLElement>(".sc-rich-area")?.style.height).toBe("300px");
    const bar = within(screen.getByRole("toolbar", { name: "文字格式" }));
    const names = bar.getAllByRole("button").map((button) => button.getAttribute("aria-label"));
    expect(names.slice(0, 4)).toEqual(["撤销", "重做", "加粗", "斜体"]);
    for (const name of ["项目符号", "编号", "引用", "居中", "链接", "图片", "表格", "文字颜色", "全屏"]) {
      expect(names).toContain(name);
    }
    expect(screen.getByText("1 字")).toBeTruthy();
  });

  test("keeps what older texts have: tables, indices, marks, pictures, colours", async () => {
    const html =
      '<p>上</p><h2>价</h2><table><tbody><tr><td colspan="2"><p>a</p></td></tr></tbody></table><p>m<sup>2</sup> <mark>新</mark> <span style="color: rgb(255, 0, 0);">红</span><img src="/a.png" alt="图"></p>';
    rich(html);
    const shown = await area();
    for (const part of ["h2", "td[colspan='2']", "sup", "mark", "img[alt='图']"]) {
      expect(shown.querySelector(part), part).toBeTruthy();
    }
  });

  test("in full screen takes the letters and Escape, wherever the focus was before", async () => {
    const { container } = rich("<p>甲</p>");
    const shown = await area();
    const other = document.createElement("input");
    container.append(other);
    other.focus();
    await userEvent.click(screen.getByRole("button", { name: "全屏" }));
    expect(document.activeElement).toBe(shown);
    await userEvent.keyboard("{Escape}");
    expect(screen.getByRole("button", { name: "全屏" })).toBeTruthy();
  });

  test("a disabled text in full screen is left by Escape too", async () => {
    const { container } = rich("<p>甲</p>", true);
    await area();
    await userEvent.click(screen.getByRole("button", { name: "全屏" }));
    expect(container.querySelector("[data-full]")?.contains(document.activeElement)).toBe(true);
    await userEvent.keyboard("{Escape}");
    expect(container.querySelector("[data-full]")).toBeNull();
  });

  test("a table is put in and taken out by its menu, and every step can be undone", async () => {
    const { values } = rich("<p>上</p>");
    const shown = await area();
    fireEvent.keyDown(shown, { key: "End" });
    await userEvent.click(screen.getByRole("button", { name: "表格" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "插入 3 × 3 表格" }));
    await waitFor(() => expect(shown.querySelectorAll("td, th")).toHaveLength(9));
    expect(String(values.at(-1))).toContain("<th>");
    await userEvent.click(screen.getByRole("button", { name: "撤销" }));
    await waitFor(() => expect(shown.querySelector("table")).toBeNull());
    expect(String(values.at(-1))).not.toContain("<th>");
  });

  test("a button whose press would change nothing is closed", async () => {
    rich("<p>甲</p>");
    const shown = await area();
    const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
    const isClosed = (name: string) => button(name).disabled;
    expect(["撤销", "清除格式", "引用", "加粗"].map(isClosed)).toEqual([true, true, false, false]);
    // What the next letters would look like is no step to take back.
    await userEvent.click(button("加粗"));
    await waitFor(() => expect(isClosed("清除格式")).toBe(false));
    await userEvent.click(button("清除格式"));
    await waitFor(() => expect(["撤销", "清除格式"].map(isClosed)).toEqual([true, true]));
    await userEvent.click(button("居中"));
    await waitFor(() => expect(["撤销", "清除格式"].map(isClosed)).toEqual([false, false]));
    await userEvent.click(button("清除格式"));
    await waitFor(() => expect(isClosed("清除格式")).toBe(true));
    await userEvent.click(button("编号"));
    await waitFor(() => expect(shown.querySelector("ol")).toBeTruthy());
    // The first paragraph of an entry stands in the entry itself.
    expect(["引用", "清除格式"].map(isClosed)).toEqual([true, false]);
    await userEvent.click(button("编号"));
    await userEvent.click(button("代码块"));
    await waitFor(() => expect(shown.querySelector("pre")).toBeTruthy());
    expect(["左对齐", "加粗", "清除格式"].map(isClosed)).toEqual([true, true, false]);
  });

  test("a picture comes from the dialog, and a second press describes it", async () => {
    const { values } = rich("<p>甲</p>");
    await area();
    await userEvent.click(screen.getByRole("button", { name: "图片" }));
    const window = within(await screen.findByRole("dialog"));
    await userEvent.click(window.getByRole("tab", { name: "网络地址" }));
    fireEvent.change(await window.findByRole("textbox", { name: "图片地址" }), {
      target: { value: "https://a.cn/b.png" },
    });
    await userEvent.click(window.getByRole("button", { name: "插入" }));
    await waitFor(() => expect(String(values.at(-1))).toContain('<img src="https://a.cn/b.png" alt="b">'));
  });

  test("is closed for a reader: no button, no typing", async () => {
    rich("<p>甲</p>", true);
    const shown = await area();
    await waitFor(() => expect(shown.getAttribute("contenteditable")).toBe("false"));
    expect(shown.getAttribute("aria-disabled")).toBe("true");
    expect(screen.getByRole("button", { name: "加粗" }).hasAttribute("disabled")).toBe(true);
  });
});
