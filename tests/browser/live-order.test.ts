import type { Browser, Locator, Page } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { openPage, signIn } from "../support/console-page.ts";
import { callAs } from "../support/page-caller.ts";
import { proveCount, proveIt, proveSeed } from "../support/prove.ts";
import { seededPick } from "../support/seeded-pick.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

interface Order {
  readonly id: string;
  readonly orderNo: string;
  readonly version: number;
  readonly storeId: string;
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
  await signIn(one.page, url, "/store/order");
  await signIn(two.page, url, "/store/order", "clerk");
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

const lineCount = 4;
const columns = ["qty", "remark"] as const;

/** Gives an open order four lines of different products, and nothing to count but those. */
async function fillLines(page: Page, order: Order): Promise<void> {
  const { get, send } = callAs(page, url);
  const rows = await get<{ id: string }[]>("/store/storeOrderDetail/listByMainId", { id: order.id });
  const found = await get<{ records: { id: string; storeId: string | null }[] }>("/product/product/list", {
    status: "1",
    pageSize: "200",
  });
  const offered = found.result.records.filter(({ storeId }) => !storeId || storeId === order.storeId);
  const lines = offered.slice(0, lineCount).map(({ id }, at) => ({ id: `new-${at}`, productId: id, qty: 1 }));
  const details = { rows: lines, deleteIds: rows.result.map(({ id }) => id) };
  const answer = await send("PUT", "/store/storeOrder/edit", { id: order.id, version: order.version, details });
  if (!answer.success) throw new Error(answer.message);
}

/** One of two people at the same order: what was put in since the form opened, and what is typed and not put in yet. */
class Person {
  readonly page: Page;
  readonly mine = new Map<string, string>();
  form: Locator;
  typing: { readonly cell: string; readonly text: string } | undefined;

  constructor(page: Page, form: Locator) {
    this.page = page;
    this.form = form;
  }

  #cell(name: string): Locator {
    const [line, key] = name.split(" ");
    return this.form.locator(`[aria-rowindex="${Number(line) + 2}"] [data-key="${key}"]`);
  }

  /** Opens a cell and types; `isHalf` leaves it open. */
  async type(cell: string, text: string, isHalf: boolean): Promise<void> {
    await this.#cell(cell).click();
    await this.#cell(cell).locator("input, textarea").waitFor();
    await this.page.keyboard.press("Control+A");
    await this.page.keyboard.type(text);
    this.typing = { cell, text };
    if (!isHalf) await this.finish();
  }

  /** What was typed stands in the open cell, whatever came meanwhile; one more digit and Enter put it in. */
  async finish(): Promise<void> {
    if (!this.typing) return;
    const { cell, text } = this.typing;
    const input = this.#cell(cell).locator("input, textarea");
    expect([await input.inputValue(), await input.evaluate((each) => each === document.activeElement)]).toEqual([
      text,
      true,
    ]);
    await this.page.keyboard.type("1");
    await this.page.keyboard.press("Enter");
    this.typing = undefined;
    this.mine.set(cell, `${text}1`);
  }

  /** Words of all cells but the open one. */
  async texts(): Promise<Record<string, string>> {
    const read = await this.form.evaluate(
      (form, keys) =>
        [...form.querySelectorAll<HTMLElement>("[data-row]")].flatMap((row) =>
          keys.map((key) => {
            const cell = row.querySelector<HTMLElement>(`[data-key="${key}"]`);
            return [`${Number(row.getAttribute("aria-rowindex")) - 2} ${key}`, cell?.innerText.trim() ?? ""] as const;
          }),
        ),
      columns as readonly string[],
    );
    return Object.fromEntries(read.filter(([name]) => name !== this.typing?.cell));
  }

  /** How often the form took in what somebody else saved. */
  merges(): Promise<number> {
    return this.page.evaluate(() => Number(Reflect.get(window, "merges") ?? 0));
  }
}

proveIt(
  "TBL-20 two people at random: each sees what the other saved, keeps what is typed, and both end with the same order",
  {
    timeout: 3_600_000,
  },
  async () => {
    const pages = [await openPage(browser), await openPage(browser)] as const;
    for (const [at, { page }] of pages.entries()) {
      await page.addInitScript(() => {
        new MutationObserver((records) => {
          const isTold = records.some(({ addedNodes }) =>
            [...addedNodes].some((node) => node.textContent?.includes("改动已合并到这里")),
          );
          if (isTold) Reflect.set(window, "merges", Number(Reflect.get(window, "merges") ?? 0) + 1);
        }).observe(document, { childList: true, subtree: true });
      });
      await signIn(page, url, "/", at === 0 ? "admin" : "clerk");
    }
    const caller = callAs(pages[1].page, url);
    const { result } = await caller.get<{ records: Order[] }>("/store/storeOrder/list", { status: "0", pageSize: "2" });
    const order = result.records[1];
    if (!order) throw new Error("the sample has no second open order of the clerk's store");
    await fillLines(pages[0].page, order);
    const people = [
      new Person(pages[0].page, (await openOrder(pages[0].page, order)).form),
      new Person(pages[1].page, (await openOrder(pages[1].page, order)).form),
    ] as const;

    /** What is stored, by line and column. */
    const stored = new Map<string, string>();
    for (let line = 0; line < lineCount; line += 1) {
      stored.set(`${line} qty`, "1");
      stored.set(`${line} remark`, "");
    }
    const names = [...stored.keys()];
    const seen = (person: Person) =>
      Object.fromEntries(
        names
          .filter((name) => name !== person.typing?.cell)
          .map((name) => [name, person.mine.get(name) ?? stored.get(name)]),
      );
    const look = (person: Person) => expect.poll(() => person.texts()).toEqual(seen(person));
    /** A value that is put back to what is stored is no change. */
    const forgetSame = () => {
      for (const { mine } of people) {
        for (const [name, text] of mine) if (stored.get(name) === text) mine.delete(name);
      }
    };
    const save = async (at: 0 | 1) => {
      const [saver, other] = at === 0 ? people : ([people[1], people[0]] as const);
      await saver.finish();
      forgetSame();
      // A notice that still stands there is not written a second time.
      await other.page
        .getByText(/改动已合并到这里$/)
        .first()
        .waitFor({ state: "detached" });
      const before = await other.merges();
      await saver.form.getByRole("button", { name: "保存", exact: true }).click();
      await saver.form.waitFor({ state: "detached" });
      const isChanged = saver.mine.size > 0;
      for (const [name, text] of saver.mine) stored.set(name, text);
      saver.mine.clear();
      forgetSame();
      if (isChanged) await expect.poll(() => other.merges()).toBeGreaterThan(before);
      await look(other);
      saver.form = (await openOrder(saver.page, order)).form;
      await look(saver);
    };

    const pick = seededPick(proveSeed);
    const total = proveCount(16, 400);
    for (let edit = 0; edit < total; edit += 1) {
      const at = (edit % 2) as 0 | 1;
      const person = people[at];
      await person.finish();
      forgetSame();
      const name = names[pick(names.length)] ?? "0 qty";
      // An order of more than 50,000 is paid by transfer alone.
      const text = name.endsWith("qty") ? String(1 + pick(4)) : `第${pick(1000)}`;
      await person.type(name, text, pick(3) === 0);
      if (pick(8) === 0 || edit === 5) await save(pick(2) as 0 | 1);
    }
    await save(0);
    await save(1);
    await look(people[0]);
    await look(people[1]);
    expect(await people[0].texts()).toEqual(await people[1].texts());
    expect(pages.map(({ complaints }) => complaints)).toEqual([[], []]);
  },
);
