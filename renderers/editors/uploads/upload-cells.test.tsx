// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { fixtureConsole, refusal } from "../../testing/fixture-console.ts";
import { renderEditor } from "../../testing/render-editor.tsx";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const pdf = () => new File(["%PDF-1.4"], "采购合同二〇二六.pdf", { type: "application/pdf" });
const entry = async (text: string) =>
  (await screen.findAllByRole("menuitem")).find((each) => each.textContent === text);

describe("UPL-03 the file cell", () => {
  test("without a file there is a button; with one its name of 5 characters, its state and a menu", async () => {
    const { values } = renderEditor({ type: "file", biz: "temp" }, { title: "附件" });
    await screen.findByRole("button", { name: "点击上传" });
    await userEvent.upload(screen.getByLabelText("选择附件文件"), pdf());
    expect(await screen.findByText("采购合同二…")).toBeTruthy();
    expect(screen.getByRole("img", { name: "上传完成" })).toBeTruthy();
    expect(values).toEqual(["temp/采购合同二〇二六.pdf"]);
    const opened = vi.spyOn(window, "open").mockReturnValue(null);
    await userEvent.click(screen.getByRole("button", { name: "采购合同二〇二六.pdf 的操作" }));
    await userEvent.click((await entry("下载")) as Element);
    expect(opened.mock.calls[0]?.[0]).toBe("/files/temp/采购合同二〇二六.pdf");
    await userEvent.click(screen.getByRole("button", { name: "采购合同二〇二六.pdf 的操作" }));
    await userEvent.click((await entry("删除")) as Element);
    expect(values.at(-1)).toBeNull();
  });

  test("download and remove follow the document", async () => {
    const editor = { type: "file", download: false, remove: false } as const;
    renderEditor(editor, { title: "附件", value: "temp/a.pdf", text: "a.pdf" });
    await userEvent.click(await screen.findByRole("button", { name: "a.pdf 的操作" }));
    expect((await screen.findAllByRole("menuitem")).map((each) => each.textContent)).toEqual(["预览", "上传更多"]);
  });

  test.each([
    ["文件内容与类型不符", "文件内容与类型不符"],
    ["", "未知错误"],
  ])("a refused file (%j) says why in a dialog: %s", async (message, shown) => {
    const fixture = fixtureConsole();
    fixture.on("POST /sys/common/upload", () => {
      throw refusal(200, 500, message);
    });
    const { values } = renderEditor({ type: "file" }, { title: "附件", fixture });
    await screen.findByRole("button", { name: "点击上传" });
    await userEvent.upload(screen.getByLabelText("选择附件文件"), pdf());
    await userEvent.click(await screen.findByRole("button", { name: "上传失败" }));
    const dialog = await screen.findByRole("dialog", { name: "上传出错" });
    expect(dialog.textContent).toContain(shown);
    expect(values).toEqual([]);
  });
});

test("UPL-03 a file that is refused before it is sent says why in the cell", async () => {
  const { values } = renderEditor({ type: "file" }, { title: "附件" });
  await screen.findByRole("button", { name: "点击上传" });
  const user = userEvent.setup({ applyAccept: false });
  await user.upload(screen.getByLabelText("选择附件文件"), new File(["x"], "bad.exe"));
  expect((await screen.findByRole("alert")).textContent).toBe("不支持上传 .exe 文件");
  await user.upload(screen.getByLabelText("选择附件文件"), new File([], "空.pdf", { type: "application/pdf" }));
  expect(screen.getByRole("alert").textContent).toBe("空.pdf 是空的");
  expect(values).toEqual([]);
});

describe("UPL-01 the upload popup", () => {
  test("is 520 wide, says 未上传任何文件 and stays; its files are added to those of the cell", async () => {
    const options = { title: "附件", value: "temp/a.pdf", text: "a.pdf" };
    const { values, fixture } = renderEditor({ type: "file" }, options);
    await userEvent.click(await screen.findByRole("button", { name: "a.pdf 的操作" }));
    await userEvent.click((await entry("上传更多")) as Element);
    const dialog = await screen.findByRole("dialog", { name: "文件上传" });
    expect(dialog.style.width).toBe("520px");
    await userEvent.click(within(dialog).getByRole("button", { name: "确认" }));
    expect(fixture.notices).toEqual([{ level: "error", text: "未上传任何文件" }]);
    await userEvent.upload(within(dialog).getByLabelText("选择附件文件"), pdf());
    await within(dialog).findByRole("link", { name: "采购合同二〇二六.pdf" });
    await userEvent.click(within(dialog).getByRole("button", { name: "确认" }));
    expect(values).toEqual(["temp/a.pdf,temp/采购合同二〇二六.pdf"]);
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "文件上传" })).toBeNull());
  });
});

describe("UPL-05 the image cell", () => {
  test("a menu moves a picture; at the ends it says so", async () => {
    const { values, fixture } = renderEditor({ type: "image" }, { title: "照片", value: "a.png,b.png" });
    const press = async (no: number, text: string) => {
      await userEvent.click(await screen.findByRole("button", { name: `照片 ${no}` }));
      // Each picture has a menu of its own; closed ones stay in the page.
      await waitFor(() => expect(document.querySelectorAll(".ant-dropdown").length).toBeGreaterThanOrEqual(no));
      const menu = document.querySelectorAll<HTMLElement>(".ant-dropdown")[no - 1] as HTMLElement;
      fireEvent.click(within(menu).getByText(text));
    };
    await press(1, "向前移动");
    expect(fixture.notices.at(-1)).toEqual({ level: "warning", text: "未知的操作" });
    await press(2, "向后移动");
    expect(fixture.notices.at(-1)).toEqual({ level: "warning", text: "已到最后~" });
    await press(1, "向后移动");
    expect(values).toEqual(["b.png,a.png"]);
  });

  test("a picture that the server refuses says so with its reason, and is sent again from its menu", async () => {
    const fixture = fixtureConsole();
    fixture.on("POST /sys/common/upload", () => {
      throw refusal(200, 500, "文件内容与类型不符");
    });
    const { values } = renderEditor({ type: "image" }, { title: "照片", fixture });
    await screen.findByRole("button", { name: "上传" });
    const picture = new File(["x"], "a.png", { type: "image/png" });
    await userEvent.upload(screen.getByLabelText("选择照片文件"), picture);
    const refused = await screen.findByRole("button", { name: "照片 1 上传失败 文件内容与类型不符" });
    expect(refused.textContent).not.toContain("%");
    fixture.on("POST /sys/common/upload", () => "temp/a.png");
    await userEvent.click(refused);
    fireEvent.click((await entry("重新上传")) as Element);
    await screen.findByRole("button", { name: "照片 1" });
    expect(values).toEqual(["temp/a.png"]);
  });

  test("UPL-04 a file that is no image is refused: 请上传图片", async () => {
    const { values } = renderEditor({ type: "image" }, { title: "照片" });
    await screen.findByRole("button", { name: "上传" });
    const user = userEvent.setup({ applyAccept: false });
    await user.upload(screen.getByLabelText("选择照片文件"), new File(["x"], "a.txt", { type: "text/plain" }));
    expect((await screen.findByRole("alert")).textContent).toBe("请上传图片");
    expect(values).toEqual([]);
  });
});
