// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { memoryAddress } from "../../../runtime/react/address-bar.ts";
import { fixtureConsole, listOfCall, refusal, shopRows } from "../../testing/fixture-console.ts";
import { renderScreen } from "../../testing/render-screen.tsx";

afterEach(cleanup);
beforeEach(() => localStorage.clear());

const rowOf = async (name: string) => {
  const row = (await screen.findByText(name)).closest("tr");
  if (!row) throw new Error(`${name} stands in no row`);
  return within(row);
};

describe("a list", () => {
  test("shows rows with the words of their dictionaries", async () => {
    renderScreen(fixtureConsole());
    const row = await rowOf("清溪路店");
    expect(row.getByText("待审核").className).toBe("sc-dot sc-dot-warning");
    expect(row.getByText("直营").className).toBe("sc-tag sc-tag-blue");
    expect(row.getByText("清溪公司")).toBeTruthy();
    expect(row.getByText("12.50")).toBeTruthy();
    expect(row.getByText("2024-11-21 14:32")).toBeTruthy();
  });

  test("shows an empty value as a dash", async () => {
    renderScreen(fixtureConsole());
    const row = await rowOf("东湖店");
    expect(row.getAllByText("—").length).toBeGreaterThan(1);
  });

  test("a record in the address is shown by its words", async () => {
    const fixture = fixtureConsole({ screen: { query: { items: ["companyId"], advanced: false } } as never });
    const asked: unknown[] = [];
    fixture.services.lookUp = async (request) => {
      asked.push(request.params);
      return ["望江公司"] as never;
    };
    renderScreen(fixture, { address: memoryAddress("?q.companyId=c2") });
    expect(await screen.findByText("望江公司")).toBeTruthy();
    expect(asked).toEqual([{ key: "c2", delNotExist: "false" }]);
  });

  test("sends what was typed, wrapped by its rule, on Enter", async () => {
    const fixture = fixtureConsole();
    const { user } = renderScreen(fixture);
    await rowOf("清溪路店");
    await user.type(screen.getByLabelText("门店名称"), "江{Enter}");
    await waitFor(() => expect(fixture.callsTo("GET /test/shop/list")).toHaveLength(2));
    expect(fixture.callsTo("GET /test/shop/list")[1]?.params).toEqual({
      name: "*江*",
      column: "createTime",
      order: "desc",
      pageNo: 1,
      pageSize: 10,
    });
  });

  test("resets all conditions and goes to the first page", async () => {
    const fixture = fixtureConsole();
    const { user } = renderScreen(fixture, { address: memoryAddress("?q.name=江&page=2") });
    await waitFor(() =>
      expect(fixture.callsTo("GET /test/shop/list")[0]?.params).toMatchObject({ name: "*江*", pageNo: 2 }),
    );
    await user.click(await screen.findByRole("button", { name: "重置" }));
    await waitFor(() => expect(fixture.callsTo("GET /test/shop/list").at(-1)?.params).not.toHaveProperty("name"));
    expect(fixture.callsTo("GET /test/shop/list").at(-1)?.params).toMatchObject({ pageNo: 1 });
  });

  test("shows three conditions and the others after 展开", async () => {
    const { user } = renderScreen(fixtureConsole());
    await rowOf("清溪路店");
    expect(screen.queryByLabelText("类型")).toBeNull();
    await user.click(screen.getByRole("button", { name: /展开/ }));
    expect(screen.getByLabelText("类型")).toBeTruthy();
  });

  test("keeps filters, page and sort in the address", async () => {
    const address = memoryAddress();
    const rows = Array.from({ length: 25 }, (_, index) => ({ ...shopRows[0], id: `r${index}`, name: `店${index}` }));
    const { user } = renderScreen(fixtureConsole({ rows }), { address });
    await rowOf("店0");
    await user.click(await screen.findByRole("button", { name: "第 2 页" }));
    await rowOf("店10");
    await user.click(screen.getByRole("button", { name: /单价/ }));
    await waitFor(() => expect(address.read()).toBe("?page=2&sort=price.asc"));
  });

  test("sorts by a head: up, down, then the list's own order", async () => {
    const fixture = fixtureConsole();
    const { user } = renderScreen(fixture);
    await rowOf("清溪路店");
    for (let press = 0; press < 3; press++) await user.click(screen.getByRole("button", { name: /单价/ }));
    await waitFor(() => expect(fixture.callsTo("GET /test/shop/list")).toHaveLength(4));
    const orders = fixture.callsTo("GET /test/shop/list").map((call) => `${call.params?.column} ${call.params?.order}`);
    expect(orders).toEqual(["createTime desc", "price asc", "price desc", "createTime desc"]);
  });

  test("tells the range of the page and the total", async () => {
    renderScreen(fixtureConsole());
    await rowOf("清溪路店");
    expect(screen.getByText("第 1–3 条，共 3 条")).toBeTruthy();
  });
});

