// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { compileScreen } from "../../runtime/compile/compile-screen.ts";
import type { PanelDefinition } from "../../runtime/registry/define.ts";
import { registerRenderers } from "../../runtime/registry/registry.ts";
import type { ScreenDocument } from "../../runtime/schema/types.gen.ts";
import { definitions } from "../definitions.gen.ts";
import { galleryDictionaries } from "../gallery/EditorSpecimen.tsx";
import { galleryServices } from "../gallery/gallery-services.ts";
import { PanelSpecimen } from "../gallery/PanelSpecimen.tsx";
import { knownRenderers } from "../screens/known-renderers.ts";
import { fixtureConsole } from "../testing/fixture-console.ts";
import { MyTasksPanel } from "./my-tasks/MyTasksPanel.tsx";
import type { PanelProps } from "./panel-props.ts";
import { ShortcutsPanel } from "./shortcuts/ShortcutsPanel.tsx";
import { StatPanel } from "./stat/StatPanel.tsx";

afterEach(cleanup);

/** A panel over the seven shops of the gallery: 清溪路店 4,200 first, each 530 less. */
function show(example: Readonly<Record<string, unknown>>) {
  const definition = definitions.find(({ slot, type }) => slot === "panel" && type === example.type) ?? {};
  const services = galleryServices(fixtureConsole().services, "given");
  const { container } = render(
    <PanelSpecimen
      definition={definition as PanelDefinition}
      example={example}
      services={services}
      dictionaries={galleryDictionaries(services)}
    />,
  );
  const face = container.querySelector<HTMLElement>("[data-state=正常] .sc-gallery-face");
  if (!face) throw new Error("no panel");
  return within(face);
}

