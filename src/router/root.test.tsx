// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
  vi.doMock("../feedback/FeedbackHost.tsx", () => {
    throw new TypeError("Failed to fetch dynamically imported module");
  });
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.doUnmock("../feedback/FeedbackHost.tsx");
  vi.restoreAllMocks();
});

it("a notice and a question reach the person when the files that draw them do not arrive; the page goes on", async () => {
  const { ConsoleProvider, createConsole } = await import("../stores/console.ts");
  const { ConsoleTheme } = await import("../app/ConsoleTheme.tsx");
  const { Root } = await import("../app/Root.tsx");
  const owner = createConsole({ systemDark: false });
  const router = createMemoryRouter([{ element: <Root />, children: [{ path: "/", element: <p>页面</p> }] }]);
  render(
    <ConsoleProvider value={owner}>
      <ConsoleTheme>
        <RouterProvider router={router} />
      </ConsoleTheme>
    </ConsoleProvider>,
  );
  const user = userEvent.setup();
  act(() => void owner.feedback.notify("error", "保存失败"));
  expect((await screen.findByRole("status")).textContent).toContain("保存失败");
  expect(screen.getByText("页面")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "关闭" }));
  await waitFor(() => expect(screen.queryByRole("status")).toBeNull());

  let answer: Promise<boolean> = Promise.resolve(false);
  act(() => {
    answer = owner.feedback.confirm({ title: "删除", content: "确定删除吗？", okText: "删除" });
  });
  expect((await screen.findByRole("alert")).textContent).toContain("确定删除吗？");
  await user.click(screen.getByRole("button", { name: "删除" }));
  expect(await answer).toBe(true);
});
