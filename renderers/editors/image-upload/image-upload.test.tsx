// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { fixtureConsole, refusal } from "../../testing/fixture-console.ts";
import { renderEditor } from "../../testing/render-editor.tsx";

afterEach(cleanup);

const picture = (name = "头像.png") => new File(["x"], name, { type: "image/png" });
const choose = () => screen.findByLabelText("选择头像文件");

test("a chosen picture is sent with its use and becomes the value", async () => {
  const fixture = fixtureConsole();
  const { values } = renderEditor({ type: "image-upload", biz: "member", count: 1 }, { title: "头像", fixture });
  await userEvent.upload(await choose(), picture());
  expect(await screen.findByRole("button", { name: "头像 1" })).toBeTruthy();
  expect(values).toEqual(["member/头像.png"]);
  expect(fixture.callsTo("POST /sys/common/upload")[0]?.data).toMatchObject({ name: "头像.png", biz: "member" });
  expect(screen.queryByRole("button", { name: /上传$/ })).toBeNull();
});

test("while a picture is on its way its tile shows how far, and the form is told to wait", async () => {
  const fixture = fixtureConsole();
  let finish: (path: string) => void = () => undefined;
  fixture.on("POST /sys/common/upload", ({ data }) => {
    (data as { onProgress(share: number): void }).onProgress(0.64);
    return new Promise<string>((resolve) => {
      finish = resolve;
    });
  });
  const { busy } = renderEditor({ type: "image-upload" }, { title: "头像", fixture });
  await userEvent.upload(await choose(), picture());
  expect(await screen.findByText("上传中(64%)")).toBeTruthy();
  expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("64");
  expect(busy.at(-1)).toBe(true);
  finish("temp/a.png");
  await waitFor(() => expect(busy.at(-1)).toBe(false));
});

test("a refused picture says which and why, can be sent again, and leaves the value alone", async () => {
  const fixture = fixtureConsole();
  fixture.on("POST /sys/common/upload", () => {
    throw refusal(200, 500, "文件内容与类型不符，请检查后重试");
  });
  const { values } = renderEditor({ type: "image-upload" }, { title: "头像", fixture });
  await userEvent.upload(await choose(), picture("说明.png"));
  expect((await screen.findByRole("alert")).textContent).toBe("说明.png 上传失败：文件内容与类型不符，请检查后重试");
  expect(values).toEqual([]);
  fixture.on("POST /sys/common/upload", () => "temp/ok.png");
  await userEvent.click(screen.getByRole("button", { name: /上传失败/ }));
  await waitFor(() => expect(values).toEqual(["temp/ok.png"]));
});

test("a file that is no picture is refused before anything is sent: 请上传图片", async () => {
  const fixture = fixtureConsole();
  renderEditor({ type: "image-upload" }, { title: "头像", fixture });
  await userEvent.upload(await choose(), new File(["x"], "a.txt", { type: "text/plain" }), { applyAccept: false });
  expect((await screen.findByRole("alert")).textContent).toBe("请上传图片");
  expect(fixture.callsTo("POST /sys/common/upload")).toEqual([]);
});

test("Alt with an arrow key moves a picture, the cross takes it out", async () => {
  const { values } = renderEditor({ type: "image-upload", count: 3 }, { title: "头像", value: "a.png,b.png" });
  (await screen.findByRole("button", { name: "头像 2" })).focus();
  await userEvent.keyboard("{Alt>}{ArrowLeft}{/Alt}");
  expect(values).toEqual(["b.png,a.png"]);
  await userEvent.click(screen.getByRole("button", { name: "移除 头像 1" }));
  expect(values.at(-1)).toBe("a.png");
});

test("a picture is pasted while the focus stands in the field", async () => {
  const { values } = renderEditor({ type: "image-upload", biz: "member" }, { title: "头像" });
  (await screen.findByRole("button", { name: "上传" })).focus();
  const clipboard = new DataTransfer();
  clipboard.items.add(picture("截图.png"));
  await userEvent.paste(clipboard);
  await waitFor(() => expect(values).toEqual(["member/截图.png"]));
});

test("a locked field shows its pictures and takes no others", async () => {
  renderEditor({ type: "image-upload", count: 3 }, { title: "头像", value: "a.png", disabled: true });
  const group = within(await screen.findByRole("group", { name: "头像" }));
  expect(group.getAllByRole("button").map((button) => button.getAttribute("aria-label"))).toEqual(["头像 1"]);
});

test("files are lines with their names, and a press opens a stored one", async () => {
  const { values } = renderEditor({ type: "file-upload", biz: "contract" }, { title: "头像", value: "a/合同.pdf" });
  expect((await screen.findByRole("link", { name: "合同.pdf" })).getAttribute("href")).toBe("/files/a/合同.pdf");
  await userEvent.upload(await choose(), new File(["x"], "清单.xlsx"));
  await waitFor(() => expect(values).toEqual(["a/合同.pdf,contract/清单.xlsx"]));
  await userEvent.click(screen.getByRole("button", { name: "移除 合同.pdf" }));
  expect(values.at(-1)).toBe("contract/清单.xlsx");
});