describe("buttons", () => {
  test("a person without the permission sees no button for it", async () => {
    renderScreen(fixtureConsole({ denied: ["test:shop:add", "test:shop:edit"] }));
    const row = await rowOf("清溪路店");
    expect(screen.queryByRole("button", { name: "新增门店" })).toBeNull();
    expect(row.queryByRole("button", { name: "编辑" })).toBeNull();
    expect(row.getByRole("button", { name: "详情" })).toBeTruthy();
  });

  test.each([
    [[], true],
    [["test:shop:plain"], false],
  ])(
    "what a person sees partly hidden (denied %j) they are offered neither to sort nor to search by",
    async (denied, may) => {
      const table = { columns: ["name", { field: "phone", sortable: true }] };
      const query = { items: ["name", "phone"] };
      renderScreen(fixtureConsole({ screen: { table, query } as never, denied }));
      await rowOf("清溪路店");
      const head = within(screen.getByRole("columnheader", { name: /电话/ }));
      expect(head.queryByRole("button", { name: /电话/ }) !== null).toBe(may);
      expect(screen.queryByLabelText("联系电话") !== null).toBe(may);
      expect(screen.getByLabelText("门店名称")).toBeTruthy();
    },
  );

  test("edit shows only in the states that the model allows", async () => {
    renderScreen(fixtureConsole());
    expect((await rowOf("清溪路店")).queryByRole("button", { name: "编辑" })).toBeTruthy();
    expect((await rowOf("望江店")).queryByRole("button", { name: "编辑" })).toBeNull();
  });

  test("deleting asks first, sends the id and shows the list again", async () => {
    const fixture = fixtureConsole();
    const { user } = renderScreen(fixture);
    await user.click((await rowOf("清溪路店")).getByRole("button", { name: "更多操作" }));
    await user.click(await screen.findByRole("menuitem", { name: "删除" }));
    await waitFor(() => expect(screen.queryByText("清溪路店")).toBeNull());
    expect(fixture.questions).toEqual([
      { title: "确认删除", content: "是否删除选中数据?", danger: true, okText: "删除" },
    ]);
    expect(fixture.callsTo("DELETE /test/shop/delete")[0]?.params).toEqual({ id: "s1" });
  });

  test("deleting is not done when the person says no", async () => {
    const fixture = fixtureConsole();
    fixture.answer = false;
    const { user } = renderScreen(fixture);
    await user.click((await rowOf("清溪路店")).getByRole("button", { name: "更多操作" }));
    await user.click(await screen.findByRole("menuitem", { name: "删除" }));
    await waitFor(() => expect(fixture.questions).toHaveLength(1));
    expect(fixture.callsTo("DELETE /test/shop/delete")).toHaveLength(0);
  });

  test("selected rows bring a bar with their number, and are deleted in one call", async () => {
    const fixture = fixtureConsole();
    const { user } = renderScreen(fixture);
    expect(screen.queryByText(/已选择/)).toBeNull();
    await user.click((await rowOf("清溪路店")).getByRole("checkbox"));
    await user.click((await rowOf("望江店")).getByRole("checkbox"));
    expect(await screen.findByText("已选择 2 项")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "批量删除" }));
    await waitFor(() => expect(fixture.callsTo("DELETE /test/shop/deleteBatch")[0]?.params).toEqual({ ids: "s1,s2" }));
    await waitFor(() => expect(screen.queryByText(/已选择/)).toBeNull());
    expect(fixture.questions[0]?.okText).toBe("删除 2 项");
  });

  test("a transition asks the model's question and sends the id and the version", async () => {
    const fixture = fixtureConsole();
    const { user } = renderScreen(fixture);
    await user.click((await rowOf("清溪路店")).getByRole("button", { name: "更多操作" }));
    await user.click(await screen.findByRole("menuitem", { name: "审核" }));
    await waitFor(() => expect(fixture.callsTo("PUT /test/shop/approve")).toHaveLength(1));
    expect(fixture.callsTo("PUT /test/shop/approve")[0]?.data).toEqual({ id: "s1", version: 1 });
    expect(fixture.questions[0]?.content).toBe("确定审核 清溪路店 吗？");
  });

  test("a refused deletion tells why and leaves the list as it was", async () => {
    const fixture = fixtureConsole();
    fixture.on("DELETE /test/shop/delete", () => {
      throw refusal(200, 500, "该门店已有订单，不能删除");
    });
    const { user } = renderScreen(fixture);
    await user.click((await rowOf("清溪路店")).getByRole("button", { name: "更多操作" }));
    await user.click(await screen.findByRole("menuitem", { name: "删除" }));
    await waitFor(() => expect(fixture.notices).toEqual([{ level: "error", text: "该门店已有订单，不能删除" }]));
    expect(screen.getByText("清溪路店")).toBeTruthy();
  });
});

