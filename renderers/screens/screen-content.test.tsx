// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fixtureDocuments } from "../../runtime/compile/fixture-models.ts";
import type { ScreenDocument } from "../../runtime/schema/types.gen.ts";
import { fixtureConsole, refusal } from "../testing/fixture-console.ts";
import { renderScreen } from "../testing/render-screen.tsx";

afterEach(cleanup);
beforeEach(() => localStorage.clear());

const withScreen = (parts: object) => fixtureConsole({ screen: parts as unknown as Partial<ScreenDocument> });

async function rowOf(name: string): Promise<HTMLElement> {
  const row = (await screen.findByText(name)).closest("tr");
  if (!row) throw new Error(`${name} stands in no row`);
  return row;
}

test("a view may be another screen: its params are conditions of that list and values of its new rows", async () => {
  const fixture = withScreen({
    rowActions: { items: [{ key: "lines", label: "明细", do: [{ type: "open", view: "lines" }] }] },
    views: {
      lines: { title: "{{ row.name }}的明细", content: { screen: "test/line", params: { shopId: "{{ row.id }}" } } },
    },
  });
  fixture.on("GET /lowcode/screens/test/line", () => ({
    screen: {
      schemaVersion: 1,
      kind: "list",
      id: "test/line",
      model: "test/line",
      toolbar: [
        {
          key: "attach",
          label: "添加明细",
          ask: { product: { type: "string", title: "品名", required: true } },
          do: [
            {
              type: "request",
              method: "POST",
              url: "/test/line/attach",
              data: { shop: "{{ query.shopId }}", product: "{{ form.product }}" },
            },
            { type: "reload" },
          ],
        },
      ],
    },
    models: fixtureDocuments,
    hash: "1",
    diagnostics: [],
  }));
  fixture.on("GET /test/line/list", () => ({ records: [{ id: "l1", product: "深度保洁", qty: 12 }], total: 1 }));
  fixture.on("POST /test/line/attach", () => null);
  const { user } = renderScreen(fixture);
  await user.click(within(await rowOf("望江店")).getByRole("button", { name: "明细" }));
  const drawer = await screen.findByRole("dialog", { name: "望江店的明细" });
  expect(await within(drawer).findByText("深度保洁")).toBeTruthy();
  expect(fixture.callsTo("GET /test/line/list")[0]?.params).toMatchObject({ shopId: "s2" });

  await user.click(within(drawer).getByRole("button", { name: "添加明细" }));
  // In a test antd gives every dialog the same id, so both bear the first one's name.
  await waitFor(() => expect(screen.getAllByRole("dialog")).toHaveLength(2));
  const question = screen.getAllByRole("dialog").at(-1) ?? drawer;
  await user.click(within(question).getByRole("button", { name: "添加明细" }));
  expect(fixture.callsTo("POST /test/line/attach")).toHaveLength(0);
  await user.type(within(question).getByLabelText(/品名/), "窗帘清洗");
  await user.click(within(question).getByRole("button", { name: "添加明细" }));
  await waitFor(() =>
    expect(fixture.callsTo("POST /test/line/attach")[0]?.data).toEqual({ shop: "s2", product: "窗帘清洗" }),
  );
});

test("a report in a tab of a detail is asked for the rows of its record", async () => {
  const report = { screen: "test/months", params: { shopId: "{{ row.id }}" }, title: "每月" };
  const fixture = withScreen({
    rowActions: { items: [{ preset: "detail", view: "detail" }] },
    views: {
      detail: {
        items: [
          {
            tabs: [
              { title: "资料", items: ["name"] },
              { title: "曲线", items: [report] },
            ],
          },
        ],
      },
    },
  });
  fixture.on("GET /lowcode/screens/test/months", () => ({
    screen: {
      ...{ schemaVersion: 1, kind: "report", id: "test/months", title: "每月", query: { items: [] }, toolbar: [] },
      source: {
        ...{ type: "aggregate", model: "test/line", groupBy: ["product"] },
        measures: { qty: { op: "sum", field: "qty", title: "数量" } },
      },
    },
    models: fixtureDocuments,
    hash: "1",
    diagnostics: [],
  }));
  fixture.on("POST /lowcode/aggregate", () => [{ product: "深度保洁", qty: 12 }]);
  const { user } = renderScreen(fixture);
  await user.click(within(await rowOf("望江店")).getByRole("button", { name: "详情" }));
  await user.click(await screen.findByRole("tab", { name: "曲线" }));
  expect(await screen.findByText("深度保洁")).toBeTruthy();
  const calls = fixture.callsTo("POST /lowcode/aggregate");
  expect(calls.map(({ data }) => (data as { where: object }).where)).toEqual([{ shopId: "s2" }]);
});

