// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { defaultCell, defaultEditor } from "../../../runtime/compile/defaults.ts";
import { fixtureModels } from "../../../runtime/compile/fixture-models.ts";
import { codeLanguages } from "../../../runtime/format/code-languages.ts";
import type { ResolvedField } from "../../../runtime/model/resolved-model.ts";
import { jsonProblem } from "../../code/json-problem.ts";
import { renderEditor } from "../../testing/render-editor.tsx";

vi.mock("../../code/MonacoCode.tsx", async () => ({
  MonacoCode: (await import("../../testing/PlainCode.tsx")).PlainCode,
}));

const phone = (isPhone: boolean) =>
  vi.spyOn(window, "matchMedia").mockImplementation((query) => {
    const none = () => undefined;
    return { matches: isPhone, media: query, addEventListener: none, removeEventListener: none } as never;
  });
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});
const area = () => screen.findByRole("textbox", { name: "脚本" });

describe("PCK-11 the code editor", () => {
  test("knows the modes of the list, and JSON and plain text beside them", () => {
    expect(codeLanguages.join()).toBe(
      "css,javascript,html,java,objective-c,python,r,shell,sql,swift,vue,markdown,json,plaintext",
    );
  });

  test("is 240 pixels high and asks for code of its language", async () => {
    renderEditor({ type: "code-editor", language: "python" }, { title: "脚本", value: "" });
    const editor = await area();
    expect(editor.getAttribute("placeholder")).toBe("请在此输入python代码");
    expect(editor.style.height).toBe("240px");
  });

  test("fills the window at z-index 999 and comes back by Escape with what was typed", async () => {
    renderEditor({ type: "code-editor", language: "css" }, { title: "脚本", value: "a {}" });
    const editor = await area();
    await userEvent.click(screen.getByRole("button", { name: "全屏" }));
    const layer = editor.closest<HTMLElement>("[data-full]");
    expect([layer?.style.position, layer?.style.zIndex]).toEqual(["fixed", "999"]);
    await userEvent.type(editor, "b");
    await userEvent.keyboard("{Escape}");
    expect(await area()).toBe(editor);
    expect([layer?.dataset.full, (editor as HTMLTextAreaElement).value]).toEqual([undefined, "a {}b"]);
  });

  test("is a plain field on a phone", async () => {
    phone(true);
    const { values } = renderEditor({ type: "code-editor", language: "json" }, { title: "脚本", value: "[1" });
    const field = await area();
    expect(field.className).toContain("ant-input");
    expect(screen.queryByRole("button", { name: "全屏" })).toBeNull();
    expect(screen.getByText("第 1 行第 3 列：缺少右方括号 ]")).toBeTruthy();
    fireEvent.change(field, { target: { value: "[1]" } });
    expect(values).toEqual(["[1]"]);
  });
});

describe("a JSON field", () => {
  test("is edited as laid-out text, stored as its value, and says where a text stops being JSON", async () => {
    const { values } = renderEditor(
      { type: "code-editor" },
      { title: "脚本", value: { a: 1 }, field: { type: "json" } },
    );
    const editor = (await area()) as HTMLTextAreaElement;
    expect(editor.value).toBe('{\n  "a": 1\n}');
    fireEvent.change(editor, { target: { value: '{\n  "a" 1\n}' } });
    expect(await screen.findByText("第 2 行第 7 列：这里缺少冒号")).toBeTruthy();
    fireEvent.change(editor, { target: { value: '{"a":[2]}' } });
    await waitFor(() => expect(screen.queryByText(/第 .* 列/)).toBeNull());
    expect(values).toEqual(['{\n  "a" 1\n}', { a: [2] }]);
    expect((await area()).textContent).toBe(editor.textContent);
  });

  test("has the code editor in a form and laid-out code in a detail by default", () => {
    const base = fixtureModels().get("test/shop")?.fields.get("name") as ResolvedField;
    const field = { ...base, type: "json" as const, widget: undefined, cell: undefined, dict: undefined };
    expect(defaultEditor(field)).toEqual({ type: "code-editor" });
    expect(defaultCell(field)).toEqual({ type: "code", language: "json" });
  });

  test.each([
    ["", undefined],
    [' {"a": [1, null]} ', undefined],
    ["{a: 1}", "第 1 行第 2 列：有不能识别的内容"],
    ["[1,]", "第 1 行第 4 列：这里缺少一个值"],
    ['{"a": 1} x', "第 1 行第 10 列：有不能识别的内容"],
    ['["a', "第 1 行第 2 列：文字没有写完，或用了不能识别的转义"],
    ["// a\n1", "第 1 行第 1 列：JSON 里不能写注释"],
  ])("%j is told as %s", (text, told) => {
    expect(jsonProblem(text)).toBe(told);
  });
});
