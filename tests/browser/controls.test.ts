import type { Browser, Locator, Page } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { openList, openOption } from "../support/choices.ts";
import { type MadeOptions, openMadeForm } from "../support/made-form.ts";
import { answer } from "../support/made-page.ts";
import { proveIt } from "../support/prove.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

/** The form 新增物件 of these fields. */
const openMade = (fields: object, options?: MadeOptions) => openMadeForm(browser, url, fields, options);

const calendar = (page: Page) => page.locator(".ant-picker-dropdown:not(.ant-picker-dropdown-hidden)");
const save = (form: Locator) => form.getByRole("button", { name: "保存" });
const isInside = async (page: Page, popup: Locator) => {
  const box = await popup.boundingBox();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  return box !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
};

it("PCK-14 texts, numbers and dates by hand: what is pasted or typed wrongly is refused and stays, an input method commits no half text, and the right values are saved", async () => {
  const fields = {
    price: { type: "money", title: "金额" },
    count: { type: "integer", title: "数量" },
    day: { type: "date", title: "日期" },
    moment: { type: "datetime", title: "时刻" },
    time: { type: "time", title: "时间" },
    composed: { type: "integer", title: "件数" },
    composedDay: { type: "date", title: "生日" },
  };
  const { page, form, field, saved, complaints } = await openMade(fields);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const paste = async (control: Locator, text: string) => {
    await control.focus();
    await page.evaluate((data) => navigator.clipboard.writeText(data), text);
    await page.keyboard.press("Control+V");
  };
  // A paste that is too long stays whole; too many decimals keep what fits; letters are not typed into a number.
  await paste(field("名称"), "一二三四五六七八九十多");
  expect(await field("名称").inputValue()).toBe("一二三四五六七八九十多");
  await field("名称").press("Tab");
  await form.getByText("最大长度10位字符").waitFor();
  await paste(field("金额"), "￥1,234.5678");
  await form.getByText("最多 2 位小数，多出的没有保留").waitFor();
  expect(await field("金额").inputValue()).toBe("1234.56");
  await field("数量").pressSequentially("1a2.5");
  await field("数量").press("Tab");
  await form.getByText("请输入整数").waitFor();
  expect(await field("数量").inputValue()).toBe("12.5");
  await field("数量").fill("125");

  // A date that is chosen and then typed over is the typed one, and Enter stays in the calendar.
  await field("日期").click();
  await calendar(page).locator(".ant-picker-cell-in-view").nth(9).click();
  await field("日期").fill("2026年3月1日");
  await field("日期").press("Enter");
  expect(await field("日期").inputValue()).toBe("2026-03-01");
  await field("时刻").fill("2026/13/1 9:05");
  await field("时刻").press("Tab");
  await save(form).click();
  await form
    .getByRole("alert")
    .filter({ hasText: "日期" })
    .or(form.getByRole("alert").filter({ hasText: "时间" }))
    .first()
    .waitFor();
  expect(await field("时刻").inputValue()).toBe("2026/13/1 9:05");
  expect(saved).toEqual([]);
  await field("名称").fill("甲");
  await field("时刻").fill("2026/12/1 9:05");
  // A time is chosen column by column.
  await field("时间").click();
  await calendar(page).locator(".ant-picker-time-panel-column").nth(0).getByText("08", { exact: true }).click();
  await calendar(page).locator(".ant-picker-time-panel-column").nth(2).getByText("05", { exact: true }).click();
  await page.keyboard.press("Escape");
  await expect.poll(() => calendar(page).count()).toBe(0);
  expect(await form.isVisible()).toBe(true);

  const session = await page.context().newCDPSession(page);
  for (const [title, half, whole] of [
    ["件数", "shi'er", "１２"],
    ["生日", "2026n", "2026年3月1日"],
  ] as const) {
    await field(title).focus();
    await session.send("Input.imeSetComposition", {
      text: half,
      selectionStart: half.length,
      selectionEnd: half.length,
    });
    await session.send("Input.insertText", { text: whole });
    await field(title).press("Tab");
  }
  await save(form).click();
  await form.waitFor({ state: "detached" });
  expect(saved).toMatchObject([
    {
      ...{ title: "甲", price: 1234.56, count: 125, composed: 12, composedDay: "2026-03-01" },
      ...{ day: "2026-03-01", moment: "2026-12-01 09:05:00", time: "08:00:05" },
    },
  ]);
  expect(complaints).toEqual([]);
});

