// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { hostileHtml } from "../../../tests/support/hostile-html.ts";
import { cleanMarkdown } from "../../markdown/clean-markdown.ts";
import { fixtureConsole, refusal } from "../../testing/fixture-console.ts";
import { renderEditor } from "../../testing/render-editor.tsx";
import { markdownGroups } from "./markdown-tools.tsx";

afterEach(cleanup);
const area = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "正文" });
const preview = () => screen.findByRole("region", { name: "预览" });
const dialog = async () => within(await screen.findByRole("dialog"));

describe("PCK-12 the Markdown editor", () => {
  test("is 300 pixels high, 200 at least", async () => {
    const { container } = renderEditor({ type: "markdown" }, { title: "正文", value: "" });
    await area();
    const high = (root: Element) => root.querySelector<HTMLElement>(".ant-flex")?.style.height;
    expect(high(container)).toBe("300px");
    cleanup();
    const low = renderEditor({ type: "markdown", height: 80 }, { title: "正文", value: "" });
    await area();
    expect(high(low.container)).toBe("200px");
  });

  test("has its picture button at place 15", () => {
    const places = markdownGroups.flatMap((group, at) => [...(at > 0 ? ["|"] : []), ...group.map(({ name }) => name)]);
    expect([places[14], places[15], places[16]]).toEqual(["表格", "图片", "链接"]);
  });

  test("shows beside the source what it becomes: headings, tables, tasks", async () => {
    renderEditor(
      { type: "markdown" },
      {
        title: "正文",
        value: "正文\n\n## 价目\n\n| 项 | 价 |\n| - | - |\n| 保洁 | 80 |\n\n- [x] 已审\n- [ ] 待审",
      },
    );
    const shown = within(await preview());
    expect(await shown.findByRole("heading", { name: "价目" })).toBeTruthy();
    expect(shown.getAllByRole("cell").map((cell) => cell.textContent)).toEqual(["保洁", "80"]);
    expect(shown.getAllByRole("listitem").map((item) => item.textContent?.trim())).toEqual(["☑ 已审", "☐ 待审"]);
  });

  test("a button changes what is selected, and Enter goes on with a list", async () => {
    const { values } = renderEditor({ type: "markdown" }, { title: "正文", value: "一" });
    const source = await area();
    source.setSelectionRange(0, 1);
    await userEvent.click(screen.getByRole("button", { name: "加粗" }));
    expect(source.value).toBe("**一**");
    await userEvent.click(screen.getByRole("button", { name: "项目符号" }));
    source.setSelectionRange(source.value.length, source.value.length);
    fireEvent.keyDown(source, { key: "Enter" });
    expect(values.at(-1)).toBe("- **一**\n- ");
  });

  test("the toolbar is one row of arrow keys and one stop of Tab, where it was left", async () => {
    renderEditor({ type: "markdown" }, { title: "正文", value: "" });
    const bar = within(await screen.findByRole("toolbar", { name: "文字格式" }));
    bar.getByRole("button", { name: "标题" }).focus();
    await userEvent.keyboard("{ArrowRight}");
    expect(document.activeElement).toBe(bar.getByRole("button", { name: "加粗" }));
    await userEvent.keyboard("{ArrowLeft}{ArrowLeft}");
    expect(document.activeElement).toBe(bar.getByRole("button", { name: "全屏" }));
    await userEvent.keyboard("{Home}{ArrowRight}{ArrowRight}");
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole("textbox"));
    await userEvent.tab({ shift: true });
    expect(document.activeElement).toBe(bar.getByRole("button", { name: "斜体" }));
  });
});

describe("pictures of Markdown", () => {
  test("come from two tabs: an upload", async () => {
    const { values } = renderEditor({ type: "markdown" }, { title: "正文", value: "" });
    await area();
    await userEvent.click(screen.getByRole("button", { name: "图片" }));
    const window = await dialog();
    expect(window.getAllByRole("tab").map((tab) => tab.textContent)).toEqual(["本地上传", "网络地址"]);
    await userEvent.click(window.getByRole("button", { name: "插入" }));
    expect(window.getByRole("alert").textContent).toBe("请先上传图片");
    await userEvent.upload(window.getByLabelText("选择图片文件"), new File(["x"], "门头.png", { type: "image/png" }));
    await window.findByText("门头.png");
    await userEvent.click(window.getByRole("button", { name: "插入" }));
    await waitFor(() => expect(values.at(-1)).toBe("![门头](/files/upload/门头.png)"));
  });

  test("… or an address, which must be one that can be opened", async () => {
    const { values } = renderEditor({ type: "markdown" }, { title: "正文", value: "" });
    await area();
    await userEvent.click(screen.getByRole("button", { name: "图片" }));
    const window = await dialog();
    await userEvent.click(window.getByRole("tab", { name: "网络地址" }));
    const address = await window.findByRole("textbox", { name: "图片地址" });
    await userEvent.type(address, "javascript:alert(1)");
    await userEvent.click(window.getByRole("button", { name: "插入" }));
    expect(window.getByRole("alert").textContent).toBe("请填写 https:// 或 / 开头的地址");
    fireEvent.change(address, { target: { value: "https://a.cn/b(1).png" } });
    await userEvent.click(window.getByRole("button", { name: "插入" }));
    await waitFor(() => expect(values.at(-1)).toBe("![b(1)](https://a.cn/b%281%29.png)"));
  });

  test("are pasted; the form waits meanwhile, and a refused one says why", async () => {
    const fixture = fixtureConsole();
    const { values, busy } = renderEditor({ type: "markdown" }, { title: "正文", value: "", fixture });
    const source = await area();
    const files = [new File(["x"], "截图.png", { type: "image/png" })];
    fireEvent.paste(source, { clipboardData: { files, getData: () => "" } });
    await waitFor(() => expect(values.at(-1)).toBe("![截图](/files/upload/截图.png)"));
    expect(busy).toEqual([true, false]);
    fixture.on("POST /sys/common/upload", () => {
      throw refusal(200, 500, "文件内容与类型不符，请检查后重试");
    });
    fireEvent.paste(source, { clipboardData: { files, getData: () => "" } });
    await waitFor(() =>
      expect(fixture.notices.at(-1)).toEqual({
        level: "error",
        text: "截图.png 上传失败：文件内容与类型不符，请检查后重试",
      }),
    );
    expect(values).toHaveLength(1);
  });
});

test("hostile HTML in Markdown, inside and outside of code, leaves nothing that runs", () => {
  const place = document.createElement("div");
  for (const text of hostileHtml.flatMap((each) => [each, `\`\`\`html\n${each}\n\`\`\``, `[a](${each})`])) {
    place.innerHTML = cleanMarkdown(text);
    const bad = [...place.querySelectorAll("*")].filter(
      (element) =>
        /^(SCRIPT|TEMPLATE|IFRAME|OBJECT|EMBED|STYLE|SVG|MATH|FORM|INPUT|VIDEO|BASE|LINK|META)$/i.test(
          element.tagName,
        ) ||
        [...element.attributes].some(({ name, value }) => /^on/i.test(name) || /^\s*(javascript|data):/i.test(value)),
    );
    expect(bad.map((element) => element.outerHTML)).toEqual([]);
  }
});
