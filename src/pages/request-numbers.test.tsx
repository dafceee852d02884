// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, it } from "vitest";
import { AccountPage } from "../account/AccountPage.tsx";
import { ConsoleTheme } from "../app/ConsoleTheme.tsx";
import { WorkplaceDialog } from "../login/WorkplaceDialog.tsx";
import { NoticePanel } from "../notices/NoticePanel.tsx";
import { type Console, ConsoleProvider, createConsole } from "../stores/console.ts";
import { readSessionUser } from "../stores/session.ts";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(cleanup);

/** A console whose server fails every call. */
function show(part: (owner: Console) => ReactNode): void {
  const owner = createConsole({
    systemDark: false,
    transport: async () => ({
      status: 500,
      body: JSON.stringify({ success: false, code: 500, message: "操作失败", result: null }),
      header: (name: string) => (name === "x-request-id" ? "8f00c3a1b2d4e567" : ""),
    }),
  });
  owner.session.signIn("t1", { ...readSessionUser({ id: "u1", username: "linxiao" }), mustChoose: true }, true);
  render(
    <MemoryRouter>
      <ConsoleProvider value={owner}>
        <ConsoleTheme>{part(owner)}</ConsoleTheme>
      </ConsoleProvider>
    </MemoryRouter>,
  );
}

const nothing = () => undefined;

it.each([
  ["the page of one's account", ({ services }: Console) => <AccountPage services={services} />],
  ["the panel of notices", () => <NoticePanel onClose={nothing} onOpen={nothing} />],
  ["the choice of a department", () => <WorkplaceDialog onDone={nothing} />],
])("%s that fails shows the number of its request to copy", async (_, part) => {
  show(part);
  const failure = await screen.findByRole("alert");
  expect(failure.textContent).toContain("8f00c3a1b2d4e567");
  expect(failure.contains(screen.getByRole("button", { name: "复制请求编号" }))).toBe(true);
});
