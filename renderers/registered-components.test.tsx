// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { type ComponentType, lazy } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type ActionHost, runActions } from "../runtime/react/run-actions.ts";
import { type RegisteredRenderer, registeredRenderer, registerRenderers } from "../runtime/registry/registry.ts";
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

/** A page of a text and a panel of this type. */
function showPanel(type: string, renderer: RegisteredRenderer) {
  registerRenderers("panel", { [type]: { rowless: true, ...renderer } });
  const panels = [{ type: "text", text: "今日一览" }, { type }];
  const screen = { schemaVersion: 1, kind: "page", model: undefined, title: "页", panels };
  renderScreen(fixtureConsole({ screen: screen as never }));
}

/** The shop's list while another component draws lists. */
async function withListScreen(component: RegisteredRenderer, check: () => Promise<void>) {
  const own = registeredRenderer("screen", "list") ?? {};
  registerRenderers("screen", { list: component });
  try {
    renderScreen(fixtureConsole());
    await check();
  } finally {
    cleanup();
    registerRenderers("screen", { list: own });
  }
}

/** The shop's list with a query item of this editor, which this filter stands for. */
function showFilter(type: string, renderer: RegisteredRenderer) {
  registerRenderers("editor", { [type]: {} });
  registerRenderers("filter", { [type]: { editors: [type], ...renderer } });
  const query = { items: [{ field: "name", widget: { type } }, "shopNo"], advanced: false };
  renderScreen(fixtureConsole({ screen: { query } as never }));
}

const broken = (): never => {
  throw new Error("broken");
};

describe("AUT-03 a renderer that throws while drawing is named in the log and at its place, the page lives:", () => {
  test("a panel", async () => {
    showPanel("acme:throws", { component: broken });
    await screen.findByText("页面显示失败");
    screen.getByText("今日一览");
    expect(log()).toContain('panel "acme:throws" failed while drawing');
  });

  test("a panel whose script throws, until it is asked for again", async () => {
    const fetch = vi
      .fn()
      .mockRejectedValueOnce(new Error("broken script"))
      .mockResolvedValue(() => <b>现在好了</b>);
    showPanel("acme:script", { fetch });
    await screen.findByText("页面显示失败");
    expect(log()).toContain('panel "acme:script" could not be loaded');
    screen.getByRole("button", { name: "重新加载" }).click();
    await screen.findByText("现在好了");
  });

  test("a filter", async () => {
    showFilter("acme:throws", { component: broken });
    await screen.findByText("控件显示出错，其他内容不受影响");
    screen.getByPlaceholderText("请输入门店编号");
    expect((await screen.findAllByText("清溪路店")).length).toBeGreaterThan(0);
    expect(log()).toContain('filter "acme:throws" failed while drawing');
  });

  test("a screen", async () => {
    await withListScreen({ component: broken }, async () => {
      await screen.findByText("页面显示失败");
      screen.getByRole("button", { name: "重新加载" });
      expect(log()).toContain('screen "list" failed while drawing');
    });
  });
});

describe("AUT-03 a renderer that takes 10 s to load keeps its place and is named in the log:", () => {
  const slowly = (words: string) => {
    const component = () => <b>{words}</b>;
    return { fetch: vi.fn(() => new Promise((resolve) => setTimeout(() => resolve(component), 10_000))) };
  };
  const asked = ({ fetch }: ReturnType<typeof slowly>) => waitFor(() => expect(fetch).toHaveBeenCalledOnce());
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
  afterEach(() => void vi.useRealTimers());

  test("a panel", async () => {
    const late = slowly("迟到的面板");
    showPanel("acme:slow", late);
    await asked(late);
    await screen.findByRole("status", { name: "加载中" });
    screen.getByText("今日一览");
    await vi.advanceTimersByTimeAsync(6_000);
    expect(log()).toContain('panel "acme:slow" is still loading after 5 s');
    await vi.advanceTimersByTimeAsync(5_000);
    await screen.findByText("迟到的面板");
  });

  test("a filter", async () => {
    const late = slowly("迟到的条件");
    showFilter("acme:slow", late);
    await asked(late);
    expect((await screen.findAllByText("清溪路店")).length).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(log()).toContain('filter "acme:slow" is still loading after 5 s');
    await vi.advanceTimersByTimeAsync(5_000);
    await screen.findByText("迟到的条件");
  });

  test("a screen", async () => {
    const late = slowly("迟到的页面");
    await withListScreen(late, async () => {
      await asked(late);
      await vi.advanceTimersByTimeAsync(6_000);
      expect(log()).toContain('screen "list" is still loading after 5 s');
      await vi.advanceTimersByTimeAsync(5_000);
      await screen.findByText("迟到的页面");
    });
  });

  test("an action runs once it is here, and what follows it after it", async () => {
    const done: string[] = [];
    const run = () => void done.push("copied");
    const fetch = () => new Promise((resolve) => setTimeout(() => resolve(run), 10_000));
    registerRenderers("action", { "acme:slow": { fetch }, "acme:next": { component: () => void done.push("next") } });
    const { services } = fixtureConsole();
    const actions = [{ type: "acme:slow" }, { type: "acme:next" }] as never;
    const ran = runActions(actions, { services, scope: () => ({}) } as unknown as ActionHost);
    await vi.advanceTimersByTimeAsync(6_000);
    expect([done, log()]).toEqual([[], expect.stringContaining('action "acme:slow" is still loading after 5 s')]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect([await ran, done]).toEqual([true, ["copied", "next"]]);
  });
});
