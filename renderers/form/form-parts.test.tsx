// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cellOf, giveElementsSizes } from "../testing/editable-table.ts";
import { fixtureConsole } from "../testing/fixture-console.ts";
import { renderScreen } from "../testing/render-screen.tsx";

giveElementsSizes({ clientHeight: 400, clientWidth: 900 });
afterEach(cleanup);
beforeEach(() => localStorage.clear());

test("a row that is added by its purpose is filled in, and what follows from its values is asked for", async () => {
  const subTable = {
    ...{ kind: "table", relation: "lines" },
    toolbar: [{ preset: "addRow", templates: [{ title: "常规保洁", values: { product: "保洁", qty: 2 } }] }],
    on: {
      change: [
        { type: "request", method: "GET", url: "/test/name", params: { of: "{{ row.product }}" } },
        { type: "setValue", field: "product", value: "{{ result.name }}" },
      ],
    },
  };
  const fixture = fixtureConsole({
    screen: { kind: "list", views: { form: { items: ["name", { subTable }] } } } as never,
  });
  fixture.on("GET /test/name", () => ({ name: "日常保洁" }));
  const { user } = renderScreen(fixture);
  await user.click(await screen.findByRole("button", { name: "编辑" }));
  const dialog = within(await screen.findByRole("dialog"));
  const grid = await dialog.findByRole("grid", { name: "明细" });
  dialog.getByRole("button", { name: "按用途新增" }).focus();
  await user.keyboard("{Enter}");
  const entry = await screen.findByRole("menuitem", { name: "常规保洁" });
  await waitFor(() => expect(document.activeElement).toBe(entry));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(cellOf(grid, 1, "product").textContent).toBe("日常保洁"));
  expect(cellOf(grid, 1, "qty").textContent).toBe("2");
  expect(fixture.callsTo("GET /test/name").map(({ params }) => params)).toEqual([{ of: "保洁" }]);
});

test("another screen stands in the form of a stored record, with the record as its condition", async () => {
  const item = {
    screen: "test/plan",
    title: "计划",
    params: { shop: "{{ row.id }}" },
    visible: "{{ row.id != null }}",
  };
  const fixture = fixtureConsole({ screen: { kind: "list", views: { form: { items: ["name", item] } } } as never });
  const page = fixture.services.request;
  const plan = {
    ...{ schemaVersion: 1, kind: "list", id: "test/plan", title: "计划", toolbar: [] },
    source: { type: "rest", list: "GET /test/plan" },
    fields: { step: { type: "string", title: "步骤" } },
    query: { items: [{ field: "step", op: "like" }] },
  };
  Object.assign(fixture.services, {
    request: (options: Parameters<typeof page>[0]) =>
      options.url === "/lowcode/screens/test/plan"
        ? Promise.resolve({ screen: plan, models: {}, hash: "", diagnostics: [] })
        : page(options),
  });
  fixture.on("GET /test/plan", () => ({ records: [{ id: "1", step: "盘点" }], total: 1 }));
  const { user } = renderScreen(fixture);
  await user.click(await screen.findByRole("button", { name: "编辑" }));
  const region = within(await screen.findByRole("region", { name: "计划" }));
  expect(await region.findByText("盘点")).toBeTruthy();
  expect(fixture.callsTo("GET /test/plan")[0]?.params).toMatchObject({ shop: "s1" });
  // Enter in a query of the other screen asks it; in a line of the form it saves.
  await user.type(region.getByRole("textbox", { name: "步骤" }), "盘{Enter}");
  await waitFor(() => expect(fixture.callsTo("GET /test/plan").at(-1)?.params).toMatchObject({ step: "*盘*" }));
  const name = within(screen.getByRole("dialog")).getByRole("textbox", { name: "门店名称" });
  await user.type(name, "二店{Enter}");
  await waitFor(() => expect(fixture.callsTo("PUT /test/shop/edit")).toHaveLength(1));
  cleanup();
  const again = renderScreen(fixture);
  await again.user.click(await screen.findByRole("button", { name: "新增门店" }));
  await screen.findByRole("dialog");
  expect(screen.queryByRole("region", { name: "计划" })).toBeNull();
});
