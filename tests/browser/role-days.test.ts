import { readFileSync } from "node:fs";
import type { Browser, Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { openOption, openOptions } from "../support/choices.ts";
import { visit } from "../support/console-page.ts";
import { Hands } from "../support/hands.ts";
import { callerOf, type PageCaller } from "../support/page-caller.ts";
import { dot } from "../support/pictures.ts";
import { proveSample } from "../support/prove.ts";

type Row = Readonly<Record<string, unknown>> & { readonly id: string };
type Params = Readonly<Record<string, string>>;

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

/** One task of one role, from their home page on. */
interface Day {
  readonly page: Page;
  readonly hands: Hands;
  /** What opens over the page. */
  readonly dialog: Locator;
  press(role: "button" | "link" | "tab" | "menuitem", name: string | RegExp): Promise<void>;
  /** Types into a condition of the list that is shown, and asks. */
  find(condition: string, text: string): Promise<void>;
  /** The one line of the list with this text. */
  line(text: string): Locator;
}

type Task = (day: Day) => Promise<void>;

const callers = new Map<string, Promise<PageCaller>>();
const as = (username: string): Promise<PageCaller> => {
  const caller = callers.get(username) ?? callerOf(url, username);
  callers.set(username, caller);
  return caller;
};
async function rows(username: string, base: string, params: Params = {}): Promise<readonly Row[]> {
  const { result } = await (await as(username)).get<{ records: Row[] }>(`${base}/list`, { pageSize: "50", ...params });
  return result.records;
}
async function first(username: string, base: string, params: Params = {}, fits = (_: Row) => true): Promise<Row> {
  const row = (await rows(username, base, params)).find(fits);
  if (!row) throw new Error(`no row of ${base} for ${JSON.stringify(params)}`);
  return row;
}
async function stored(base: string, id: string): Promise<Row> {
  return (await (await as("admin")).get<Row>(`${base}/queryById`, { id })).result;
}
async function send(username: string, path: string, body: unknown, method: "POST" | "PUT" = "PUT"): Promise<void> {
  const answer = await (await as(username)).send(method, path, body);
  if (!answer.success) throw new Error(`${path}: ${answer.message}`);
}
async function act(username: string, base: string, action: string, row: Row, answers: object = {}): Promise<void> {
  const { version } = await stored(base, row.id);
  await send(username, `${base}/${action}`, { id: row.id, version, ...answers });
}
const mark = () => `试${Date.now() % 1_000_000_000}`;
const text = (row: Row, key: string) => String(row[key]);

const order = "/store/storeOrder";
const cases = "/settle/handleOrder";
const settlements = "/settle/settleRecord";
const transfers = "/settle/transferRecord";

/** A case of refund that the clerk of the store has applied for. */
async function refundCase(): Promise<Row> {
  const sold = await first("clerk", order, { status: "2", settleFlag: "0" });
  const reason = mark();
  await act("clerk", order, "applyRefund", sold, { applyAmount: 1, reasonCode: "6", reason });
  return first("admin", cases, { orderId: sold.id, status: "0" });
}

/** Somebody of an active company that is paid by settlements, and 200 yuan that they earned last month. */
async function earned(): Promise<Row> {
  const company = await first("admin", "/sales/salesmanCompany", { status: "1" });
  const salesman = await first("admin", "/sales/salesman", { companyId: company.id, status: "1" });
  const reason = mark();
  const lastMonth = new Date(Date.now() + 8 * 3_600_000);
  lastMonth.setUTCDate(0);
  const bizDate = lastMonth.toISOString().slice(0, 10);
  const business = "/sales/salesmanBusiness";
  await send("admin", `${business}/add`, { salesmanId: salesman.id, bizDate, amount: 200, reason }, "POST");
  await act("operator", business, "confirm", await first("admin", business, { reason }));
  return company;
}

/** A settlement that the operator has made, and submitted where it shall wait for the audit. */
async function settlement(status: "0" | "1" | "2"): Promise<Row> {
  const company = await earned();
  const known = new Set((await rows("admin", settlements, { status: "0" })).map(({ id }) => id));
  const day = new Date(Date.now() + 8 * 3_600_000 - 86_400_000).toISOString().slice(0, 10);
  await send("operator", `${settlements}/generate`, { settleType: "2", periodEnd: day }, "POST");
  const payee = text(company, "name");
  const made = await first("admin", settlements, { status: "0", payeeName: payee }, ({ id }) => !known.has(id));
  if (status !== "0") await act("operator", settlements, "submit", made);
  if (status === "2") await act("settle", settlements, "audit", made);
  return made;
}

const region = ({ page }: Day, name: string) => page.getByRole("region", { name });
const button = (at: Locator | Page, name: string | RegExp) =>
  at.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });

/** Chooses by typing: the text, and Enter for the one that is found. */
async function choose({ page, hands, dialog }: Day, field: string, words: string): Promise<void> {
  const box = dialog.getByRole("combobox", { name: field });
  await hands.type(box, words);
  await openOptions(page).filter({ hasText: words }).first().waitFor();
  await hands.key(box, "Enter");
}

const tasks: Readonly<Record<string, Readonly<Record<string, Task>>>> = {
  clerk: {
    开单: async (day) => {
      const { page, hands, dialog } = day;
      const store = await first("clerk", "/store/store");
      const buyer = await first("admin", "/member/member", { serviceStoreId: store.id, status: "1" });
      const before = await rows("clerk", order, { memberId: buyer.id });
      await day.press("link", "新增订单");
      const member = dialog.getByRole("combobox", { name: "会员" });
      // The form opens on it: nothing is pressed before typing.
      await expect.poll(() => member.evaluate((box) => box === document.activeElement)).toBe(true);
      await hands.type(member, text(buyer, "mobile"));
      await openOptions(page)
        .filter({ hasText: text(buyer, "memberNo") })
        .first()
        .waitFor();
      await hands.key(member, "Enter");
      await expect.poll(() => dialog.getByLabel("会员姓名").innerText()).toContain(text(buyer, "realname"));
      await hands.press(button(dialog, "选择商品"));
      const products = page.getByRole("dialog", { name: "商品选择" });
      await hands.press(products.getByRole("checkbox").first());
      await hands.press(button(products, "确认"));
      await dialog.first().getByText("共 1 行", { exact: true }).waitFor();
      await hands.press(button(dialog.first(), "保存"));
      await expect.poll(() => dialog.count()).toBe(0);
      const after = await rows("clerk", order, { memberId: buyer.id });
      expect(after.length).toBe(before.length + 1);
      const [made] = after;
      expect(Number(made?.payAmount)).toBeGreaterThan(0);
      await day.line(text(made as Row, "orderNo")).waitFor();
    },
    完成订单: async (day) => {
      const waiting = region(day, "待服务订单").getByRole("button").first();
      const orderNo = (await waiting.innerText()).trim();
      const { id } = await first("clerk", order, { orderNo });
      await day.hands.press(waiting);
      await day.hands.press(button(day.dialog, "完成"));
      await day.hands.press(button(day.dialog.last(), "完成"));
      await expect.poll(async () => (await stored(order, id)).status).toBe("2");
      await day.page.getByText("已完成").first().waitFor();
    },
    申请退款: async (day) => {
      const sold = await first("clerk", order, { status: "2", settleFlag: "0" });
      await day.press("link", "门店订单");
      await day.find("订单编号", text(sold, "orderNo"));
      await day.hands.press(button(day.line(text(sold, "orderNo")), "申请退款"));
      const reason = day.dialog.getByRole("combobox", { name: "退款原因" });
      await day.hands.press(reason);
      await day.hands.press(openOption(day.page, "重复下单"));
      await day.hands.type(day.dialog.getByLabel("说明"), "顾客点了两次");
      await day.hands.press(button(day.dialog, "申请退款"));
      await expect.poll(async () => (await stored(order, sold.id)).status).toBe("3");
      await day.line(text(sold, "orderNo")).getByText("退款中").waitFor();
    },
    登记会员: async (day) => {
      const name = mark();
      const mobile = `138${String(Date.now()).slice(-8)}`;
      await day.press("link", "登记会员");
      await day.hands.type(day.dialog.getByLabel("姓名", { exact: true }), name);
      await day.hands.type(day.dialog.getByLabel("手机号"), mobile);
      await day.hands.press(button(day.dialog, "保存"));
      await day.line(name).waitFor();
      const member = await first("admin", "/member/member", { realname: name });
      const store = await first("clerk", "/store/store");
      expect([member.mobile, member.serviceStoreId]).toEqual([mobile, store.id]);
    },
    查商品的价格和库存: async (day) => {
      const goods = await first("clerk", "/product/product", { status: "1", productType: "2" });
      await day.press("link", "商品");
      await day.find("商品名称", text(goods, "name"));
      const line = day.line(text(goods, "productNo"));
      await line.getByText(Number(goods.price).toFixed(2), { exact: true }).first().waitFor();
      await line.getByText(text(goods, "stock"), { exact: true }).first().waitFor();
    },
  },
  operator: {
    审核订单: async (day) => {
      const { page } = day;
      await day.press("link", /笔订单待审核/);
      const line = page
        .getByRole("row")
        .filter({ has: button(page, "审核") })
        .first();
      const orderNo = (await line.getByRole("button", { name: /^SO/ }).innerText()).trim();
      const { id } = await first("operator", order, { orderNo });
      await day.hands.press(button(line, "审核"));
      await day.hands.press(button(day.dialog, "审核"));
      await expect.poll(async () => (await stored(order, id)).status).toBe("1");
      await day.line(orderNo).waitFor({ state: "detached" });
    },
    受理并通过退款: async (day) => {
      const refund = await refundCase();
      await day.page.reload();
      const no = text(refund, "handleNo");
      await day.press("link", /张处理单待受理/);
      await day.hands.press(button(day.line(no), "受理"));
      await day.hands.press(button(day.line(no), "通过"));
      await day.hands.type(day.dialog.getByLabel("处理结果"), "同意退款");
      await day.hands.press(button(day.dialog, "通过"));
      await expect.poll(async () => (await stored(cases, refund.id)).status).toBe("2");
      await day.line(no).waitFor({ state: "detached" });
      expect((await stored(order, text(refund, "orderId"))).refundAmount).toBe(1);
    },
    审核门店公司: async (day) => {
      const companies = "/store/storeCompany";
      const [company = await first("admin", companies, { status: "9" })] = await rows("admin", companies, {
        status: "0",
      });
      if (company.status === "9") await act("operator", companies, "resubmit", company);
      await day.page.reload();
      await day.press("link", /家门店公司待审核/);
      await day.hands.press(button(day.line(text(company, "companyNo")), "审核通过"));
      await day.hands.press(button(day.dialog, "审核通过"));
      await expect.poll(async () => (await stored(companies, company.id)).status).toBe("1");
      await day.line(text(company, "companyNo")).waitFor({ state: "detached" });
    },
    商品调价: async (day) => {
      const product = await first("admin", "/product/product", { status: "1" });
      const price = Number((Number(product.price) - 0.01).toFixed(2));
      await day.press("link", "商品");
      await day.find("商品名称", text(product, "name"));
      await day.hands.press(button(day.line(text(product, "productNo")), "调价"));
      await day.hands.type(day.dialog.getByLabel("售价"), String(price));
      await day.hands.type(day.dialog.getByLabel("原因"), "活动价");
      await day.hands.press(button(day.dialog, "调价"));
      await day.line(text(product, "productNo")).getByText(price.toFixed(2), { exact: true }).waitFor();
      expect((await stored("/product/product", product.id)).price).toBe(price);
    },
    提交结算单: async (day) => {
      const made = await settlement("0");
      await day.page.reload();
      await day.press("link", /张结算单待提交/);
      await day.hands.press(button(day.line(text(made, "settleNo")), "提交"));
      await day.hands.press(button(day.dialog, "提交"));
      await expect.poll(async () => (await stored(settlements, made.id)).status).toBe("1");
      await day.line(text(made, "settleNo")).waitFor({ state: "detached" });
    },
  },
  sales: {
    安排拜访: async (day) => {
      const salesman = await first("sales", "/sales/salesman", { status: "1" });
      const store = await first("sales", "/store/store", { status: "1" });
      const subject = mark();
      await day.press("link", "安排活动");
      await day.hands.type(day.dialog.getByLabel("主题"), subject);
      await choose(day, "业务员", text(salesman, "name"));
      await choose(day, "门店", text(store, "name"));
      const when = day.dialog.getByLabel("计划时间");
      await day.hands.type(when, "2099-01-04 09:30:00");
      await day.hands.key(when, "Enter");
      await day.hands.press(button(day.dialog, "保存"));
      await day.line(subject).waitFor();
      const made = await first("sales", "/sales/salesmanActivity", { subject });
      expect([made.salesmanId, made.storeId, made.activityType]).toEqual([salesman.id, store.id, "1"]);
    },
    完成活动: async (day) => {
      const salesman = await first("sales", "/sales/salesman", { status: "1" });
      const store = await first("sales", "/store/store", { status: "1" });
      const subject = mark();
      const planTime = "2026-01-05 09:30:00";
      const visitBody = { subject, salesmanId: salesman.id, storeId: store.id, activityType: "1", planTime };
      await send("sales", "/sales/salesmanActivity/add", visitBody, "POST");
      await day.page.reload();
      await day.press("link", /场活动待完成/);
      await day.hands.press(button(day.line(subject), "完成"));
      await day.hands.type(day.dialog.getByLabel("过程记录"), "检查了陈列，补了宣传页");
      await day.hands.press(button(day.dialog, "完成"));
      await expect.poll(async () => (await first("sales", "/sales/salesmanActivity", { subject })).status).toBe("1");
      await day.line(subject).waitFor({ state: "detached" });
    },
    登记奖惩: async (day) => {
      const salesman = await first("sales", "/sales/salesman", { status: "1" });
      const reason = mark();
      await day.press("link", "登记奖惩");
      await choose(day, "业务员", text(salesman, "name"));
      await day.hands.type(day.dialog.getByLabel("金额"), "88");
      await day.hands.type(day.dialog.getByLabel("原因"), reason);
      await day.hands.press(button(day.dialog, "保存"));
      await expect.poll(() => day.dialog.count()).toBe(0);
      const made = await first("sales", "/sales/salesmanBusiness", { reason });
      expect([made.salesmanId, made.amount, made.status]).toEqual([salesman.id, 88, "0"]);
      await day.line(text(made, "bizNo")).waitFor();
    },
    看业务员的业绩: async (day) => {
      const ranked = region(day, "业务员本月业绩").getByRole("button").first();
      const name = (await ranked.innerText()).trim();
      await day.hands.press(ranked);
      await day.dialog.getByText(name).first().waitFor();
      await day.dialog.getByText("本月业绩").first().waitFor();
    },
    看门店的订单: async (day) => {
      await day.hands.press(region(day, "订单数").getByRole("button"));
      const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
      const range = { createTime_begin: today, createTime_end: today };
      const { result } = await (await as("sales")).get<{ total: number }>(`${order}/list`, range);
      await day.page.getByRole("tab", { name: `全部（${result.total}）` }).waitFor();
    },
  },
  finance: {
    查一张结算单: async (day) => {
      const wanted = await first("finance", settlements, { status: "4" });
      await day.press("link", "结算记录");
      await day.find("结算单号", text(wanted, "settleNo"));
      await day.hands.press(button(day.page, text(wanted, "settleNo")));
      await day.dialog.getByText(text(wanted, "payeeName")).first().waitFor();
      await day.dialog.getByText("结算明细").first().waitFor();
    },
    打印结算单: async (day) => {
      await day.press("link", "结算记录");
      await day.hands.press(button(day.page, "打印结算单").first());
      await button(day.dialog, "打印").waitFor();
      await day.dialog.getByText("收款方（盖章）").waitFor();
    },
    导出本月的转账: async (day) => {
      await day.hands.press(region(day, "本月已转账").getByRole("button"));
      const file = day.page.waitForEvent("download");
      await day.hands.press(button(day.page, "导出"));
      expect((await file).suggestedFilename()).toMatch(/^转账记录.*\.xlsx$/);
    },
    查未转的款: async (day) => {
      await day.hands.press(region(day, "待转账").getByRole("button"));
      await day.page.getByText("第 1–", { exact: false }).or(day.page.getByText("没有符合条件的")).first().waitFor();
      expect(new URL(day.page.url()).pathname).toBe("/settle/record");
    },
    看结算汇总: async (day) => {
      await day.press("link", "结算汇总");
      await region(day, "应付总额")
        .getByText(/^¥[\d,]+\.\d\d$/)
        .waitFor();
    },
  },
  settle: {
    生成结算单: async (day) => {
      const company = await earned();
      const before = await rows("settle", settlements, { status: "0" });
      await day.press("link", "生成结算单");
      await day.hands.press(day.dialog.getByRole("combobox", { name: "结算类型" }));
      await day.hands.press(openOption(day.page, "业务员公司"));
      await day.hands.press(button(day.dialog, "预览"));
      await day.dialog.getByText(text(company, "name")).waitFor();
      await day.hands.press(button(day.dialog, "生成结算单"));
      await expect
        .poll(async () => (await rows("settle", settlements, { status: "0" })).length)
        .toBeGreaterThan(before.length);
      await day.line(text(company, "name")).first().waitFor();
    },
    审核结算单: async (day) => {
      const made = await settlement("1");
      await day.page.reload();
      await day.press("link", /张结算单待审核/);
      await day.hands.press(button(day.line(text(made, "settleNo")), "审核通过"));
      await day.hands.press(button(day.dialog, "审核通过"));
      await expect.poll(async () => (await stored(settlements, made.id)).status).toBe("2");
      await day.line(text(made, "settleNo")).waitFor({ state: "detached" });
    },
    确认转账成功: async (day) => {
      const made = await settlement("2");
      const transfer = await first("settle", transfers, { settleId: made.id });
      await day.page.reload();
      await day.press("link", /笔转账待办理/);
      await day.hands.press(button(day.line(text(transfer, "transferNo")), "确认成功"));
      await day.hands.type(day.dialog.getByLabel("银行流水号"), mark());
      const [chooser] = await Promise.all([
        day.page.waitForEvent("filechooser"),
        day.hands.press(button(day.dialog, "点击上传")),
      ]);
      await Promise.all([
        day.page.waitForResponse((response) => response.url().includes("/sys/common/upload")),
        chooser.setFiles({ name: "回单.png", mimeType: "image/png", buffer: dot }),
      ]);
      await day.dialog.locator("a, button").filter({ hasText: "回单.png" }).first().waitFor();
      await day.hands.press(button(day.dialog, "确认成功"));
      await expect.poll(async () => (await stored(transfers, transfer.id)).status).toBe("2");
      await expect.poll(async () => (await stored(settlements, made.id)).status).toBe("4");
      await day.line(text(transfer, "transferNo")).waitFor({ state: "detached" });
    },
    发放积分: async (day) => {
      const member = await first("admin", "/member/member", { status: "1" });
      const reason = mark();
      const points = "/settle/sendPointRecord";
      await send("operator", `${points}/add`, { memberId: member.id, points: 20, reason }, "POST");
      const gift = await first("settle", points, { status: "0", reason });
      await day.page.reload();
      await day.press("link", /批积分待发放/);
      await day.hands.press(button(day.line(text(gift, "pointNo")), "发放"));
      await day.hands.press(button(day.dialog, "发放"));
      await expect.poll(async () => (await stored(points, gift.id)).status).toBe("1");
      await day.line(text(gift, "pointNo")).waitFor({ state: "detached" });
    },
    验证银行卡: async (day) => {
      const banks = "/member/memberBank";
      const holder = mark();
      const member = await first("admin", "/member/member", { status: "1" });
      const cardNo = `623999${String(Date.now()).slice(-10)}`;
      const card = { memberId: member.id, holder, bank: "ICBC", cardNo, mobile: "13800000000" };
      await send("operator", `${banks}/add`, card, "POST");
      const { id } = await first("admin", banks, { holder });
      await day.page.reload();
      await day.press("link", /张银行卡待验证/);
      await day.hands.press(button(day.line(holder), "验证通过"));
      await expect.poll(async () => (await stored(banks, id)).status).toBe("1");
      await day.line(holder).waitFor({ state: "detached" });
    },
  },
  auditor: {
    查一笔订单的经过: async (day) => {
      const sold = await first("auditor", order, { status: "2" });
      await day.press("link", "门店订单");
      await day.find("订单编号", text(sold, "orderNo"));
      await day.hands.press(button(day.page, text(sold, "orderNo")));
      await day.dialog.getByText("审核人").first().waitFor();
      await day.dialog.getByText("完成时间").first().waitFor();
    },
    导出结算单: async (day) => {
      await day.press("link", "结算记录");
      const file = day.page.waitForEvent("download");
      await day.hands.press(button(day.page, "导出"));
      expect((await file).suggestedFilename()).toMatch(/^结算记录.*\.xlsx$/);
    },
    查一张表的改动: async (day) => {
      const goods = await first("admin", "/product/product", { status: "1" });
      for (const intro of [mark(), "新到"]) await act("operator", "/product/product", "edit", goods, { intro });
      await day.press("link", "数据日志");
      await day.find("表名", "product");
      await day.hands.press(button(day.page, "比较版本").first());
      await day.page.getByText("一句话介绍").first().waitFor();
    },
    查一个人的登录: async (day) => {
      await day.press("link", "日志管理");
      await day.find("用户账号", "auditor");
      await day.line("登录成功").first().waitFor();
    },
    看结算汇总: async (day) => {
      await day.press("link", "结算汇总");
      await region(day, "应付总额")
        .getByText(/^¥[\d,]+\.\d\d$/)
        .waitFor();
    },
  },
};

