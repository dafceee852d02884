import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { visit } from "../support/console-page.ts";
import { callAs, callerOf, type PageCaller } from "../support/page-caller.ts";
import { proveIt, proveSample } from "../support/prove.ts";

interface Order {
  readonly id: string;
  readonly orderNo: string;
  readonly sysOrgCode: string;
  readonly status: string;
  readonly version: number;
  readonly remark: string | null;
}
interface Orders {
  readonly records: readonly Order[];
  readonly total: number;
}

const url = inject("consoleUrl");
const feeFields = ["serviceRate", "serviceFee", "settleAmount", "commission"] as const;
const feeTitles = /让利比例|服务费|应结金额|业务员提成/;
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

async function openOrders(username: string, path = "/store/order"): Promise<{ page: Page; api: PageCaller }> {
  const { page } = await visit(browser, url, path, username);
  // Rows under way are rows too; their count comes with the real ones.
  if (path === "/store/order") await page.getByText(/^第 1–\d+ 条，共/).waitFor();
  return { page, api: callAs(page, url) };
}

const rows = (page: Page) => page.getByRole("table").first().locator("tbody").getByRole("row");
const dialog = (page: Page) => page.getByRole("dialog");
const firstOrder = async (api: PageCaller, params: Readonly<Record<string, string>>): Promise<Order> => {
  const { result } = await api.get<Orders>("/store/storeOrder/list", { pageSize: "10", ...params });
  const [order] = result.records;
  if (!order) throw new Error(`no order for ${JSON.stringify(params)}`);
  return order;
};
/** An order of another department; the clerk must not learn that it exists. */
async function foreignOrder(department: string): Promise<Order> {
  const admin = await callerOf(url, "admin");
  const { result } = await admin.get<Orders>("/store/storeOrder/list", { pageSize: "30" });
  const order = result.records.find((each) => each.sysOrgCode !== department);
  if (!order) throw new Error("every order belongs to one department");
  return order;
}
const menuWords = async (page: Page) => {
  const navigation = page.getByRole("navigation").first();
  await navigation.getByText("门店管理", { exact: true }).waitFor();
  return (await navigation.innerText()).split("\n").map((word) => word.trim());
};

