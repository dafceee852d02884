import { readFileSync } from "node:fs";
import { read, utils, write } from "@e965/xlsx";
import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { openList } from "../support/choices.ts";
import { openPage, signIn, visit } from "../support/console-page.ts";
import { callAs } from "../support/page-caller.ts";
import { proveIt } from "../support/prove.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

/** An administrator on a page. */
async function open(path: string) {
  const opened = await visit(browser, url, path);
  return opened;
}

const unique = Date.now().toString(36);
const dialog = (page: Page) => page.getByRole("dialog").last();
const rowOf = (page: Page, text: string | RegExp) => page.getByRole("row", { name: new RegExp(text) });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).last().click();
const add = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).first().click();
async function more(page: Page, row: string, item: string) {
  await rowOf(page, row).getByRole("button", { name: "更多操作" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}
async function choose(page: Page, label: string, text: string) {
  await dialog(page).getByLabel(label).click();
  await page.getByTitle(text, { exact: true }).last().click();
}
async function saved(page: Page, text: string) {
  await press(page, "保存");
  await rowOf(page, text).waitFor();
}
/** Presses a button of the question that has come up: the row behind it may have one of the same name. */
const agree = (page: Page, name: string) =>
  page.getByRole("dialog").getByRole("button", { name, exact: true }).last().click();
/** Deletes a row by its menu and waits until it is gone. */
async function remove(page: Page, row: string) {
  await more(page, row, "删除");
  await agree(page, "删除");
  await rowOf(page, row).waitFor({ state: "detached" });
}

proveIt(
  "SYS-06 SYS-07 positions and tenants: wrong input is told at its field, a batch goes, the chosen number stays",
  async () => {
    const { page, complaints } = await open("/system/position");
    await add(page, "新增职务");
    await press(page, "保存");
    for (const text of ["请输入职务编码", "请输入职务名称", "请选择职级"])
      await dialog(page).getByText(text).last().waitFor();
    await dialog(page).getByLabel("职务编码").fill(`a_${unique}`);
    await dialog(page).getByLabel("职务名称").fill(`店长${unique}`);
    await choose(page, "职级", "中级");
    await saved(page, `店长${unique}`);
    await add(page, "新增职务");
    await dialog(page).getByLabel("职务编码").fill(`a_${unique}`);
    await dialog(page).getByLabel("职务名称").fill(`副店长${unique}`);
    await choose(page, "职级", "助级");
    await press(page, "保存");
    await dialog(page).getByText(`职务编码“a_${unique}”已存在`).waitFor();
    await dialog(page).getByLabel("职务编码").fill(`b_${unique}`);
    await saved(page, `副店长${unique}`);
    await page.getByLabel("职务编码").first().fill(unique);
    await press(page, "查询");
    await page.getByText("共 2 条").waitFor();
    for (const code of ["a", "b"]) await rowOf(page, `${code}_${unique}`).getByRole("checkbox").check();
    await press(page, "批量删除");
    await agree(page, "删除 2 项");
    await rowOf(page, unique).first().waitFor({ state: "detached" });

    await page.goto(`${url}/system/tenant`);
    const number = String(100_000 + (Date.now() % 1_000_000));
    await add(page, "新增租户");
    await dialog(page).getByLabel("租户编号").fill(number);
    await dialog(page).getByLabel("租户名称").fill(`加盟商${unique}`);
    await saved(page, `${number} 加盟商${unique}`);
    await rowOf(page, unique).getByRole("button", { name: "编辑" }).click();
    await choose(page, "状态", "冻结");
    await saved(page, `加盟商${unique}.*冻结`);
    await remove(page, `加盟商${unique}`);
    expect(complaints).toEqual([]);
  },
);

proveIt("SYS-09 SYS-13 a category below another is seen at once and goes with it; a route keeps its JSON", async () => {
  const { page, complaints } = await open("/system/category");
  await add(page, "新增分类");
  await dialog(page).getByLabel("分类名称").fill(`生鲜${unique}`);
  await saved(page, `生鲜${unique}`);
  await rowOf(page, `生鲜${unique}`).getByRole("button", { name: "新增下级" }).click();
  await dialog(page).getByLabel("分类名称").fill(`水果${unique}`);
  await saved(page, `水果${unique}`);
  await remove(page, `生鲜${unique}`);
  expect(await rowOf(page, `水果${unique}`).count()).toBe(0);

  await page.goto(`${url}/system/gatewayRoute`);
  await add(page, "新增路由");
  await dialog(page).getByLabel("路由编号").fill(`r_${unique}`);
  await dialog(page).getByLabel("路由名称").fill(`路由${unique}`);
  await dialog(page).getByLabel("目标地址").fill("ftp://demo");
  const conditions = dialog(page).getByRole("group", { name: "匹配条件" });
  await conditions.getByRole("button", { name: "添加一条" }).click();
  await choose(page, "第 1 条的条件", "路径");
  // The kind brings what it begins with.
  const pathValue = conditions.getByRole("textbox", { name: "第 1 条的值" });
  await expect.poll(() => pathValue.inputValue()).toBe("/demo/**");
  await pathValue.fill("demo");
  await press(page, "保存");
  await dialog(page).getByText("请输入 lb://服务名 或 http、https 地址").last().waitFor();
  await dialog(page).getByLabel("目标地址").fill("lb://demo");
  await press(page, "保存");
  await dialog(page)
    .getByText(/^匹配条件 Path 的 args 应为/)
    .waitFor();
  await pathValue.fill("/a/**, /b");
  await saved(page, `路由${unique}`);
  await rowOf(page, `路由${unique}`).getByRole("button", { name: "编辑" }).click();
  await expect.poll(() => pathValue.inputValue()).toBe("/a/**, /b");
  await press(page, "取消");
  await rowOf(page, `路由${unique}`)
    .getByText(/^不能转发：没有服务 demo/)
    .waitFor();
  await page.getByRole("button", { name: "清除缓存" }).click();
  await dialog(page).getByRole("button", { name: "清除缓存" }).click();
  await page.getByText(/^清除成功！会话 \d+、字典 \d+.*共 1 个进程$/).waitFor();
  await remove(page, `路由${unique}`);
  expect(complaints).toEqual([]);
});

proveIt(
  "SYS-08 a dictionary with its items is made, filled from a sheet, deleted and taken back; without a code it says so",
  async () => {
    const { page, complaints } = await open("/system/dict");
    await add(page, "新增字典");
    await dialog(page).getByLabel("字典名称").fill(`季节${unique}`);
    await press(page, "保存");
    await dialog(page).getByText("字典编码不能为空!").waitFor();
    await dialog(page).getByLabel("字典编码").fill(`season_${unique}`);
    await press(page, "保存");
    await dialog(page).waitFor({ state: "hidden" });
    await page.getByLabel("字典编码").first().fill(unique);
    await press(page, "查询");
    await rowOf(page, unique).getByRole("button", { name: "字典项" }).click();
    await page.getByRole("button", { name: "新增字典项" }).first().click();
    const item = page.getByRole("dialog", { name: "新增字典项" });
    await item.getByLabel("名称").fill("春");
    await item.getByLabel("数据值").fill("1");
    await item.getByRole("button", { name: "保存" }).click();
    await rowOf(page, "春 1").waitFor();
    // The sheet need not say whose items they are: the drawer does.
    await press(page, "导入");
    const sheet = [
      ["名称", "数据值", "排序"],
      ["夏", "2", 2],
    ];
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet(sheet), "字典项");
    const buffer = Buffer.from(write(book, { type: "array", bookType: "xlsx" }));
    const file = { name: "字典项.xlsx", mimeType: "application/octet-stream", buffer };
    await dialog(page).locator("input[type=file]").setInputFiles(file);
    await press(page, "导入");
    await rowOf(page, "夏 2").waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), press(page, "导出")]);
    const exported = read(readFileSync(await download.path()));
    const cells = utils.sheet_to_json<unknown[]>(exported.Sheets[exported.SheetNames[0] ?? ""] ?? {}, { header: 1 });
    expect(cells.slice(3).map((row) => row.slice(0, 2))).toEqual([
      ["春", "1"],
      ["夏", "2"],
    ]);
    // The focus is on the button that has just been busy, where a key is not heard.
    await dialog(page).getByRole("button", { name: "关闭" }).click();
    const options = await callAs(page, url).get<object[]>(`/sys/dict/getDictItems/season_${unique}`, {});
    expect(options.result).toMatchObject([
      { value: "1", text: "春" },
      { value: "2", text: "夏" },
    ]);
    await remove(page, unique);
    await press(page, "回收站");
    await rowOf(page, unique).getByRole("button", { name: "还原" }).click();
    await rowOf(page, unique).getByRole("button", { name: "字典项" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "刷新缓存" }).click();
    await page.getByText("刷新缓存完成！").waitFor();
    expect(complaints).toEqual([]);
  },
);

