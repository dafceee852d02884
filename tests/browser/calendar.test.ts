import type { Browser } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { findingsInBoth, followSystem } from "../support/axe.ts";
import { sharedBrowser } from "../support/browser.ts";
import { openPage, signIn } from "../support/console-page.ts";
import { callerOf } from "../support/page-caller.ts";

interface Activity {
  readonly id: string;
  readonly subject: string;
  readonly planTime: string;
}

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

/** The newest activity of the sample, and how many its month has; the list shows its table, whatever was chosen before. */
async function someActivity(): Promise<Activity & { readonly count: number }> {
  const admin = await callerOf(url, "admin");
  const list = async (params: Record<string, string>) =>
    (await admin.get<{ records: Activity[]; total: number }>("/sales/salesmanActivity/list", params)).result;
  await admin.send("PUT", "/lowcode/userSetting", { name: "list:sales/salesman-activity", value: {} });
  const { records } = await list({ pageSize: "1", column: "planTime", order: "desc" });
  const [newest] = records;
  if (!newest) throw new Error("the sample has no activities");
  const month = newest.planTime.slice(0, 7);
  const [year = 0, number = 1] = month.split("-").map(Number);
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const { total } = await list({
    pageSize: "1",
    planTime_begin: `${month}-01 00:00:00`,
    planTime_end: `${month}-${last} 23:59:59`,
  });
  return { ...newest, count: total };
}

it("activities stand on their days at every width; a day shows its rows, an entry its detail, and the table comes back", async () => {
  const { subject, planTime, count } = await someActivity();
  const { page, complaints } = await openPage(browser);
  await followSystem(page);
  await signIn(page, url, "/sales/activity");
  await page.getByRole("button", { name: "日历" }).click();
  const calendar = page.getByRole("region", { name: "活动记录日历" });
  await calendar.waitFor();
  await page.goto(`${url}/sales/activity?month=${planTime.slice(0, 7)}`);
  await page
    .getByRole("status")
    .filter({ hasText: `共 ${count} 条` })
    .waitFor();
  const day = calendar.locator(`[data-day="${planTime.slice(0, 10)}"]`);
  await day.click();
  const month = Number(planTime.slice(5, 7));
  const ofDay = page.getByRole("region", { name: new RegExp(`^${month}月${Number(planTime.slice(8, 10))}日`) });
  await ofDay.getByText(subject).first().waitFor();
  for (const width of [1440, 1080, 390]) {
    await page.setViewportSize({ width, height: 900 });
    // Below 768 px the list is drawn anew, with the month and the day.
    await ofDay.getByText(subject).first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await findingsInBoth(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  const entry = calendar.getByRole("button", { name: new RegExp(`${planTime.slice(11, 16)} ${subject}`) });
  // A phone's days show dots: the wide calendar stands as soon as there are words.
  await entry.waitFor();
  await day.focus();
  await page.keyboard.press("PageUp");
  await page.locator(":focus[data-day$='-01']").waitFor();
  await page.keyboard.press("PageDown");
  await entry.click();
  await page.getByRole("dialog").getByText(subject).first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "表格" }).click();
  await page.getByRole("table", { name: "活动记录" }).waitFor();
  expect(complaints).toEqual([]);
});
