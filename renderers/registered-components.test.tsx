// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { type ComponentType, lazy } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type RegisteredRenderer, registerRenderers } from "../runtime/registry/registry.ts";
import { starsText } from "../tests/fixtures/plugins/acme/cells/stars/stars.def.ts";
import { ControlFrame } from "./editors/ControlFrame.tsx";
import { fixtureConsole } from "./testing/fixture-console.ts";
import { renderScreen } from "./testing/render-screen.tsx";

const logged = vi.spyOn(console, "error");
beforeEach(() => {
  logged.mockClear();
  logged.mockImplementation(() => undefined);
});
afterEach(cleanup);

const fetchStars = async () => (await import("../tests/fixtures/plugins/acme/cells/stars/StarsCell.tsx")).StarsCell;

/** A list whose column `count` is drawn by a cell of this type. */
function showCell(type: string, renderer?: RegisteredRenderer) {
  if (renderer) registerRenderers("cell", { [type]: renderer });
  const table = { columns: ["name", { field: "count", cell: { type, of: 10 } }] };
  renderScreen(fixtureConsole({ screen: { table } as never, denied: [] }));
}
const log = () => logged.mock.calls.map((call) => call.map(String).join(" ")).join("\n");

test("AUT-03 a cell of a plugin is drawn once its folder is registered; before, its place names it", async () => {
  showCell("acme:stars");
  expect((await screen.findAllByText(/acme:stars/)).length).toBeGreaterThan(0);
  cleanup();
  showCell("acme:stars", { text: starsText, fetch: fetchStars });
  const first = await screen.findByRole("img", { name: "4 / 10" });
  expect(first.textContent).toBe("★★★★");
});

test("AUT-03 a cell that throws while drawing is named in the log; the row stays", async () => {
  const fail = () => {
    throw new Error("broken stars");
  };
  showCell("acme:throws", { fetch: async () => fail });
  expect((await screen.findAllByTitle("这一格显示出错")).length).toBeGreaterThan(0);
  screen.getByText("清溪路店");
  expect(log()).toContain('cell "acme:throws" failed while drawing');
});

test("AUT-03 a text form that throws is named in the log; the value stands as it is", async () => {
  const fail = () => {
    throw new Error("broken words");
  };
  showCell("acme:mute", { text: fail });
  expect((await screen.findAllByText("4")).length).toBeGreaterThan(0);
  expect(log()).toContain('cell "acme:mute" cannot write its text');
});

test("AUT-03 a cell that takes 10 s to load shows its text until then and is named in the log", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    const fetch = () => new Promise((resolve) => setTimeout(async () => resolve(await fetchStars()), 10_000));
    showCell("acme:slow", { text: starsText, fetch });
    expect((await screen.findAllByText("4 / 10")).length).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(log()).toContain('cell "acme:slow" is still loading after 5 s');
    await vi.advanceTimersByTimeAsync(5_000);
    await screen.findByRole("img", { name: "4 / 10" });
  } finally {
    vi.useRealTimers();
  }
});

test("AUT-03 an editor that throws while drawing is named at its place and in the log; the form stays", () => {
  const Broken = () => {
    throw new Error("broken control");
  };
  render(
    <form aria-label="会员">
      <ControlFrame type="acme:broken">
        <Broken />
      </ControlFrame>
    </form>,
  );
  screen.getByRole("form", { name: "会员" });
  screen.getByText("控件显示出错，其他内容不受影响");
  screen.getByRole("button", { name: "重新加载" });
  expect(log()).toContain('editor "acme:broken" failed while drawing');
});

test("NAV-10 a control on its way keeps its place, and is no field without a name meanwhile", () => {
  const Late = lazy<ComponentType>(() => new Promise(() => undefined));
  const { container } = render(
    <ControlFrame type="acme:late">
      <Late />
    </ControlFrame>,
  );
  expect(container.querySelectorAll("input[aria-busy=true]")).toHaveLength(1);
  expect(screen.queryByRole("textbox")).toBeNull();
});