proveIt(
  "SYS-01 SYS-05 SYS-14 users, departments and announcements are deleted and taken back; an announcement is read",
  async () => {
    const { page, complaints } = await open("/system/user");
    const api = callAs(page, url);
    const made = [
      ["/sys/user/add", { username: `gone_${unique}`, realname: `田禾${unique}`, password: "correct-horse-battery" }],
      ["/sys/sysDepart/add", { departName: `暂设部${unique}`, orgCategory: "1" }],
      ["/sys/annountCement/add", { titile: `放假${unique}`, msgContent: `<p>元旦放假${unique}</p>` }],
    ] as const;
    for (const [path, row] of made) expect((await api.send("POST", path, row)).success).toBe(true);
    for (const [path, label, name] of [
      ["/system/user", "用户账号", `gone_${unique}`],
      ["/system/depart", "部门名称", `暂设部${unique}`],
      ["/isystem/announcement", "标题", `放假${unique}`],
    ] as const) {
      await page.goto(url + path);
      await page.getByLabel(label).first().fill(name);
      await press(page, "查询");
      if (path === "/isystem/announcement") {
        await rowOf(page, name).getByRole("button", { name }).click();
        await dialog(page).getByText(`元旦放假${unique}`).waitFor();
        await page.keyboard.press("Escape");
      }
      await remove(page, name);
      await press(page, "回收站");
      await rowOf(page, name).getByRole("button", { name: "还原" }).click();
      await rowOf(page, name).getByRole("button", { name: "还原" }).waitFor({ state: "detached" });
      await page.keyboard.press("Escape");
      await dialog(page).waitFor({ state: "detached" });
      await rowOf(page, name).waitFor();
      await remove(page, name);
    }
    expect(complaints).toEqual([]);
  },
);

