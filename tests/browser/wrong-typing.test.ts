import type { Browser } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { openMadeForm } from "../support/made-form.ts";
import { proveIt } from "../support/prove.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

/** Controls that keep what is typed until it is right: what is wrong about a text, and what stands there afterwards. */
const refused: Readonly<Record<string, { readonly field: object; readonly typed: string; readonly told: RegExp }>> = {
  手机: {
    field: { type: "string", rules: [{ pattern: "^1\\d{10}$", message: "手机号须为 11 位" }] },
    typed: "1380",
    told: /手机号须为 11 位/,
  },
  短名: { field: { type: "string", maxLength: 5 }, typed: "一二三四五六", told: /最大长度5位字符/ },
  备注: {
    field: { type: "string", maxLength: 5, widget: { type: "textarea" } },
    typed: "一二三四五六",
    told: /最大长度5位字符/,
  },
  折扣: { field: { type: "percent" }, typed: "1000.00", told: /不能超过 999.99/ },
  日期: { field: { type: "date" }, typed: "2026-02-30", told: /日期/ },
  时刻: { field: { type: "datetime" }, typed: "2026-01-01 25:00", told: /时间/ },
  时间: { field: { type: "time" }, typed: "25:61", told: /时间/ },
  月份: { field: { type: "string", widget: { type: "month" } }, typed: "2026-13", told: /日期/ },
  执行时间: {
    field: { type: "string", maxLength: 500, widget: { type: "cron" } },
    typed: "61 * * * * ?",
    told: /表达式|秒/,
  },
};

it("a wrong text is refused in words at its field, stays to be corrected, and nothing is sent", async () => {
  const names = Object.keys(refused);
  const fields = Object.fromEntries(names.map((title, at) => [`f${at}`, { title, ...refused[title]?.field }]));
  const { page, form, field, saved, complaints } = await openMadeForm(browser, url, fields);
  await field("名称").fill("甲");
  for (const [title, { typed }] of Object.entries(refused)) {
    await field(title).fill(typed);
    await field(title).press("Tab");
  }
  await form.getByRole("button", { name: "保存" }).click();
  const seen: Record<string, { readonly said: boolean; readonly text: string }> = {};
  for (const [title, { told }] of Object.entries(refused)) {
    const id = (await field(title).getAttribute("aria-describedby")) ?? "";
    const said = id
      .split(" ")
      .filter((one) => one !== "")
      .map((one) => page.locator(`[id="${one}"]`));
    const texts = await Promise.all(said.map((one) => one.innerText()));
    seen[title] = { said: texts.some((text) => told.test(text)), text: await field(title).inputValue() };
  }
  expect(seen).toEqual(
    Object.fromEntries(Object.entries(refused).map(([title, { typed }]) => [title, { said: true, text: typed }])),
  );
  expect(await form.isVisible()).toBe(true);
  expect(saved).toEqual([]);
  expect(complaints).toEqual([]);
});

/** Controls that choose from what there is: a text that is none of it. */
const chosen: Readonly<Record<string, object>> = {
  性别: { type: "string", dict: "sex" },
  喜好: { type: "string", dict: "sex", multiple: true, widget: { type: "multi-select" } },
  地区: { type: "string", widget: { type: "area" } },
  所属角色: { type: "string", widget: { type: "role-picker" } },
  上级部门: {
    type: "string",
    dict: { model: "system/depart", text: "departName", value: "id" },
    widget: { type: "tree-select", pidField: "parentId" },
  },
};

proveIt("a text that is no entry says so in the list, chooses nothing and is gone when the field is left", async () => {
  const fields = Object.fromEntries(
    Object.entries(chosen).map(([title, field], at) => [`f${at}`, { title, ...field }]),
  );
  const { page, form, field, saved } = await openMadeForm(browser, url, fields);
  await field("名称").fill("甲");
  for (const title of Object.keys(chosen)) {
    await field(title).click();
    await page.keyboard.type("没有这一项");
    const nothing = page
      .locator(".ant-select-dropdown:not(.ant-select-dropdown-hidden)")
      .getByText(/没有|无|暂无/)
      .first();
    await nothing.waitFor();
    await page.keyboard.press("Enter");
    await field("名称").click();
    await nothing.waitFor({ state: "hidden" });
    expect([title, await field(title).inputValue()]).toEqual([title, ""]);
  }
  await form.getByRole("button", { name: "保存" }).click();
  await form.waitFor({ state: "detached" });
  const [sent = {}] = saved;
  expect(Object.keys(chosen).map((_, at) => sent[`f${at}`] ?? null)).toEqual(Object.keys(chosen).map(() => null));
});
