// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { giveElementsSizes } from "../testing/editable-table.ts";
import { fixtureConsole, refusal } from "../testing/fixture-console.ts";
import { openGrid, storedLines } from "../testing/open-grid.tsx";
import { renderScreen } from "../testing/render-screen.tsx";

giveElementsSizes({ clientHeight: 400, clientWidth: 900 });
afterEach(cleanup);
beforeEach(() => localStorage.clear());

test("on.saved runs after the record was saved, with its rows", async () => {
  const text = "{{ len(rows) }} 行，{{ master.name }}";
  const { fixture, put, dialog, user } = await openGrid({
    on: { saved: [{ type: "message", level: "info", text }] },
  });
  await put(0, "product", "擦窗{Enter}");
  expect(fixture.notices).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(fixture.notices).toContainEqual({ level: "info", text: "2 行，清溪路店" }));
});

test("a conflict shows the rows too, each with its place, its name and both values", async () => {
  const { fixture, user, dialog, put } = await openGrid({});
  await put(0, "qty", "5{Enter}");
  fixture.on("PUT /test/shop/edit", () => {
    throw refusal(409, 409, "数据已被他人修改", { current: { ...fixture.rows[0], version: 2 } });
  });
  fixture.on("GET /test/line/listByMainId", () => [{ id: "l1", product: "保洁", qty: 3 }]);
  await user.click(dialog.getByRole("button", { name: "保存" }));
  await screen.findByText("数据已被他人修改");
  const lines = async () => (await screen.findAllByText(/明细第/)).map((cell) => cell.closest("tr")?.textContent);
  expect(await lines()).toEqual(["明细第 1 行 数量53", "明细第 2 行没有修改，保留现在的删除了这一行"]);
});

test("keeping mine after a conflict removes the rows that I removed and no row that others added", async () => {
  const { fixture, user, dialog, grid, put } = await openGrid({});
  await put(0, "qty", "5{Enter}");
  await user.click(dialog.getByRole("checkbox", { name: "选择第 2 行" }));
  await user.click(dialog.getByRole("button", { name: "删除 1 行" }));
  await waitFor(() => expect(grid.querySelectorAll("[data-row]")).toHaveLength(1));
  fixture.on("PUT /test/shop/edit", () => {
    throw refusal(409, 409, "数据已被他人修改", { current: { ...fixture.rows[0], version: 2 } });
  });
  fixture.on("GET /test/line/listByMainId", () => {
    throw refusal(200, 500, "网络超时");
  });
  await user.click(dialog.getByRole("button", { name: "保存" }));
  const keep = () => screen.getByRole<HTMLButtonElement>("button", { name: /用我的保存/ });
  // Without their rows there is nothing to keep mine beside.
  await screen.findByText(/现在的明细没有读到/);
  expect(keep().disabled).toBe(true);
  fixture.on("GET /test/line/listByMainId", () => [...storedLines, { id: "l3", product: "搬家", qty: 8 }]);
  fixture.on("PUT /test/shop/edit", ({ data }) => data);
  await user.click(screen.getByRole("button", { name: "重新加载" }));
  await waitFor(() => expect(keep().disabled).toBe(false));
  await user.click(keep());
  await waitFor(() =>
    expect(fixture.callsTo("PUT /test/shop/edit")[1]?.data).toMatchObject({
      version: 2,
      lines: {
        rows: [
          { id: "l1", qty: 5 },
          { id: "l3", product: "搬家", qty: 8 },
        ],
        deleteIds: ["l2"],
      },
    }),
  );
});

test("a copy starts with the rows of its original, and sends them as rows of its own", async () => {
  const fixture = fixtureConsole({
    screen: { kind: "list", rowActions: { items: [{ preset: "copy" }] } } as never,
    rows: [
      { id: "s1", version: 1, name: "清溪路店", companyId: "c1", companyId_dictText: "清溪公司", payType: "cash" },
    ],
  });
  fixture.on("GET /test/line/listByMainId", () => [{ id: "l1", version: 4, product: "保洁", qty: 1 }]);
  const { user } = renderScreen(fixture);
  await user.click(await screen.findByRole("button", { name: "复制" }));
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText("保洁");
  await user.click(dialog.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(fixture.callsTo("POST /test/shop/add")[0]?.data).toMatchObject({ lines: [{ product: "保洁", qty: 1 }] }),
  );
  expect(fixture.callsTo("POST /test/shop/add")[0]?.data).not.toHaveProperty("lines.0.id");
});