/** The presses that each task may take, as the documentation says: `| clerk 店员 | 开单 | 7 |`. */
const ceilings = [
  ...readFileSync("docs/reference/role-days.md", "utf8").matchAll(/^\| (\w+) \S+ +\| (\S+) +\| (\d+) +\|/gm),
].map(([, role = "", task = "", most]) => ({ role, task, most: Number(most) }));

it("the documentation names every task of every role", () => {
  const walked = Object.entries(tasks).flatMap(([role, ofRole]) =>
    Object.keys(ofRole).map((task) => `${role} ${task}`),
  );
  expect(ceilings.map(({ role, task }) => `${role} ${task}`)).toEqual(walked);
});

const days = Object.entries(tasks).flatMap(([role, ofRole]) =>
  Object.entries(ofRole).map(([task, walk]) => [role, task, walk] as const),
);

describe("from the home page", () => {
  it.each(proveSample(days, () => "a task", 2))("%s: %s", async (role, task, walk) => {
    const { page, complaints } = await visit(browser, url, "/", role);
    await page.getByRole("region", { name: "常用功能" }).waitFor();
    const hands = new Hands();
    const day: Day = {
      page,
      hands,
      dialog: page.getByRole("dialog"),
      press: (kind, name) =>
        hands.press(page.getByRole(kind, typeof name === "string" ? { name, exact: true } : { name })),
      find: async (condition, words) => {
        const box = page.getByRole("textbox", { name: condition });
        await hands.type(box, words);
        await hands.key(box, "Enter");
      },
      line: (words) => page.getByRole("row").filter({ hasText: words }),
    };
    await walk(day);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${role}-${task}.png` });
    const ceiling = ceilings.find((one) => one.role === role && one.task === task)?.most ?? 0;
    expect(hands.all, "presses and texts").toBeLessThanOrEqual(ceiling);
    expect(complaints).toEqual([]);
  });
});