proveIt(
  "SYS-10 SYS-11 check rules and fill rules are tried out; what cannot work is refused with the reason",
  async () => {
    const { page, complaints } = await open("/system/checkRule");
    await add(page, "新增规则");
    await dialog(page).getByLabel("规则名称").fill(`短码${unique}`);
    await dialog(page).getByLabel("规则编码").fill(`short_${unique}`);
    await press(page, "保存");
    await dialog(page).getByText("请输入规则内容").waitFor();
    await dialog(page).getByRole("button", { name: "添加一条" }).click();
    await dialog(page).getByLabel("第 1 条的位数").fill("一");
    await dialog(page).getByLabel("第 1 条的正则表达式").fill("^[A-Z]$");
    await dialog(page).getByLabel("第 1 条的不通过时的提示").fill("首位须为大写字母");
    await press(page, "保存");
    await dialog(page).getByText("第 1 条规则：位数须为 * 或正整数").waitFor();
    await dialog(page).getByLabel("第 1 条的位数").fill("1");
    await saved(page, `短码${unique}`);
    await rowOf(page, unique).getByRole("button", { name: "试一试" }).click();
    await dialog(page).getByLabel("要检查的值").fill("abc");
    await dialog(page).getByRole("button", { name: "试一试" }).click();
    await dialog(page).getByText("首位须为大写字母").waitFor();
    await dialog(page).getByLabel("要检查的值").fill("Abc");
    await dialog(page).getByRole("button", { name: "试一试" }).click();
    await page.getByText("“Abc”校验通过").waitFor();
    await remove(page, `短码${unique}`);

    await page.goto(`${url}/system/fillRule`);
    await add(page, "新增规则");
    await dialog(page).getByLabel("规则名称").fill(`单号${unique}`);
    await dialog(page).getByLabel("规则编码").fill(`no_${unique}`);
    await choose(page, "处理程序", "流水号");
    await dialog(page).getByLabel("规则参数").fill('{"pattern":"T{000}"}');
    await press(page, "保存");
    await page.getByLabel("规则编码").first().fill(unique);
    await press(page, "查询");
    await rowOf(page, unique).getByRole("button", { name: "试一试" }).click();
    await page.getByText("下一个值：T001").waitFor();
    await remove(page, `单号${unique}`);
    expect(complaints).toEqual([]);
  },
);