describe("a panel", () => {
  test("stat: the figure of an expression over its rows, with its title", async () => {
    const face = show({ type: "stat", title: "今日订单额", value: "{{ rows[0].pay_amount }}", format: "money" });
    await face.findByText("今日订单额");
    await face.findByText("¥4,200.00");
  });

  test("rank: from the greatest down, as many as asked for", async () => {
    const face = show({ type: "rank", title: "门店排行", name: "store_name", value: "pay_amount", limit: 3 });
    await face.findByText("清溪路店");
    face.getByText("东湖店");
    face.getByText("3,140");
    expect(face.queryByText("西溪店")).toBeNull();
  });

  test("pie: each part with its share, small ones together", async () => {
    const face = show({ type: "pie", title: "类目占比", name: "category", value: "pay_amount" });
    await face.findByText("23.0%");
    face.getByText("清溪路店");
    face.getByText("其他");
    const shares = face.getAllByText(/^\d+\.\d%$/).map((share) => Number.parseFloat(share.textContent ?? ""));
    const named = shares.slice(0, -1);
    expect(named).toEqual([...named].sort((a, b) => b - a));
    // The picture that is saved is called by the title alone.
    expect(face.getByRole("img", { name: /^类目占比：清溪路店 23\.0%，/ })).toBeTruthy();
    expect(face.getByRole("button", { name: "类目占比：导出图片" })).toBeTruthy();
  });

  test("chart: begins as the document says, and becomes what the reader chooses", async () => {
    const face = show({ type: "chart", title: "成交额", kind: "pie", x: "category", y: ["pay_amount"] });
    await face.findByText("23.0%");
    fireEvent.click(face.getByRole("radio", { name: "柱状图" }));
    await waitFor(() => expect(face.queryByText("23.0%")).toBeNull());
    expect(await face.findByRole("img", { name: "成交额" })).toBeTruthy();
  });

  test("table: the columns that it names, a row for each", async () => {
    const face = show({ type: "table", title: "订单", columns: ["orderNo", "payAmount"] });
    expect((await face.findAllByText("清溪路店")).length).toBe(1);
    face.getByText("4200");
  });

  test("text: a sentence with what the person is called", async () => {
    const face = show({ type: "text", text: "欢迎，{{ user.realname }}" });
    await face.findByText("欢迎，陈晓");
  });

  test("my-tasks: how many of each, since when", async () => {
    const items = [{ title: "订单等待审核", model: "test/order" }];
    const face = show({ type: "my-tasks", title: "我的待办", items });
    const task = await face.findByRole("link", { name: /订单等待审核/ });
    expect(task.textContent).toBe("12订单等待审核最早 11-20 08:12");
    expect(task.getAttribute("href")).toBe("orders?tab=0");
  });

  test("NAV-09 my-tasks: below a greeting what waits is one sentence of links", async () => {
    const items = [{ title: "笔订单待审核", model: "test/order" }];
    const face = show({ type: "my-tasks", greeting: "上午好，{{ user.realname }}", items });
    await face.findByRole("heading", { name: "上午好，陈晓" });
    expect(face.getByRole("paragraph").textContent).toBe("今天有 12 订单等待审核，3 退款等待处理");
    expect(face.getByRole("link", { name: "12 订单等待审核" }).getAttribute("href")).toBe("orders?tab=0");
  });

  test("my-tasks: who has no task of the page reads the day below the greeting", () => {
    const plan = { text: { render: () => "早上好，李正" } };
    const props = { plan, rows: [], scope: { now: "2026-11-28 06:20:00" }, findPage: () => undefined };
    render(<MyTasksPanel {...(props as unknown as PanelProps)} />);
    expect(screen.getByRole("paragraph").textContent).toBe("今天是 2026 年 11 月 28 日");
  });

  test("stat: a day before without rows counts as nothing", () => {
    const evaluate = (value: unknown) => ({ evaluate: () => value });
    const plan = { panel: { type: "stat" }, value: evaluate(3), compare: evaluate(undefined) };
    render(<StatPanel {...({ plan, rows: [], scope: {} } as unknown as PanelProps)} />);
    expect(screen.getByRole("paragraph").textContent).toContain("昨天 0");
  });

  test("notices: the unread one is marked until it is opened", async () => {
    const face = show({ type: "notices", title: "通知公告" });
    const notice = await face.findByRole("button", { name: /门店年终盘点安排/ });
    within(notice).getByRole("img", { name: "未读" });
    fireEvent.click(notice);
    expect(within(notice).queryByRole("img")).toBeNull();
    expect(within(face.getByRole("button", { name: /十一月结算/ })).queryByRole("img")).toBeNull();
  });

  test("shortcuts: a way to each page", async () => {
    const face = show({ type: "shortcuts", items: ["member/member"] });
    await face.findByText("member/member");
  });

  test("shortcuts: each stands below the icon that the console draws for its page", () => {
    const plan = { panel: { type: "shortcuts", items: ["a", "b"] } } as unknown as PanelProps["plan"];
    const findPage = (path: string) => ({ path: `/${path}`, title: path, ...(path === "a" && { face: <i>门店</i> }) });
    const props = { plan, findPage, navigate: () => undefined } as unknown as PanelProps;
    const face = render(<ShortcutsPanel {...props} />);
    expect(face.getAllByRole("link").map((link) => link.textContent)).toEqual(["门店a", "b"]);
  });

  test("shortcuts: one may begin work, has its own words and is left out without the right", () => {
    const items = [
      { page: "a?press=add", title: "新增", permission: "a:add" },
      { page: "a?press=import", permission: "a:import" },
    ];
    const plan = { panel: { type: "shortcuts", items } } as unknown as PanelProps["plan"];
    const findPage = (path: string) => ({ path: `/${path}`, title: path });
    const may = (code: string) => code === "a:add";
    const face = render(<ShortcutsPanel {...({ plan, findPage, may } as unknown as PanelProps)} />);
    expect(face.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["新增", "/a?press=add"],
    ]);
  });

  test.each(["line", "bar", "area"])("%s: stands under its title; a failure names itself", async (type) => {
    const face = show({ type, title: "成交趋势", x: "day", y: ["pay_amount"] });
    await face.findByText("成交趋势");
    expect(await screen.findAllByText("网络不可用，请稍后重试")).toHaveLength(1);
  });
});

test("AUT-03 a panel that throws while drawing says so in its card and is named in the log", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const Broken = () => {
    throw new Error("broken panel");
  };
  registerRenderers("panel", { "acme:broken": { component: Broken } });
  const face = show({ type: "acme:broken", title: "销售额" });
  await face.findByText("页面显示失败");
  face.getByRole("heading", { name: "销售额" });
  expect(logged.mock.calls.map(([said]) => said)).toContain('panel "acme:broken" failed while drawing');
  logged.mockRestore();
});

test("AUT-03 a panel of an unknown type keeps its place and names it", () => {
  const screen = { schemaVersion: 1, kind: "dashboard", id: "home", panels: [{ type: "acme:none", title: "销售额" }] };
  const plan = compileScreen(screen as unknown as ScreenDocument, new Map(), knownRenderers);
  expect("panels" in plan && plan.panels[0]).toMatchObject({ kind: "broken" });
  expect(plan.diagnostics[0]?.message).toContain("acme:none");
});
