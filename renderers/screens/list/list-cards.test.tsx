// @vitest-environment happy-dom
import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fixtureConsole, listOfCall } from "../../testing/fixture-console.ts";
import { narrowScreen } from "../../testing/narrow-screen.ts";
import { renderScreen } from "../../testing/render-screen.tsx";

beforeEach(() => {
  localStorage.clear();
  narrowScreen();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("cards of a stored list say their order", async () => {
  renderScreen(fixtureConsole());
  expect(await screen.findByText("共 3 条，按创建时间倒序")).toBeTruthy();
});

test("a list without rows says no order", async () => {
  renderScreen(fixtureConsole({ rows: [] }));
  expect(await screen.findByText("共 0 条")).toBeTruthy();
});

test("cards of a call that no model stores claim no order, and without conditions offer no filter", async () => {
  const fixture = fixtureConsole({ screen: listOfCall("GET /test/channels", "发送方式") });
  fixture.on("GET /test/channels", () => [{ id: "sms", name: "短信" }]);
  renderScreen(fixture);
  expect(await screen.findByText("共 1 条")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "筛选" })).toBeNull();
});
