import type { Browser, Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { openOption, openOptions } from "../support/choices.ts";
import { openPage, signIn } from "../support/console-page.ts";
import { callerOf } from "../support/page-caller.ts";
import { proveIt } from "../support/prove.ts";

const url = inject("consoleUrl");

interface Member {
  readonly memberNo: string;
  readonly realname: string;
  readonly mobile: string;
}

interface Product {
  readonly productNo: string;
  readonly name: string;
  readonly price: number;
  readonly storeId: string | null;
  readonly discountable: string;
}

let browser: Browser;
/** Two products that every store sells, with names that no other product has. */
let products: readonly [Product, Product];
/** Products that every store sells, one for each line. */
let onOffer: readonly Product[];
let member: Member;

beforeAll(async () => {
  browser = await sharedBrowser();
  const sold = await readRows<Product>("/product/product/list", "1000");
  const [someone] = await readRows<Member>("/member/member/list", "1");
  if (!someone) throw new Error("the sample has no members");
  member = someone;
  onOffer = sold.filter((product) => product.storeId === null).slice(0, 5);
  const isOnly = (product: Product) => sold.filter((other) => other.name === product.name).length === 1;
  const [one, two] = sold.filter((product) => product.storeId === null && isOnly(product));
  if (!one || !two) throw new Error("the sample has no products of the platform");
  products = [one, two];
});

async function readRows<Row>(path: string, pageSize: string): Promise<readonly Row[]> {
  const admin = await callerOf(url, "admin");
  return (await admin.get<{ readonly records: readonly Row[] }>(path, { status: "1", pageSize })).result.records;
}

async function openOrderForm(options?: Parameters<typeof openPage>[1]) {
  const opened = await openPage(browser, options);
  await signIn(opened.page, url, "/store/order");
  await opened.page.getByRole("button", { name: "新增门店订单" }).first().click();
  const dialog = opened.page.getByRole("dialog");
  await dialog.getByRole("button", { name: "新增一行" }).waitFor();
  return { ...opened, dialog };
}

/** Answers the words that it chose. */
async function pickFirst(page: Page, box: Locator): Promise<string> {
  await box.click();
  const option = openOptions(page).first();
  const words = (await option.innerText()).split("\n")[0] ?? "";
  await option.click();
  return words;
}

/** Types into the open search of a cell and takes the row of that very name. */
async function pickNamed(page: Page, name: string): Promise<void> {
  await page.locator('[data-key="productId"] input:focus').waitFor();
  await page.keyboard.type(name);
  await openOption(page, name).click();
}

const cell = (dialog: Locator, row: number, key: string) =>
  dialog.locator(`[data-row]:nth-child(${row}) [data-key="${key}"]`);
const amountText = (amount: number) =>
  amount.toLocaleString("zh-CN", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

describe("an order with its lines", () => {
  it("TBL-03, TBL-06: two lines are entered, summed, corrected and saved; the detail shows them", async () => {
    const { page, dialog, complaints } = await openOrderForm();
    const [one, two] = products;
    await pickFirst(page, dialog.getByRole("combobox", { name: "所属门店" }));
    // By phone number; the second line tells namesakes apart, and the name follows the choice.
    await dialog.getByRole("combobox", { name: "会员" }).click();
    await page.keyboard.type(member.mobile);
    await openOptions(page).filter({ hasText: member.memberNo }).getByText(member.mobile).click();
    await expect.poll(() => dialog.getByLabel("会员姓名").innerText()).toContain(member.realname);
    await dialog.getByRole("button", { name: "新增一行" }).click();

    // The new row is active: Enter opens its product, the choice brings price and unit along.
    await page.keyboard.press("Enter");
    await pickNamed(page, one.name);
    await expect.poll(() => cell(dialog, 1, "price").innerText()).toBe(amountText(one.price));
    await cell(dialog, 1, "qty").click();
    await page.keyboard.type("2");
    await page.keyboard.press("Enter");
    await expect.poll(() => cell(dialog, 1, "amount").innerText()).toBe(amountText(one.price * 2));

    await dialog.getByRole("grid").focus();
    await page.clock.install();
    await page.clock.fastForward(2000);
    await dialog.getByRole("button", { name: "新增一行" }).click();
    await page.clock.resume();
    await page.keyboard.press("Enter");
    await pickNamed(page, two.name);
    const sum = one.price * 2 + two.price;
    await expect.poll(() => dialog.getByRole("row", { name: "合计" }).innerText()).toContain(amountText(sum));
    await expect.poll(() => dialog.getByLabel("订单金额").innerText()).toContain(amountText(sum));

    await cell(dialog, 2, "qty").click();
    await page.keyboard.type("1000");
    await page.keyboard.press("Enter");
    await expect.poll(() => cell(dialog, 2, "qty").getAttribute("aria-invalid")).toBe("true");
    await dialog.getByText("共 2 行，1 处待修正").waitFor();
    await dialog.getByRole("button", { name: "保存" }).click();
    expect(await dialog.isVisible()).toBe(true);
    await cell(dialog, 2, "qty").hover();
    await page.locator(".sc-grid-tip").getByText("不能大于 999").waitFor();

    await cell(dialog, 2, "qty").click();
    await page.keyboard.type("3");
    await page.keyboard.press("Tab");
    await dialog.getByText("共 2 行", { exact: true }).waitFor();
    const answer = page.waitForResponse((response) => response.url().endsWith("/store/storeOrder/add"));
    await dialog.getByRole("button", { name: "保存" }).click();
    const saved = (await (await answer).json()) as { success: boolean; result: { orderNo: string; qty: number } };
    expect(saved).toMatchObject({ success: true, result: { qty: 5 } });
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);

    await page.getByRole("button", { name: saved.result.orderNo }).click();
    const detail = page.getByRole("dialog");
    await detail.getByText(one.name).waitFor();
    await detail.getByText(two.name).waitFor();
    expect(complaints).toEqual([]);
  });

  it("changing the store asks before it empties the lines; no keeps both", async () => {
    const { page, dialog } = await openOrderForm();
    const store = dialog.getByRole("combobox", { name: "所属门店" });
    const name = await pickFirst(page, store);
    const nameOf = async () => (await dialog.locator('[data-field="storeId"]').innerText()).split("\n")[1];
    await expect.poll(nameOf).toBe(name);
    await dialog.getByRole("button", { name: "新增一行" }).click();
    await store.click();
    await openOptions(page).nth(2).click();
    const question = page.getByRole("dialog", { name: "更换门店会清空商品明细，确定吗？" });
    await question.getByRole("button", { name: "取消" }).click();
    await expect.poll(nameOf).toBe(name);
    await expect.poll(() => dialog.locator("[data-row]").count()).toBe(1);
    await store.click();
    await openOptions(page).nth(2).click();
    await question.getByRole("button").last().click();
    await expect.poll(() => dialog.locator("[data-row]").count()).toBe(0);
  });

  proveIt(
    "lines are entered and saved without a mouse: what people know finds store, member and products",
    async () => {
      const { page, dialog, complaints } = await openOrderForm();
      const press = (...keys: string[]) =>
        keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve());
      const isFocused = (box: Locator) => box.evaluate((element) => element === document.activeElement);
      const reach = async (box: Locator) => {
        for (let presses = 0; presses < 60 && !(await isFocused(box)); presses += 1) await press("Tab");
        expect(await isFocused(box)).toBe(true);
      };
      const choose = async (typed: string) => {
        await page.keyboard.type(typed);
        await openOptions(page).filter({ hasText: typed }).first().waitFor();
        await press("Enter");
      };
      await expect.poll(() => isFocused(dialog.getByRole("combobox", { name: "所属门店" }))).toBe(true);
      await choose("S00001");
      await reach(dialog.getByRole("combobox", { name: "会员" }));
      await choose(member.memberNo);
      await reach(dialog.getByRole("button", { name: "新增一行" }));
      await press("Enter");
      for (const [at, { productNo }] of onOffer.entries()) {
        await dialog.locator("[data-row]").nth(at).waitFor();
        await press("Enter");
        await page.locator('[data-key="productId"] input:focus').waitFor();
        await choose(productNo);
        await dialog.locator("[role=grid]:focus").waitFor();
        await press("ArrowRight", "ArrowRight", "ArrowRight", String(at + 1));
        await page.locator('[data-key="qty"] input:focus').waitFor();
        await press(at + 1 < onOffer.length ? "Control+Enter" : "Enter");
      }
      const amount = onOffer.reduce((sum, { price }, at) => sum + Math.round(price * 100) * (at + 1), 0) / 100;
      await expect.poll(() => dialog.getByRole("row", { name: "合计" }).innerText()).toContain(amountText(amount));
      const answer = page.waitForResponse((response) => response.url().endsWith("/store/storeOrder/add"));
      await press("Escape");
      await reach(dialog.getByRole("button", { name: "保存" }));
      await press("Enter");
      expect(await (await answer).json()).toMatchObject({
        success: true,
        result: { qty: (onOffer.length * (onOffer.length + 1)) / 2, amount },
      });
      expect(complaints).toEqual([]);
    },
  );

  it("on a narrow screen each line is a card whose fields open in place", async () => {
    const { page, dialog } = await openOrderForm({ viewport: { width: 390, height: 844 } });
    await dialog.getByRole("button", { name: "新增一行" }).click();
    const qty = dialog.getByRole("button", { name: "数量，第 1 行" });
    await qty.click();
    await page.keyboard.type("4");
    await page.keyboard.press("Enter");
    await expect.poll(() => qty.innerText()).toBe("4");
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(isWide).toBe(false);
  });
});
