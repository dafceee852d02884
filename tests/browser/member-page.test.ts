import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { visit } from "../support/console-page.ts";
import { proveIt } from "../support/prove.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

async function openMembers(query = ""): Promise<{ page: Page; complaints: string[] }> {
  const opened = await visit(browser, url, `/member/member${query}`);
  await rows(opened.page).first().waitFor();
  return opened;
}

const rows = (page: Page) => page.getByRole("table").locator("tbody").getByRole("row");
const dialog = (page: Page) => page.getByRole("dialog");
const toastless = async (page: Page) => {
  await expect.poll(() => dialog(page).count()).toBe(0);
};

/** A mobile that nobody has; sample rows keep 138 free for trials. */
let trial = 10_000_000;
function freeMobile(): string {
  trial += 1;
  return `138${trial}`;
}

async function addMember(page: Page, realname: string, mobile: string): Promise<void> {
  await page.getByRole("button", { name: "新增会员" }).first().click();
  await dialog(page).getByLabel("姓名", { exact: true }).fill(realname);
  await dialog(page).getByLabel("手机号").fill(mobile);
  await dialog(page).getByRole("button", { name: "保存" }).click();
  await toastless(page);
}

async function search(page: Page, realname: string): Promise<void> {
  await page.getByRole("textbox", { name: "姓名" }).fill(realname);
  await page.getByRole("textbox", { name: "姓名" }).press("Enter");
  await page.getByText("第 1–1 条，共 1 条").waitFor();
}

