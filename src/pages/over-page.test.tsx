// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import { ConsoleTheme } from "../app/ConsoleTheme.tsx";
import { OverPage } from "../feedback/OverPage.tsx";
import { ConsoleProvider, createConsole } from "../stores/console.ts";

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function openPage(load: () => Promise<{ readonly default: () => string }>) {
  const Part = lazyPart(load);
  function Page() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <input aria-label="写到一半" />
        <button type="button" onClick={() => setOpen(true)}>
          打开
        </button>
        {isOpen && (
          <OverPage onFailed={() => setOpen(false)}>
            <Part />
          </OverPage>
        )}
      </>
    );
  }
  const owner = createConsole({ systemDark: false });
  render(
    <ConsoleProvider value={owner}>
      <ConsoleTheme>
        <Page />
      </ConsoleTheme>
    </ConsoleProvider>,
  );
  return { owner, user: userEvent.setup() };
}

it("NAV-10 a dialog whose files do not arrive says so and leaves the page as it was typed; the next try begins anew", async () => {
  let isThere = false;
  const { owner, user } = openPage(async () => {
    if (!isThere) throw new TypeError("Failed to fetch dynamically imported module: /assets/x.js");
    return { default: () => "开了" };
  });
  await user.type(screen.getByRole("textbox"), "还在");
  await user.click(screen.getByRole("button", { name: "打开" }));
  const answer = async (isYes: boolean) => {
    await waitFor(() => expect(owner.feedback.confirms.map(({ title }) => title)).toEqual(["没有打开成功"]));
    const [question] = owner.feedback.confirms;
    if (question) owner.feedback.settle(question, isYes);
  };
  await answer(false);
  expect(screen.getByRole<HTMLInputElement>("textbox").value).toBe("还在");
  await user.click(await screen.findByRole("button", { name: "打开" }));
  isThere = true;
  // As without a network: a page loaded anew would be lost.
  vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
  await answer(true);
  await screen.findByText("开了");
});

it("a dialog that fails of itself says that the page is not affected", async () => {
  const { owner, user } = openPage(async () => ({
    default: () => {
      throw new Error("broken");
    },
  }));
  await user.click(screen.getByRole("button", { name: "打开" }));
  await waitFor(() =>
    expect(owner.feedback.notices.map(({ text }) => text)).toEqual([
      "窗口显示出错，已关闭；页面上的其他内容不受影响，请稍后重试。",
    ]),
  );
});