proveIt("PCK-14 the time cell of a table keeps its seconds, typed or chosen", async () => {
  const cells = { time: { type: "time", title: "时间" }, day: { type: "date", title: "日期" } };
  const { page, form, cell, field, saved } = await openMade({}, { cells });
  await field("名称").fill("甲");
  await form.getByRole("button", { name: "新增一行" }).click();
  await cell("time").click();
  await calendar(page).waitFor();
  await page.keyboard.type("9:05:06");
  await page.keyboard.press("Enter");
  await expect.poll(() => cell("time").innerText()).toBe("09:05:06");
  await cell("day").click();
  await calendar(page).waitFor();
  await page.keyboard.type("20260314");
  await page.keyboard.press("Tab");
  await expect.poll(() => cell("day").innerText()).toBe("2026-03-14");
  await save(form).click();
  await form.waitFor({ state: "detached" });
  expect(saved).toMatchObject([{ lines: [{ time: "09:05:06", day: "2026-03-14" }] }]);
});

it("on a phone every list and calendar stands inside the window, with rows for a finger, and gives the focus back", async () => {
  const fields = {
    day: { type: "date", title: "日期" },
    moment: { type: "datetime", title: "时刻" },
    kind: { type: "string", title: "类型", dict: "sex" },
    area: { type: "string", title: "地区", widget: { type: "area" } },
  };
  const { page, form, field } = await openMade(fields, {
    context: { viewport: { width: 390, height: 844 } },
  });
  for (const title of ["日期", "时刻"]) {
    await field(title).click();
    await calendar(page).waitFor();
    expect([title, await isInside(page, calendar(page))]).toEqual([title, true]);
    await page.keyboard.press("Escape");
    await expect.poll(() => calendar(page).count()).toBe(0);
    expect(await field(title).evaluate((input) => input === document.activeElement)).toBe(true);
  }
  await field("类型").click();
  await openOption(page, "男").waitFor();
  expect((await openOption(page, "男").boundingBox())?.height).toBeGreaterThanOrEqual(44);
  expect(await isInside(page, openList(page))).toBe(true);
  await openOption(page, "男").click();
  expect(await field("类型").evaluate((input) => input === document.activeElement)).toBe(true);
  await field("地区").click();
  await page.getByText("浙江省", { exact: true }).click();
  await page.getByText("杭州市", { exact: true }).click();
  await page.getByText("西湖区", { exact: true }).waitFor();
  expect(await isInside(page, page.locator(".sc-area-popup"))).toBe(true);
  await page.getByText("西湖区", { exact: true }).click();
  // The words stand twice: once for screen readers alone.
  await form.getByText("浙江省杭州市西湖区").last().waitFor();
});

proveIt(
  "PCK-01 a division is chosen by cascader or by three lists; another kind is a cascader and says so",
  async () => {
    const area = (as: string | undefined) => ({ type: "string", widget: { type: "area", ...(as ? { as } : {}) } });
    const fields = { one: { ...area(undefined), title: "级联" }, two: { ...area("select"), title: "下拉" } };
    const { page, form, field, saved } = await openMade(fields);
    await field("名称").fill("甲");
    await field("级联").click();
    await page.keyboard.type("zj hz xhq");
    await page.locator(".ant-cascader-menu-item", { hasText: "浙江省 / 杭州市 / 西湖区" }).click();
    for (const [level, name] of [
      ["省份", "浙江省"],
      ["城市", "宁波市"],
      ["区县", "海曙区"],
    ] as const) {
      await form.getByLabel(`下拉 ${level}`).click();
      await page.keyboard.type(name);
      await openOption(page, name).click();
    }
    await save(form).click();
    await form.waitFor({ state: "detached" });
    expect(saved).toMatchObject([{ one: "330106", two: "330203" }]);
  },
);

proveIt(
  "PCK-02 people are found by account, sex and birth date in a window of 1200; several are given back by account",
  async () => {
    const owner = { type: "string", title: "负责人", multiple: true, widget: { type: "user-picker", multiple: true } };
    const asked: URLSearchParams[] = [];
    const { page, field, saved, form } = await openMade(
      { owner },
      {
        prepare: async (page) => {
          page.on("request", (request) => {
            const { pathname, searchParams } = new URL(request.url());
            if (pathname.endsWith("/queryUserComponentData")) asked.push(searchParams);
          });
        },
      },
    );
    await field("名称").fill("甲");
    await field("负责人").click();
    const users = page.getByRole("dialog", { name: "选择用户" });
    await users.getByRole("checkbox", { name: "李正" }).check();
    expect(await users.evaluate((dialog) => dialog.getBoundingClientRect().width)).toBe(1200);
    const heads = await users.getByRole("columnheader").allInnerTexts();
    expect(heads).toEqual(expect.arrayContaining(["姓名", "账号", "性别", "生日", "手机号码", "用户编号"]));
    await users.getByLabel("请输入账号").fill("admin");
    await users.getByLabel("请输入账号").press("Enter");
    await expect.poll(() => asked.at(-1)?.get("username")).toBe("admin");
    await users.getByLabel("请选择生日").fill("1990/1/2");
    await users.getByLabel("请选择生日").press("Enter");
    await expect.poll(() => asked.at(-1)?.get("birthday")).toBe("1990-01-02");
    await users.getByLabel("请选择性别").click();
    await openOption(page, "女").click();
    await expect.poll(() => asked.at(-1)?.get("sex")).toBe("2");
    await users.getByText("没有查询到任何数据").waitFor();
    await users.getByRole("button", { name: "确认" }).click();
    await expect.poll(() => field("负责人").inputValue()).toBe("李正");
    await save(form).click();
    await form.waitFor({ state: "detached" });
    expect(saved).toMatchObject([{ owner: "auditor" }]);
  },
);

