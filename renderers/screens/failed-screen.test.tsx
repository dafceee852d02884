// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { fixtureConsole, refusal } from "../testing/fixture-console.ts";
import { ScreenHost } from "./ScreenHost.tsx";

afterEach(cleanup);

test("NAV-04 a component that nobody knows is named, with the pages that are like it", async () => {
  const fixture = fixtureConsole();
  fixture.on("GET /lowcode/screens/modules/xx/YyList", () => {
    throw refusal(404, 404, "没有页面", { nearest: ["xx/yy", "xx/gone", 7] });
  });
  render(
    <ScreenHost
      screenId="modules/xx/YyList"
      component="modules/xx/YyList"
      services={fixture.services}
      findPage={(id) => (id === "xx/yy" ? { path: "/xx/yy", title: "丫丫" } : undefined)}
    />,
  );
  expect(await screen.findByText("未找到页面组件“modules/xx/YyList”，请联系管理员检查菜单或页面文档。")).toBeTruthy();
  screen.getByRole("button", { name: "丫丫" }).click();
  expect(screen.getAllByRole("button")).toHaveLength(2);
  expect(fixture.places).toEqual(["/xx/yy"]);
});

test("a document that was made here is drawn without asking for it", async () => {
  const fixture = fixtureConsole();
  const document = { schemaVersion: 1, kind: "page", title: "页", panels: [{ type: "text", text: "你好" }] } as const;
  render(<ScreenHost screenId="x" document={document} services={fixture.services} />);
  expect(await screen.findByText("你好")).toBeTruthy();
  expect(fixture.calls).toEqual([]);
});
