import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { openPage, signIn, visit } from "../support/console-page.ts";
import { callAs } from "../support/page-caller.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

interface Member {
  readonly id: string;
  readonly memberNo: string;
  readonly realname: string;
  readonly totalAmount: number;
}

const rows = (page: Page) => page.getByRole("table", { name: "会员" }).locator("tbody").getByRole("row");
const dialog = (page: Page) => page.getByRole("dialog");
const money = (amount: number) =>
  amount.toLocaleString("zh-CN", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Members as the server lists them, dearest first. */
async function membersNamed(page: Page, realname: string): Promise<readonly Member[]> {
  const params = { realname, column: "totalAmount", order: "desc", pageSize: "500" };
  const { result } = await callAs(page, url).get<{ readonly records: readonly Member[] }>(
    "/member/member/list",
    params,
  );
  return result.records;
}

/** So many members of one name that nobody else has, on two pages of the list. */
async function addMembers(page: Page, realname: string, count: number): Promise<void> {
  const caller = callAs(page, url);
  // Sample rows keep 138 free for trials; the other tests count from its beginning.
  const start = 90_000_000 + (Date.now() % 9_000_000);
  for (let one = 0; one < count; one += 1) {
    const mobile = `138${start + one}`;
    const answer = await caller.send("POST", "/member/member/add", { realname, mobile });
    expect(answer.message).not.toContain("失败");
    expect(answer.success).toBe(true);
  }
}

it("QRY-06 conditions, page and order ask the server, stay in the address, and are there again after another page, back and a reload", async () => {
  const { page, complaints } = await visit(browser, url, "/member/member");
  await rows(page).nth(9).waitFor();
  await page.getByRole("textbox", { name: "姓名" }).fill("王");
  await page.getByRole("button", { name: "查询", exact: true }).click();
  await page.waitForURL(/realname=/);
  await expect.poll(() => rows(page).filter({ hasNotText: "王" }).count()).toBe(0);
  await page.getByRole("columnheader", { name: "累计实付" }).getByRole("button").click();
  await page.waitForURL(/totalAmount/);
  await page.getByRole("button", { name: "第 2 页" }).click();
  const stands = async () => {
    await page.getByText(/^第 11–20 条/).waitFor();
    expect(await page.getByRole("textbox", { name: "姓名" }).inputValue()).toBe("王");
    await expect
      .poll(() => page.getByRole("columnheader", { name: "累计实付" }).getAttribute("aria-sort"))
      .toMatch(/ing$/);
  };
  await stands();
  const address = page.url();
  await page.getByRole("navigation").getByText("会员等级", { exact: true }).click();
  await page.waitForURL("**/member/level");
  await page.goBack();
  await page.waitForURL(address);
  await stands();
  await page.reload();
  await stands();
  await page.getByRole("button", { name: "重置" }).click();
  await page.getByText(/^第 1–10 条，共 3,\d{3} 条$/).waitFor();
  expect(complaints).toEqual([]);
});

it("`?id=` opens the detail; next and previous walk along the list, closing leaves it", async () => {
  const { page, complaints } = await visit(browser, url, "/member/level");
  const [first, second] = await membersNamed(page, "*王*");
  if (!first || !second) throw new Error("the sample has no two members of that name");
  const query = new URLSearchParams({ "q.realname": "王", sort: "totalAmount.desc", id: first.id });
  await page.goto(`${url}/member/member?${query}`);
  await dialog(page).getByText(first.memberNo).first().waitFor();
  await dialog(page).getByRole("button", { name: "下一条" }).click();
  await dialog(page).getByText(second.memberNo).first().waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get("id")).toBe(second.id);
  await dialog(page).getByRole("button", { name: "上一条" }).click();
  await dialog(page).getByText(first.memberNo).first().waitFor();
  expect(await dialog(page).getByRole("button", { name: "上一条" }).isDisabled()).toBe(true);
  await page.keyboard.press("Escape");
  await expect.poll(() => dialog(page).count()).toBe(0);
  expect(new URL(page.url()).searchParams.get("id")).toBeNull();
  expect(complaints).toEqual([]);
});

it("all rows of a query are summed, chosen over its pages and deleted in one go", async () => {
  const { page, complaints } = await visit(browser, url, "/member/member?q.realname=王");
  await page.getByText(/^第 1–10 条/).waitFor();
  const named = await membersNamed(page, "*王*");
  const paid = named.reduce((sum, { totalAmount }) => sum + totalAmount, 0);
  await expect
    .poll(() => page.getByRole("table", { name: "会员" }).locator("tfoot").innerText())
    .toContain(money(paid));

  await addMembers(page, "十二同名", 12);
  await page.getByRole("textbox", { name: "姓名" }).fill("十二同名");
  await page.getByRole("button", { name: "查询", exact: true }).click();
  await page.getByText("第 1–10 条，共 12 条").waitFor();
  await page.getByRole("checkbox", { name: "选择本页全部" }).check();
  await page.getByText("已选择 10 项").waitFor();
  await page.getByRole("button", { name: "选择全部 12 项" }).click();
  await page.getByText("已选择符合条件的全部 12 项").waitFor();
  await page.getByRole("status").getByRole("button", { name: "批量删除" }).click();
  await dialog(page).getByRole("button", { name: "删除 12 项" }).click();
  await page.getByText("没有符合条件的数据").waitFor();
  expect(await membersNamed(page, "十二同名")).toEqual([]);
  expect(complaints).toEqual([]);
});

it("at 390 pixels each row is a card with its facts and buttons; a press on its key opens the detail", async () => {
  const { page, complaints } = await openPage(browser, { viewport: { width: 390, height: 844 } });
  await signIn(page, url, "/member/member?sort=totalAmount.desc");
  const [first] = await membersNamed(page, "");
  if (!first) throw new Error("the sample has no members");
  const cards = page.getByRole("list", { name: "会员" }).getByRole("listitem");
  await expect.poll(() => cards.count()).toBe(10);
  const card = cards.filter({ hasText: first.memberNo });
  expect(await card.innerText()).toContain(money(first.totalAmount));
  await card.getByRole("button", { name: "编辑" }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await card.getByText(first.memberNo).click();
  await dialog(page).getByText(first.memberNo).first().waitFor();
  // However many buttons a record offers, none stands beyond the edge.
  const buttons = dialog(page).locator(".ant-modal-footer, .ant-drawer-footer").getByRole("button");
  await buttons.first().waitFor();
  const beyond = () =>
    buttons.evaluateAll(
      (all) => all.filter((button) => button.getBoundingClientRect().right > window.innerWidth).length,
    );
  await expect.poll(beyond).toBe(0);
  // The last tab is whole once it is chosen.
  const tab = dialog(page).getByRole("tab").last();
  await tab.click();
  await expect
    .poll(() =>
      tab.evaluate(
        (it) =>
          it.getBoundingClientRect().right - (it.closest(".ant-tabs-nav-wrap")?.getBoundingClientRect().right ?? 0),
      ),
    )
    .toBeLessThanOrEqual(0);

  // What stands below the masters of a wide page opens from their cards.
  await page.goto(`${url}/store/company`);
  const companies = page.getByRole("list", { name: "门店公司" }).getByRole("listitem");
  await expect.poll(() => companies.count()).toBe(5);
  await page
    .getByRole("button", { name: / 的门店、订单/ })
    .first()
    .click();
  await dialog(page)
    .getByRole("tab", { name: /^订单（\d+）$/ })
    .waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(complaints).toEqual([]);
});
