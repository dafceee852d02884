import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { openPage, signIn } from "../support/console-page.ts";
import { callAs } from "../support/page-caller.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

interface Order {
  readonly id: string;
  readonly orderNo: string;
}

/** Opens the form of one order that may still be changed. */
async function openOrder(page: Page, { orderNo }: Order) {
  await page.goto(`${url}/store/order?q.orderNo=${orderNo}`);
  const row = page.getByRole("row").filter({ hasText: orderNo });
  await row.getByRole("button", { name: "编辑" }).click();
  const form = page.getByRole("dialog", { name: "编辑订单" });
  const cell = (key: string) => form.locator(`[data-row] [data-key="${key}"]`).first();
  await cell("qty").waitFor();
  return { form, cell, save: () => form.getByRole("button", { name: "保存" }).click() };
}

it("TBL-20 an order that two people edit: a saved cell comes to the other, is noted there, the open cell stays, and both saves are taken", async () => {
  const one = await openPage(browser);
  const two = await openPage(browser);
  await signIn(one.page, url, "/");
  await signIn(two.page, url, "/", "clerk");
  const caller = callAs(two.page, url);
  const { result } = await caller.get<{ records: Order[] }>("/store/storeOrder/list", { status: "0", pageSize: "1" });
  const [order] = result.records;
  if (!order) throw new Error("the sample has no open order of the clerk's store");
  const sockets = two.page.waitForEvent("websocket", (socket) => socket.url().includes("/vxeSocket/"));
  const mine = await openOrder(one.page, order);
  const theirs = await openOrder(two.page, order);
  const socket = await sockets;
  const remark = theirs.cell("remark");
  await remark.click();
  await two.page.keyboard.type("在写");

  const heard = socket.waitForEvent("framereceived", ({ payload }) => String(payload).includes('"update_vxe_table"'));
  await mine.cell("qty").click();
  await one.page.keyboard.type("7");
  await one.page.keyboard.press("Enter");
  await mine.save();
  await mine.form.waitFor({ state: "detached" });
  await heard;
  await expect.poll(() => theirs.cell("qty").innerText()).toBe("7");
  expect(await theirs.cell("qty").getAttribute("title")).toMatch(/刚刚修改了这一格$/);
  expect(await remark.locator("input, textarea").inputValue()).toBe("在写");
  await two.page.getByText(/刚刚保存了这条记录，改动已合并到这里$/).waitFor();

  await two.page.keyboard.type("完");
  await two.page.keyboard.press("Enter");
  await theirs.save();
  await theirs.form.waitFor({ state: "detached" });
  const lines = await caller.get<{ qty: number; remark: string }[]>("/store/storeOrderDetail/listByMainId", {
    id: order.id,
  });
  expect(lines.result[0]).toMatchObject({ qty: 7, remark: "在写完" });
  expect([one.complaints, two.complaints]).toEqual([[], []]);
});