describe("the store clerk", () => {
  it("PRM-02 PRM-04 PRM-05 SYS-11: sees the own department's orders without the fees, adds to the own store, edits, and is offered nothing else", async () => {
    const { page, api } = await openOrders("clerk");
    const { result } = await api.get<Orders>("/store/storeOrder/list", { pageSize: "1000" });
    expect(result.total).toBeGreaterThan(10);
    expect(new Set(result.records.map((order) => order.sysOrgCode)).size).toBe(1);
    await page.getByText(`共 ${result.total.toLocaleString("en-US")} 条`).waitFor();
    const admin = await callerOf(url, "admin");
    expect((await admin.get<Orders>("/store/storeOrder/list", {})).result.total).toBeGreaterThan(result.total);

    // The fees stand neither in the columns, nor in their settings, the detail, the answers or the conditions.
    expect(await page.getByRole("columnheader").allInnerTexts()).not.toContainEqual(expect.stringMatching(feeTitles));
    await page.getByRole("button", { name: "列设置" }).click();
    await page.getByText("恢复缺省").waitFor();
    expect(await page.locator("body").innerText()).not.toMatch(feeTitles);
    await page.keyboard.press("Escape");
    await rows(page)
      .first()
      .getByText(/^SO\d{12}$/)
      .click();
    await dialog(page).getByText("实付金额").first().waitFor();
    expect(await dialog(page).innerText()).not.toMatch(feeTitles);
    await page.keyboard.press("Escape");
    await expect.poll(() => dialog(page).count()).toBe(0);
    const list = await api.get<Orders>("/store/storeOrder/list", {});
    const keys = list.result.records.flatMap((order) => Object.keys(order));
    for (const name of feeFields) expect(keys).not.toContain(name);
    const filtered = await api.get<Orders>("/store/storeOrder/list", { serviceFee_begin: "999999999" });
    expect(filtered.success ? filtered.result.total : list.result.total).toBe(list.result.total);

    // A new order opens with the own store.
    const { result: own } = await api.get<{ records: { name: string }[] }>("/store/store/list", { pageSize: "1" });
    await page
      .getByRole("button", { name: "新增订单" })
      .or(page.getByRole("button", { name: "新增门店订单" }))
      .click();
    await dialog(page)
      .getByText(own.records[0]?.name ?? "", { exact: true })
      .first()
      .waitFor();
    await dialog(page).getByRole("button", { name: "取消" }).click();
    await expect.poll(() => dialog(page).count()).toBe(0);

    const open = await firstOrder(api, { status: "0" });
    await page.getByRole("textbox", { name: "订单编号" }).fill(open.orderNo);
    await page.getByRole("button", { name: "查询", exact: true }).click();
    await page.getByText("第 1–1 条，共 1 条").waitFor();
    await rows(page).first().getByText("编辑", { exact: true }).click();
    const remark = dialog(page).getByLabel("备注");
    const text = `店员改于 ${open.version}`;
    await remark.fill(text);
    const saved = page.waitForResponse((response) => response.url().includes("/storeOrder/edit"));
    await dialog(page).getByRole("button", { name: "保存" }).click();
    expect(await (await saved).json()).toMatchObject({ success: true });
    await expect.poll(() => dialog(page).count()).toBe(0);
    const after = await api.get<Order>("/store/storeOrder/queryById", { id: open.id });
    expect([after.result.remark, after.result.version]).toEqual([text, open.version + 1]);
    for (const word of ["删除", "批量删除", "导出", "批量审核", "审核"]) {
      expect(await page.getByRole("button", { name: word }).count(), word).toBe(0);
    }
    const more = rows(page).first().getByRole("button", { name: /更多/ });
    if ((await more.count()) > 0) {
      await more.click();
      const words = await page.getByRole("menu").last().innerText();
      expect(words).not.toMatch(/删除|审核|退回/);
    }
  });

  proveIt(
    "PRM-02: completes a paid order from the list, and the state changes on the page and in the data",
    async () => {
      const { page, api } = await openOrders("clerk");
      const paid = await firstOrder(api, { status: "1" });
      await page.getByRole("textbox", { name: "订单编号" }).fill(paid.orderNo);
      await page.getByRole("button", { name: "查询", exact: true }).click();
      await page.getByText("第 1–1 条，共 1 条").waitFor();
      await rows(page).first().getByText("完成", { exact: true }).click();
      await dialog(page).getByRole("button", { name: "完成" }).click();
      await expect.poll(async () => (await firstOrder(api, { orderNo: paid.orderNo })).status).toBe("2");
      await expect.poll(() => rows(page).first().innerText()).toContain("已完成");
    },
  );

  it("PRM-06: the export and delete calls answer 403, whatever the page shows", async () => {
    const api = await callerOf(url, "clerk");
    const own = await firstOrder(api, {});
    expect((await api.get("/store/storeOrder/exportXls", { format: "xlsx" })).status).toBe(403);
    expect((await api.send("DELETE", `/store/storeOrder/delete?id=${own.id}`)).status).toBe(403);
    expect((await api.send("DELETE", `/store/storeOrder/deleteBatch?ids=${own.id}`)).status).toBe(403);
    expect((await api.get("/store/storeOrder/queryById", { id: own.id })).success).toBe(true);
  });
});