describe("the member page, made from documents only", () => {
  it("PRM-01: the menu leads to the list, which shows the first of 3,000 members", async () => {
    const { page, complaints } = await visit(browser, url, "/");
    await page.getByRole("navigation").getByText("会员管理", { exact: true }).click();
    await page.getByRole("navigation").getByText("会员", { exact: true }).click();
    await page.waitForURL("**/member/member");
    await expect.poll(() => rows(page).count()).toBe(10);
    await page.getByText(/^第 1–10 条，共 3,\d{3} 条$/).waitFor();
    expect(await page.title()).toBe("会员 - 生活服务管理系统");
    expect(complaints).toEqual([]);
  });

  proveIt("a search without a hit says so and offers to clear the conditions", async () => {
    const { page } = await openMembers();
    await page.getByRole("textbox", { name: "姓名" }).fill("没有这个人");
    await page.getByRole("button", { name: "查询", exact: true }).click();
    await page.getByText("没有符合条件的数据").waitFor();
    await page.getByRole("button", { name: "清空条件" }).click();
    await page.getByText(/^第 1–10 条，共 3,\d{3} 条$/).waitFor();
  });

  it("FRM-01, FRM-03: wrong input is named at its field, nothing typed is lost, and the right one is saved once", async () => {
    const { page, complaints } = await openMembers();
    const mobile = freeMobile();
    await page.getByRole("button", { name: "新增会员" }).first().click();
    const form = dialog(page);
    await form.getByRole("button", { name: "保存" }).click();
    await form.getByText("请输入手机号", { exact: true }).waitFor();
    await form.getByLabel("姓名", { exact: true }).fill("试一试");
    await form.getByLabel("手机号").fill("12345");
    await form.getByLabel("邮箱").fill("not-an-address");
    await form.getByRole("button", { name: "保存" }).click();
    await form.getByText("请输入正确手机号").waitFor();
    await form.getByText("邮箱格式不正确").waitFor();
    expect(await form.getByLabel("姓名", { exact: true }).inputValue()).toBe("试一试");
    await form.getByLabel("手机号").fill(mobile);
    await form.getByLabel("邮箱").fill("try@example.cn");
    const saves: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/member/member/add")) saves.push(request.headers()["x-idempotency-key"] ?? "");
    });
    await form.getByRole("button", { name: "保存" }).dblclick();
    await toastless(page);
    expect(saves).toHaveLength(1);
    expect(saves[0]).toMatch(/^.{8,64}$/);
    await page.getByRole("textbox", { name: "手机号" }).fill(mobile);
    await page.getByRole("button", { name: "查询", exact: true }).click();
    await page.getByText("第 1–1 条，共 1 条").waitFor();
    expect(complaints).toEqual([]);
  });

  proveIt("a mobile that another member has is refused by the server at its field", async () => {
    const { page } = await openMembers();
    const mobile = freeMobile();
    await addMember(page, "号码主人", mobile);
    await page.getByRole("button", { name: "新增会员" }).first().click();
    await dialog(page).getByLabel("姓名", { exact: true }).fill("后来的人");
    await dialog(page).getByLabel("手机号").fill(mobile);
    await dialog(page).getByRole("button", { name: "保存" }).click();
    await dialog(page).getByText("手机号已被会员占用").waitFor();
    expect(await dialog(page).getByLabel("姓名", { exact: true }).inputValue()).toBe("后来的人");
  });

  proveIt("a row is edited and the list shows it at once", async () => {
    const { page } = await openMembers();
    await addMember(page, "改前姓名", freeMobile());
    await search(page, "改前姓名");
    await rows(page).first().getByText("编辑", { exact: true }).click();
    const name = dialog(page).getByLabel("姓名", { exact: true });
    await expect.poll(() => name.inputValue()).toBe("改前姓名");
    await name.fill("改后姓名");
    await dialog(page).getByRole("button", { name: "保存" }).click();
    await toastless(page);
    await search(page, "改后姓名");
  });

  proveIt("two people editing one row are told: both versions are shown and the later one decides", async () => {
    const first = await openMembers();
    await addMember(first.page, "两人同改", freeMobile());
    await search(first.page, "两人同改");
    const second = await openMembers();
    await search(second.page, "两人同改");
    for (const { page } of [first, second]) {
      await rows(page).first().getByText("编辑", { exact: true }).click();
      await expect.poll(() => dialog(page).getByLabel("姓名", { exact: true }).inputValue()).toBe("两人同改");
    }
    await first.page.getByRole("dialog").getByLabel("昵称").fill("先保存的");
    await first.page.getByRole("dialog").getByRole("button", { name: "保存" }).click();
    await toastless(first.page);
    await second.page.getByRole("dialog").getByLabel("昵称").fill("后保存的");
    await second.page.getByRole("dialog").getByRole("button", { name: "保存" }).click();
    const conflict = second.page.getByRole("dialog").filter({ hasText: "数据已被他人修改" });
    await conflict.getByText("先保存的").waitFor();
    await conflict.getByText("后保存的").waitFor();
    await conflict.getByRole("button", { name: "返回修改" }).click();
    expect(await second.page.getByRole("dialog").getByLabel("昵称").inputValue()).toBe("后保存的");
    await second.page.getByRole("dialog").getByRole("button", { name: "保存" }).click();
    await conflict.getByRole("button", { name: "用我的保存" }).click();
    await toastless(second.page);
    await rows(second.page).first().getByText("详情", { exact: true }).click();
    await dialog(second.page).getByText("后保存的", { exact: true }).first().waitFor();
  });

  proveIt("the key opens the detail, with the next row one click away; `?id=` opens it straight away", async () => {
    const { page, complaints } = await openMembers();
    // Rows under way have cells too; the number is there when the row is.
    const key = await rows(page).first().getByRole("button", { name: /^M\d+/ }).innerText();
    await page.getByText(key, { exact: true }).click();
    await dialog(page).getByText(key).first().waitFor();
    const next = (await rows(page).nth(1).getByRole("cell").nth(1).innerText()).trim();
    await dialog(page).getByRole("button", { name: "下一条" }).click();
    await dialog(page).getByText(next).first().waitFor();
    expect(complaints).toEqual([]);
  });

  proveIt("deleting asks, names the consequence, and removes the row", async () => {
    const { page } = await openMembers();
    await addMember(page, "将被删除", freeMobile());
    await search(page, "将被删除");
    await rows(page).first().getByRole("button", { name: /更多/ }).click();
    await page.getByText("删除", { exact: true }).click();
    const question = dialog(page);
    await question.getByText("是否删除选中数据?").waitFor();
    await question.getByRole("button", { name: "取消" }).click();
    await toastless(page);
    expect(await rows(page).count()).toBe(1);
    await rows(page).first().getByRole("button", { name: /更多/ }).click();
    await page.getByText("删除", { exact: true }).click();
    await question.getByRole("button", { name: "删除" }).click();
    await page.getByText("没有符合条件的数据").waitFor();
  });

  proveIt(
    "selected rows are counted, deleted together after a question, and a filled form is not closed by accident",
    async () => {
      const { page } = await openMembers();
      await addMember(page, "成批删除", freeMobile());
      await addMember(page, "成批删除", freeMobile());
      await page.getByRole("textbox", { name: "姓名" }).fill("成批删除");
      await page.getByRole("button", { name: "查询", exact: true }).click();
      await page.getByText("第 1–2 条，共 2 条").waitFor();
      await page.getByRole("checkbox", { name: "选择本页全部" }).check();
      await page.getByText("已选择 2 项").waitFor();
      await page
        .getByRole("button", { name: /^批量删除|^删除/ })
        .first()
        .click();
      await dialog(page).getByRole("button", { name: "删除 2 项" }).click();
      await page.getByText("没有符合条件的数据").waitFor();

      await page.getByRole("button", { name: "新增会员" }).first().click();
      await dialog(page).getByLabel("姓名", { exact: true }).fill("没有保存");
      await page.keyboard.press("Escape");
      await page.getByText("已填写的内容还没有保存，关闭后会丢失。").waitFor();
    },
  );
});