test("a content that nobody registered says its name", async () => {
  const fixture = withScreen({
    rowActions: { items: [{ key: "odd", label: "打开", do: [{ type: "open", view: "odd" }] }] },
    views: { odd: { title: "某处", content: { component: "no/such" } } },
  });
  const { user } = renderScreen(fixture);
  await user.click(within(await rowOf("望江店")).getByRole("button", { name: "打开" }));
  expect(await screen.findByText(/未找到页面组件“no\/such”/)).toBeTruthy();
});

test("the recycle bin gives rows back, and removes them for good only after a question", async () => {
  const fixture = withScreen({ toolbar: [{ preset: "recycleBin" }] });
  fixture.on("GET /test/shop/deleteList", () => [{ id: "d1", name: "旧店", status: "1" }]);
  fixture.on("PUT /test/shop/back/d1", () => null);
  fixture.on("DELETE /test/shop/deletePhysic/d1", () => {
    throw refusal(200, 500, "还有下级数据");
  });
  const { user } = renderScreen(fixture);
  await rowOf("望江店");
  const lists = () => fixture.callsTo("GET /test/shop/list").length;
  const before = lists();
  await user.click(screen.getByRole("button", { name: "回收站" }));
  const bin = await screen.findByRole("dialog", { name: "门店回收站" });
  await user.click(await within(bin).findByRole("button", { name: "还原" }));
  await waitFor(() => expect(lists()).toBe(before + 1));
  fixture.answer = false;
  await user.click(within(bin).getByRole("button", { name: "彻底删除" }));
  await waitFor(() => expect(fixture.questions.at(-1)?.content).toContain("旧店"));
  expect(fixture.callsTo("DELETE /test/shop/deletePhysic/d1")).toHaveLength(0);
  fixture.answer = true;
  await user.click(within(bin).getByRole("button", { name: "彻底删除" }));
  await waitFor(() => expect(fixture.notices.at(-1)?.text).toBe("还有下级数据"));
});

test("a list without a model reads its own fields from its source, with another model's tree at its left", async () => {
  const fixture = withScreen({
    kind: "tree-list",
    model: undefined,
    title: "通讯录",
    permissionPrefix: "test:book",
    source: { type: "rest", list: "GET /test/book/people" },
    fields: { name: { type: "string", title: "姓名" } },
    tree: { side: { model: "test/company", field: "code", value: "orgCode", title: "部门" } },
    toolbar: [],
  });
  fixture.on("GET /test/book/people", () => ({ records: [{ id: "p1", name: "李莉" }], total: 1 }));
  fixture.on("GET /test/company/queryTreeList", () => [
    { key: "1", title: "总部", orgCode: "A01", children: [{ key: "2", title: "西湖店", orgCode: "A01A01" }] },
  ]);
  const { user } = renderScreen(fixture);
  expect(await screen.findByText("李莉")).toBeTruthy();
  await user.click(await screen.findByText("西湖店"));
  await waitFor(() =>
    expect(fixture.callsTo("GET /test/book/people").at(-1)?.params).toMatchObject({ code: "A01A01", pageNo: 1 }),
  );
});

test("a tree beside the list that has nothing says what is missing; the list says what to do first", async () => {
  const fixture = withScreen({
    kind: "tree-list",
    model: undefined,
    title: "通讯录",
    permissionPrefix: "test:book",
    source: { type: "rest", list: "GET /test/book/people" },
    fields: { name: { type: "string", title: "姓名" } },
    tree: { side: { model: "test/company", field: "code", title: "负责的部门" } },
    table: { empty: "先在左边选部门。" },
    toolbar: [],
  });
  fixture.on("GET /test/book/people", () => ({ records: [], total: 0 }));
  fixture.on("GET /test/company/queryTreeList", () => null);
  renderScreen(fixture);
  expect(await screen.findByText("还没有负责的部门")).toBeTruthy();
  expect(await screen.findByText("先在左边选部门。")).toBeTruthy();
});