describe("the finance reader", () => {
  it("PRM-06: a direct edit, add or delete answers 403 and the row stays as it was", async () => {
    const api = await callerOf(url, "finance");
    const order = await firstOrder(api, {});
    const { id, version } = order;
    const answers = [
      await api.send("PUT", "/store/storeOrder/edit", { id, version, remark: "财务写的" }),
      await api.send("POST", "/store/storeOrder/add", { storeId: "x" }),
      await api.send("PUT", "/store/storeOrder/complete", { id, version }),
      await api.send("DELETE", `/store/storeOrder/delete?id=${id}`),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([403, 403, 403, 403]);
    expect((await api.get<Order>("/store/storeOrder/queryById", { id })).result.version).toBe(version);
  });

  proveIt("PRM-04: reads the fee fields that the clerk does not know of", async () => {
    const { page } = await openOrders("finance");
    await rows(page)
      .first()
      .getByText(/^SO\d{12}$/)
      .click();
    await dialog(page).getByText("服务费").first().waitFor();
    await dialog(page).getByText("应结金额").first().waitFor();
  });

  const lists = ["/store/order", "/store/store", "/member/member", "/product/product", "/sales/salesman"];
  proveIt("PRM-02: no page of the menu offers 新增, 编辑 or 删除, and orders are exported", async () => {
    const { page } = await openOrders("finance");
    for (const path of proveSample(lists, () => "a list", 2)) {
      await page.goto(url + path);
      await rows(page).first().waitFor();
      await page.getByText(/^第 1–\d+ 条，共/).waitFor();
      expect(await page.getByRole("button", { name: /^新增|^导入|删除/ }).count(), path).toBe(0);
      expect(
        await page
          .getByRole("table")
          .getByText(/^(编辑|删除)$/)
          .count(),
        path,
      ).toBe(0);
      expect(await page.getByRole("button", { name: "导出", exact: true }).count(), path).toBe(1);
    }
  });
});

proveIt("PRM-02: the administrator has every button of the order page", async () => {
  const { page } = await openOrders("admin");
  await page.getByRole("button", { name: "导出", exact: true }).waitFor();
  await page.getByRole("checkbox", { name: "选择本页全部" }).check();
  await page.getByRole("button", { name: "批量审核" }).waitFor();
  await page.getByRole("button", { name: "批量删除" }).waitFor();
});
it("PRM-01: the menu shows what the role may open: finance more than the clerk", async () => {
  const [finance, clerk] = [await openOrders("finance"), await openOrders("clerk")];
  const [some, few] = [await menuWords(finance.page), await menuWords(clerk.page)];
  expect(some).toContain("业务员管理");
  expect(few).not.toContain("业务员管理");
  expect(new Set(some)).not.toEqual(new Set(few));
});

it("PRM-05: for the clerk a foreign order does not exist, by its address and by direct calls of every kind", async () => {
  const api = await callerOf(url, "clerk");
  const own = await firstOrder(api, {});
  const foreign = await foreignOrder(own.sysOrgCode);
  const { id, version } = foreign;
  const answers = [
    await api.get("/store/storeOrder/queryById", { id }),
    await api.send("PUT", "/store/storeOrder/edit", { id, version, remark: "外人写的" }),
    await api.send("PUT", "/store/storeOrder/complete", { id, version }),
  ];
  expect(answers.map((answer) => [answer.success, answer.message])).toEqual(
    answers.map(() => [false, "未找到对应实体"]),
  );
  const lines = await api.get<readonly unknown[]>("/store/storeOrderDetail/listByMainId", { id });
  expect(lines.success ? lines.result : []).toEqual([]);
  expect((await api.get<Orders>("/store/storeOrder/list", { orderNo: foreign.orderNo })).result.total).toBe(0);
  const { page } = await openOrders("clerk", `/store/order?id=${id}`);
  await page.getByText("未找到对应实体").first().waitFor();
  expect(await page.getByText(foreign.orderNo).count()).toBe(0);
});

it("PRM-03: a page that the role may not open is refused, not only left out of the menu", async () => {
  const { page, api } = await openOrders("clerk", "/sales/salesman");
  await page
    .getByText(/没有访问权限|很抱歉，资源未找到/)
    .first()
    .waitFor();
  expect(await page.getByRole("table").count()).toBe(0);
  expect((await api.get("/sales/salesman/list", {})).status).toBe(403);
});