proveIt("SYS-12 SYS-15 a data source and a message template are saved, tried and read in the outbox", async () => {
  const { page, complaints } = await open("/system/dataSource");
  await add(page, "新增数据源");
  await dialog(page).getByLabel("编码").fill("1 库");
  await press(page, "保存");
  await dialog(page).getByText("编码以字母开头，只含字母、数字、下划线").waitFor();
  await dialog(page).getByText("请输入地址").last().waitFor();
  await dialog(page).getByLabel("编码").fill(`db_${unique}`);
  await dialog(page).getByLabel("名称", { exact: true }).fill(`报表库${unique}`);
  await dialog(page).getByLabel("地址").fill("jdbc:postgresql://db.invalid:5432/reports");
  await dialog(page).getByLabel("密码").fill("a-secret-of-the-database");
  await saved(page, `报表库${unique}`);
  expect(await page.content()).not.toContain("a-secret-of-the-database");
  await rowOf(page, unique).getByRole("button", { name: "测试连接" }).click();
  await page.getByText(/不允许连接 db\.invalid:5432/).waitFor();
  const { host, database, username } = inject("reachableDatabase");
  await rowOf(page, unique).getByRole("button", { name: "编辑" }).click();
  await dialog(page).getByLabel("地址").fill(`jdbc:postgresql://${host}/${database}`);
  await dialog(page).getByLabel("用户名").fill(username);
  await saved(page, `${unique}.*${host}`);
  await rowOf(page, unique).getByRole("button", { name: "测试连接" }).click();
  await page.getByText("数据库连接成功").waitFor();
  await remove(page, unique);

  await page.goto(`${url}/message/template`);
  await add(page, "新增消息模板");
  await dialog(page).getByLabel("模板标题").fill(`入职${unique}`);
  await dialog(page).getByLabel("模板编码").fill(`welcome_${unique}`);
  await choose(page, "发送方式", "系统消息");
  await dialog(page).getByLabel("模板内容").fill(`欢迎 \${name} 加入`);
  await dialog(page).getByLabel("测试数据").fill('{"name":"林晓"}');
  await saved(page, unique);
  await rowOf(page, unique).getByRole("button", { name: "发送测试" }).click();
  await dialog(page).getByLabel("接收人").fill(`nobody_${unique}`);
  await dialog(page).getByRole("button", { name: "发送测试" }).click();
  await page.getByText("发送消息任务添加成功！").waitFor();
  await remove(page, unique);
  await page.goto(`${url}/message/outbox`);
  await page.getByLabel("接收人").first().fill(unique);
  await expect
    .poll(async () => {
      await press(page, "查询");
      return rowOf(page, `没有用户：nobody_${unique}`).count();
    })
    .toBe(1);
  await rowOf(page, unique).getByRole("button", { name: "详情" }).click();
  await dialog(page).getByText("欢迎 林晓 加入").waitFor();
  expect(complaints).toEqual([]);
});

