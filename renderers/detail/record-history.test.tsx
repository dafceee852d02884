// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ConfigProvider } from "antd";
import { afterEach, expect, it, vi } from "vitest";
import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";
import { type ConsoleServices, RequestError } from "../../runtime/react/services.ts";
import { RecordHistory } from "./RecordHistory.tsx";

afterEach(cleanup);

const model = { id: "member/member", timeline: true, comments: true } as unknown as ResolvedModel;
const entries = [
  {
    id: "2",
    version: 2,
    change: "saved",
    time: "2026-11-21 14:32:10",
    realname: "李读",
    changes: [{ name: "sex", title: "性别", from: "女", to: "" }],
  },
  { id: "1", version: 1, change: "saved", time: "2026-11-20 09:00:00", realname: "王芳", changes: [] },
];
const comment = { id: "c1", content: "电话已核实", time: "2026-11-21 15:00:00", realname: "李读", mayDelete: true };

function services(parts: Partial<ConsoleServices>): ConsoleServices {
  const request = vi.fn(async ({ url }: { url: string }) => (url.endsWith("timeline") ? entries : []));
  return { request, confirm: async () => true, ...parts } as unknown as ConsoleServices;
}

it("the timeline tells who changed what to what, the newest first", async () => {
  render(<RecordHistory model={model} row={{ id: "7", version: 2 }} services={services({})} />);
  expect((await screen.findByText("李读")).closest("li")?.textContent).toBe("李读 修改了2026-11-21 14:32性别女→—");
  expect(screen.getByText("王芳").closest("li")?.textContent).toContain("新建了");
});

it("a comment is sent once, an empty one is asked for, what was typed stays when saving fails", async () => {
  const person = userEvent.setup();
  const send = vi.fn(async () => ({ result: [comment], message: "", success: true, code: 200, timestamp: 0 }));
  send.mockRejectedValueOnce(new RequestError("网络超时，请检查网络后重试。", 0, undefined));
  render(
    <ConfigProvider button={{ autoInsertSpace: false }} theme={{ token: { motion: false } }}>
      <RecordHistory model={model} row={{ id: "7" }} services={services({ send } as never)} />
    </ConfigProvider>,
  );
  const box = await screen.findByRole("textbox");
  await person.click(screen.getByRole("button", { name: "发表" }));
  expect(screen.getByRole("alert").textContent).toBe("请输入评论");
  await person.type(box, "电话已核实");
  await person.click(screen.getByRole("button", { name: "发表" }));
  await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("网络超时，请检查网络后重试。"));
  expect((box as HTMLTextAreaElement).value).toBe("电话已核实");
  // The button's sign of work leaves a drawing after the answer has come.
  await person.click(await screen.findByRole("button", { name: "发表" }));
  expect(await screen.findByText("评论（1）")).toBeTruthy();
  expect((box as HTMLTextAreaElement).value).toBe("");
  expect(send).toHaveBeenCalledTimes(2);
});

it("a model that asks for neither has neither", () => {
  const plain = { ...model, timeline: false, comments: false };
  const { container } = render(<RecordHistory model={plain} row={{ id: "7" }} services={services({})} />);
  expect(container.textContent).toBe("");
});