proveIt("PCK-04 rows are picked from pages of five, stay chosen over pages and are removed one by one", async () => {
  const source = {
    type: "string",
    title: "来源",
    multiple: true,
    widget: { type: "record-picker", model: "test/line", multiple: true },
  };
  const records = Array.from({ length: 12 }, (_, at) => ({ id: `l${at}`, name: `第${at}条${"很长的名字".repeat(4)}` }));
  const { page, field, saved, form } = await openMade(
    { source },
    {
      cells: { name: { type: "string", title: "条目" } },
      prepare: (page) =>
        page.route("**/api/test/line/list?*", (route) => {
          const { searchParams } = new URL(route.request().url());
          const [pageNo, size] = [Number(searchParams.get("pageNo")), Number(searchParams.get("pageSize"))];
          const found = records.slice((pageNo - 1) * size, pageNo * size);
          return route.fulfill(answer({ records: found, total: 12, size, current: pageNo, pages: 3 }));
        }),
    },
  );
  await field("名称").fill("甲");
  await field("来源").click();
  const dialog = page.getByRole("dialog", { name: "明细选择" });
  const marks = dialog.locator("tbody").getByRole("checkbox");
  await expect.poll(() => marks.count()).toBe(5);
  await marks.nth(0).check();
  await marks.nth(1).check();
  await dialog
    .getByRole("button", { name: /下一页|^2$/ })
    .or(dialog.getByTitle("下一页"))
    .first()
    .click();
  await dialog.getByText(/^第5条/).waitFor();
  await marks.nth(0).check();
  const chosen = dialog.getByRole("region", { name: "已选" });
  expect(await chosen.getByRole("listitem").count()).toBe(3);
  await chosen.getByRole("button", { name: /^删除/ }).first().click();
  await dialog.getByRole("button", { name: "确认" }).click();
  await save(form).click();
  await form.waitFor({ state: "detached" });
  expect(saved).toMatchObject([{ source: "l1,l5" }]);
});

proveIt(
  "PCK-06, PCK-07 trees are read level by level in a list of at most 400; the category fills its name into another field",
  async () => {
    const fields = {
      parent: {
        type: "string",
        title: "上级部门",
        dict: { model: "system/depart", text: "departName", value: "id" },
        widget: { type: "tree-select", pidField: "parentId" },
      },
      kind: { type: "string", title: "品类", widget: { type: "category-select", back: "kindName" } },
      kindName: { type: "string", title: "品类名称" },
    };
    const levels: (string | null)[] = [];
    const { page, field, saved, form } = await openMade(fields, {
      prepare: async (page) => {
        await page.route("**/sys/category/loadTreeData?*", (route) => {
          const pid = new URL(route.request().url()).searchParams.get("pid");
          levels.push(pid);
          const top = Array.from({ length: 30 }, (_, at) => ({
            key: `c${at}`,
            title: `大类${at}`,
            code: `B${at}`,
            leaf: at > 0,
          }));
          return route.fulfill(answer(pid === "c0" ? [{ key: "c99", title: "蔬菜", code: "B0A1", leaf: true }] : top));
        });
      },
    });
    await field("名称").fill("甲");
    await field("上级部门").click();
    await openList(page).getByText("邻和生活").click();
    await field("品类").click();
    await openList(page).getByText("大类0", { exact: true }).waitFor();
    expect((await openList(page).boundingBox())?.height).toBeLessThanOrEqual(420);
    await openList(page).locator(".ant-select-tree-switcher_close").first().click();
    await openList(page).getByText("蔬菜", { exact: true }).click();
    expect(levels).toEqual([null, "c0"]);
    expect(await field("品类名称").inputValue()).toBe("蔬菜");
    await save(form).click();
    await form.waitFor({ state: "detached" });
    expect(saved).toMatchObject([{ kind: "B0A1", kindName: "蔬菜" }]);
  },
);