it("SYS-01 an administrator looks at the console as the clerk does, changes nothing there, and ends it", async () => {
  const { page, complaints } = await openPage(browser);
  await signIn(page, url, "/system/user");
  await page.getByLabel("用户账号").first().fill("clerk");
  await press(page, "查询");
  await page.getByText("共 1 条").waitFor();
  await more(page, "clerk", "以此身份查看");
  await agree(page, "以此身份查看");
  await page.getByText(/正在以 .+ 的身份查看/).waitFor();
  const menu = page.getByRole("navigation").first();
  await expect.poll(() => menu.getByText("系统管理").count()).toBe(0);
  const token = await page.evaluate(() => {
    const kept = JSON.parse(sessionStorage.getItem("console:session") ?? "{}");
    return String(kept.value?.token ?? "");
  });
  const written = await page.request.post(`${url}/api/member/member/add`, {
    headers: { "X-Access-Token": token },
    data: { realname: "写入", mobile: "13900000000" },
  });
  expect(await written.json()).toMatchObject({
    success: false,
    message: expect.stringContaining("正在以他人身份查看"),
  });
  expect(complaints).toEqual([]);
  await page.getByRole("button", { name: "结束查看" }).click();
  await menu.getByText("系统管理", { exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

it("SYS-19 SYS-21 the address book follows its departments; a file is uploaded, seen and deleted", async () => {
  const { page, complaints } = await open("/system/addressBook");
  // The rows name departments too, and may be there first.
  await page.getByRole("complementary").getByText("财务中心", { exact: true }).click();
  await expect.poll(() => rowOf(page, "李正").count()).toBe(0);
  await rowOf(page, "钱文静 LH0004 财务中心 财务经理 18900000104").waitFor();

  await page.goto(`${url}/system/file`);
  const choosing = page.waitForEvent("filechooser");
  await add(page, "上传");
  await (await choosing).setFiles({ name: `说明${unique}.txt`, mimeType: "text/plain", buffer: Buffer.from("说明") });
  await rowOf(page, `说明${unique}`).waitFor();
  await rowOf(page, unique).getByRole("link").first().click();
  await dialog(page).getByText("说明", { exact: true }).waitFor();
  const downloading = page.waitForEvent("download");
  await dialog(page).getByRole("link", { name: "下载" }).click();
  expect((await downloading).suggestedFilename()).toContain(".txt");
  await dialog(page).getByRole("button", { name: "关闭" }).click();
  await rowOf(page, unique).getByRole("button", { name: "删除" }).click();
  await agree(page, "删除");
  await rowOf(page, unique).waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
});

proveIt(
  "SYS-16 SYS-17 a job is added, runs at once and stands in its log; the operation log names who did it",
  async () => {
    const { page, complaints } = await open("/system/job");
    await add(page, "新增定时任务");
    await dialog(page).getByLabel("任务名称").fill(`任务${unique}`);
    await choose(page, "处理程序", "清理会话");
    await dialog(page).getByLabel("执行时间").fill("0 0 25 * * ?");
    await press(page, "保存");
    await dialog(page).getByText(/时/).first().waitFor();
    await dialog(page).getByLabel("执行时间").fill("0 0 4 * * ?");
    await saved(page, `任务${unique}`);
    await rowOf(page, unique).getByRole("button", { name: "立即执行" }).click();
    await agree(page, "立即执行");
    // Leaving the page at once would take the call back.
    await page.getByText("已开始执行").first().waitFor();
    await page.goto(`${url}/monitor/jobLog`);
    await expect
      .poll(async () => {
        await press(page, "查询");
        return rowOf(page, `任务${unique}.*手动.*成功`).count();
      })
      .toBe(1);
    await page.goto(`${url}/system/job`);
    await rowOf(page, unique)
      .getByRole("button", { name: `任务${unique}` })
      .click();
    await dialog(page)
      .getByRole("row", { name: /手动.*成功/ })
      .waitFor();
    await page.keyboard.press("Escape");
    await more(page, unique, "停止");
    await agree(page, "停止");
    await rowOf(page, `任务${unique}.*停止`).waitFor();
    await remove(page, `任务${unique}`);
    await page.goto(`${url}/monitor/log`);
    await page.getByRole("button", { name: "删除定时任务" }).first().click();
    await dialog(page).getByText("admin", { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  },
);

proveIt("SYS-03 SYS-04 a menu gets a button and a page its data rule, on a field that it has", async () => {
  const { page, complaints } = await open("/system/permission");
  await add(page, "新增菜单");
  await dialog(page).getByLabel("菜单名称").fill(`演示${unique}`);
  await press(page, "保存");
  await dialog(page).getByText("请输入菜单路径").last().waitFor();
  await dialog(page).getByLabel("菜单路径").fill(`demo-${unique}`);
  await saved(page, `演示${unique}.*/demo-${unique}`);
  await rowOf(page, `演示${unique}`).getByRole("button", { name: "添加下级" }).click();
  await choose(page, "菜单类型", "按钮权限");
  await dialog(page).getByLabel("菜单名称").fill(`导出${unique}`);
  await dialog(page).getByLabel("授权标识").fill(`demo:${unique}:export`);
  await saved(page, `导出${unique}.*demo:${unique}:export`);
  await remove(page, `演示${unique}`);

  await rowOf(page, "会员管理").getByRole("button", { name: /展开/ }).click();
  await rowOf(page, "/member/member").first().getByRole("button", { name: "数据规则" }).click();
  await page.getByRole("button", { name: "新增数据规则" }).first().click();
  const form = page.getByRole("dialog", { name: "新增数据规则" });
  await form.getByLabel("规则名称").fill(`本人${unique}`);
  await form.getByLabel("规则字段").fill("nothing");
  await page.getByText("没有查询到任何数据").last().waitFor();
  await form.getByLabel("规则字段").fill("创建人");
  await page.keyboard.press("Enter");
  await form.getByLabel("条件规则").click();
  await page.getByTitle("等于", { exact: true }).last().click();
  await form.getByLabel("规则值").fill("#{sys_user_code}");
  await form.getByRole("button", { name: "保存" }).click();
  await remove(page, `本人${unique}`);
  expect(complaints).toEqual([]);
});

proveIt("PRM-05 PRM-06 “why” tells the chain of rules for a button, a field and a row of a user", async () => {
  const { page, complaints } = await open("/system/user");
  await page.getByLabel("用户账号").first().fill("clerk");
  await press(page, "查询");
  await page.getByText("共 1 条").waitFor();
  await more(page, "clerk", "权限说明");
  const why = dialog(page);
  const pick = async (label: string, text: string) => {
    await why.getByRole("combobox", { name: label }).fill(text);
    await openList(page).getByTitle(text).first().click();
  };
  const verdict = async (text: string) => {
    await why.getByRole("button", { name: "查看原因" }).click();
    await why.getByRole("status").getByText(text).waitFor();
    return (await why.getByRole("region", { name: "判断过程" }).getByRole("listitem").allInnerTexts()).join(" ");
  };
  await pick("请选择页面或按钮", "store:order:audit");
  expect(await verdict("不能使用")).toContain("角色");
  await why.getByText("字段", { exact: true }).click();
  await pick("请选择数据", "（store/store-order）");
  await pick("请选择字段", "serviceFee");
  await verdict("看不到此字段");
  await why.getByText("数据行", { exact: true }).click();
  const { result } = await callAs(page, url).get<{ records: { id: string }[] }>("/store/storeOrder/list", {
    pageSize: "1",
    sysOrgCode: "A01A05*",
  });
  await why.getByLabel("请输入数据编号").fill(result.records[0]?.id ?? "");
  await verdict("看不到这行数据");
  expect(complaints).toEqual([]);
});

proveIt("SYS-17 a record's drawer shows who changed what and takes comments", async () => {
  const { page, complaints } = await open("/store/store");
  const rows = page.getByRole("table").first().locator("tbody").getByRole("row");
  await rows.first().getByRole("button").first().click();
  await dialog(page).getByRole("button", { name: "编辑" }).click();
  await dialog(page).getByLabel("备注").fill(`核对${unique}`);
  await press(page, "保存");
  await page.getByText("保存成功").waitFor();
  await rows.first().getByRole("button").first().click();
  const drawer = dialog(page);
  await drawer.getByRole("listitem").getByText(`核对${unique}`).waitFor();
  await drawer.getByPlaceholder("请输入评论，看得到这条数据的人都能看到").fill(`已电话确认${unique}`);
  await drawer.getByRole("button", { name: "发表" }).click();
  await drawer.getByRole("listitem").getByText(`已电话确认${unique}`).waitFor();
  expect(complaints).toEqual([]);
});

proveIt(
  "SYS-20 SYS-22 SYS-23 each monitoring page has its figures; visits stand on the dashboard; sample calls answer",
  async () => {
    const { page, complaints } = await open("/monitor/disk");
    await page.getByText("数据文件夹所在的磁盘").first().waitFor();
    for (const [path, text] of [
      ["/monitor/jvm", "应用已运行时间"],
      ["/monitor/redis", "缓存的会话"],
      ["/monitor/tomcat", "处理的请求"],
      ["/dashboard/monitor", "今日登录"],
    ] as const) {
      await page.goto(url + path);
      await page.getByText(text).first().waitFor();
    }
    const api = callAs(page, url);
    for (const path of ["user", "role", "service", "permission", "permission/no-pager"]) {
      expect((await api.get<unknown>(`/mock/api/${path}`, {})).success).toBe(true);
    }
    expect(complaints).toEqual([]);
  },
);