describe("no rows", () => {
  test("first use says what is missing and offers to add", async () => {
    renderScreen(fixtureConsole({ rows: [] }));
    expect(await screen.findByText("还没有门店")).toBeTruthy();
    expect(screen.getAllByRole("button", { name: "新增门店" })).toHaveLength(2);
  });

  test("rows that no model stores have no name of their own; their page says what comes next", async () => {
    const fixture = fixtureConsole({ screen: listOfCall("GET /test/exports", "名称", "在列表页选择后台导出。") });
    fixture.on("GET /test/exports", () => []);
    renderScreen(fixture);
    expect(await screen.findByText("没有要显示的内容")).toBeTruthy();
    expect(screen.getByText("在列表页选择后台导出。")).toBeTruthy();
  });

  test("nothing found says how many conditions there are and clears them", async () => {
    const fixture = fixtureConsole({ rows: [] });
    const { user } = renderScreen(fixture, { address: memoryAddress("?q.name=无") });
    expect(await screen.findByText("没有符合条件的数据")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "清空条件" }));
    expect(await screen.findByText("还没有门店")).toBeTruthy();
  });

  test("a failure tells the reason, keeps what was typed and tries again", async () => {
    const fixture = fixtureConsole();
    fixture.on("GET /test/shop/list", () => {
      throw refusal(0, 0, "网络超时，请检查网络后重试。");
    });
    const { user } = renderScreen(fixture, { address: memoryAddress("?q.name=江") });
    expect(await screen.findByText(/网络超时，请检查网络后重试。/)).toBeTruthy();
    expect((screen.getByLabelText("门店名称") as HTMLInputElement).value).toBe("江");
    fixture.on("GET /test/shop/list", () => ({ records: shopRows, total: 3 }));
    await user.click(screen.getByRole("button", { name: "重新加载" }));
    expect(await screen.findByText("清溪路店")).toBeTruthy();
  });

  test.each([500, 510])("ERR-04 a list that is answered with code %i warns with the server's message", async (code) => {
    const fixture = fixtureConsole();
    fixture.on("GET /test/shop/list", () => {
      throw refusal(200, code, "数据源未启用，请联系管理员");
    });
    renderScreen(fixture);
    await waitFor(() => expect(fixture.notices).toEqual([{ level: "warning", text: "数据源未启用，请联系管理员" }]));
  });

  test("a list that fails shows the number of its request, and no count of the rows before", async () => {
    const fixture = fixtureConsole();
    const { user } = renderScreen(fixture);
    expect(await screen.findByRole("navigation", { name: "分页" })).toBeTruthy();
    fixture.on("GET /test/shop/list", () => {
      throw refusal(500, 500, "操作失败");
    });
    await user.click(screen.getByRole("button", { name: "查询" }));
    const state = await screen.findByRole("alert");
    expect(within(state).getByText("8f00c3a1b2d4e567")).toBeTruthy();
    expect(screen.queryByRole("navigation", { name: "分页" })).toBeNull();
  });

  test("a denied list says so and offers no retry", async () => {
    const fixture = fixtureConsole();
    fixture.on("GET /test/shop/list", () => {
      throw refusal(403, 510, "没有权限，请联系管理员授权");
    });
    renderScreen(fixture);
    expect(await screen.findByText("没有访问权限")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "重新加载" })).toBeNull();
  });

  test("after the last row of the last page was deleted the page before it is shown", async () => {
    const rows = Array.from({ length: 11 }, (_, index) => ({ ...shopRows[0], id: `r${index}`, name: `店${index}` }));
    const { user } = renderScreen(fixtureConsole({ rows }), { address: memoryAddress("?page=2") });
    await user.click((await rowOf("店10")).getByRole("button", { name: "更多操作" }));
    await user.click(await screen.findByRole("menuitem", { name: "删除" }));
    expect(await screen.findByText("店9")).toBeTruthy();
  });
});

describe("a broken screen", () => {
  test("an unknown cell shows its name and the nearest one, the other columns work", async () => {
    renderScreen(
      fixtureConsole({
        screen: { kind: "list", table: { columns: ["name", { field: "price", cell: { type: "monye" as "money" } }] } },
      }),
    );
    await rowOf("清溪路店");
    expect(screen.getAllByText('未找到单元格组件 "monye"，是否为 "money"')).toHaveLength(3);
  });

  test("a document with errors shows file, place and reason", async () => {
    const fixture = fixtureConsole();
    fixture.on("GET /lowcode/screens/test/shop", () => ({
      screen: null,
      models: {},
      hash: "1",
      diagnostics: [
        {
          code: "LC1002",
          severity: "error",
          file: "test/shop.screen.json",
          line: 7,
          column: 5,
          path: "/table/colums",
          message: "未知的键 colums，是否为 columns",
        },
      ],
    }));
    renderScreen(fixture);
    expect(await screen.findByText("页面配置有误")).toBeTruthy();
    expect(screen.getByText("test/shop.screen.json 第 7 行第 5 列 /table/colums")).toBeTruthy();
    expect(screen.getByText("LC1002 未知的键 colums，是否为 columns")).toBeTruthy();
  });
});
