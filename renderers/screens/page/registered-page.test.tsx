// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { ConsoleServices } from "../../../runtime/react/services.ts";
import { ScreenHost } from "../ScreenHost.tsx";

afterEach(cleanup);

function servicesWith(document: object): ConsoleServices {
  const answer = { screen: document, models: {}, hash: "h", diagnostics: [] };
  return { request: async () => answer, navigate: () => {} } as unknown as ConsoleServices;
}

const document = {
  schemaVersion: 1,
  kind: "page",
  id: "dashboard/analysis",
  title: "首页",
  component: "dashboard/welcome",
};

function Welcome({ params }: { readonly params: Readonly<Record<string, unknown>> }) {
  return <p>{JSON.stringify(params)}</p>;
}

it("a page document shows the registered page it names, with the document's and the address's parameters", async () => {
  render(
    <ScreenHost
      screenId="dashboard/analysis"
      params={{ day: "2" }}
      services={servicesWith({ ...document, params: { day: "1", unit: "店" } })}
      pages={{ "dashboard/welcome": Welcome }}
    />,
  );
  expect((await screen.findByText(/day/)).textContent).toBe('{"day":"2","unit":"店"}');
});

it("a page that is not registered is named", async () => {
  render(<ScreenHost screenId="dashboard/analysis" services={servicesWith(document)} />);
  await screen.findByText("未找到页面组件“dashboard/welcome”，请联系管理员检查菜单或页面文档。");
});
