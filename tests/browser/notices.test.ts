import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { openPage, signIn } from "../support/console-page.ts";
import { hostileHtml } from "../support/hostile-html.ts";
import { callAs, type PageCaller } from "../support/page-caller.ts";
import { proveCount, proveIt, proveSample } from "../support/prove.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const shots = process.env.SHOTS;
const shot = (page: Page, name: string) => (shots ? page.screenshot({ path: `${shots}/${name}.png` }) : undefined);

async function publish(admin: PageCaller, values: Record<string, unknown>): Promise<string> {
  const added = await admin.send<{ id: string }>("POST", "/sys/annountCement/add", {
    msgCategory: "1",
    msgType: "ALL",
    priority: "L",
    msgContent: "<p>内容</p>",
    ...values,
  });
  expect(added).toMatchObject({ success: true });
  expect(await admin.get("/sys/annountCement/doReleaseData", { id: added.result.id })).toMatchObject({ success: true });
  return added.result.id;
}

it("SYS-14 BEL-01 BEL-02 an announcement written and released on its page rings, opens, is answered and is read", async () => {
  const { page: author, complaints } = await openPage(browser);
  await signIn(author, url, "/isystem/announcement");
  const { page: reader } = await openPage(browser);
  await signIn(reader, url, "/", "clerk");
  const bell = reader.getByRole("button", { name: /^通知/ });
  await expect.poll(() => bell.getAttribute("aria-label")).toBe("通知，没有未读");

  await author.getByRole("button", { name: "新增公告" }).first().click();
  const form = author.getByRole("dialog", { name: "新增公告" });
  await form.getByLabel("标题", { exact: true }).fill("门店年终盘点安排，请于周五前确认人员");
  await form.getByText("紧急", { exact: true }).click();
  const text = form.getByRole("textbox", { name: "内容" });
  await text.click();
  await author.keyboard.type("请各门店确认");
  await form.getByRole("button", { name: "加粗" }).click();
  await author.keyboard.type("盘点人员");
  await form.getByLabel("打开方式").click();
  await author.getByTitle("链接", { exact: true }).last().click();
  await form.getByLabel("打开的地址").fill("/member/member");
  await shot(author, "announcement-form");
  await form.getByRole("button", { name: /保存|提交|确定/ }).click();
  await form.waitFor({ state: "hidden" });
  await author
    .getByRole("row", { name: /门店年终盘点安排/ })
    .getByRole("button", { name: "发布", exact: true })
    .click();
  // Live: nobody touches the reader's page. The word of it goes again by itself, so it is watched for from now on.
  const told = reader.getByText("新通知：门店年终盘点安排").waitFor();
  await author
    .getByRole("dialog")
    .getByRole("button", { name: /确认|确定|发布/ })
    .click();
  await told;
  await expect.poll(() => bell.getAttribute("aria-label")).toBe("通知，1 条未读");
  // What the bell opens is fetched when it is reached for.
  const parts = Promise.all(
    [/\/NoticeDialog-[\w-]+\.js/, /\/CleanHtml-[\w-]+\.js/].map((part) => reader.waitForResponse(part)),
  );
  await bell.hover();
  await parts;
  await bell.click();
  await reader.getByRole("tab", { name: "通知（1）" }).waitFor();
  const panel = reader.getByRole("dialog", { name: "通知" });
  expect((await panel.boundingBox())?.width).toBe(300);
  await panel.getByText("紧急").first().waitFor();
  await shot(reader, "bell-panel");
  await panel.getByRole("button", { name: /门店年终盘点/ }).click();
  const detail = reader.getByRole("dialog", { name: "通知消息" });
  await detail.getByText("盘点人员").waitFor();
  expect(await detail.locator("b, strong").textContent()).toBe("盘点人员");
  await expect.poll(() => bell.getAttribute("aria-label")).toBe("通知，没有未读");
  await shot(reader, "bell-detail");
  await detail.getByRole("button", { name: "去处理" }).click();
  await expect.poll(() => new URL(reader.url()).pathname).toBe("/member/member");

  // NAV-11: the page behind the bell.
  await bell.click();
  await panel.getByRole("button", { name: "已读：门店年终盘点安排，请于周五前确认人员" }).waitFor();
  await shot(reader, "bell-read");
  await panel.getByRole("button", { name: "查看更多" }).click();
  await reader.getByRole("heading", { level: 1, name: "我的通知" }).waitFor();
  await reader.getByRole("cell", { name: "已读" }).waitFor();
  await shot(reader, "my-announcements");
  await reader.getByRole("button", { name: /^门店年终盘点/ }).click();
  await detail.getByRole("button", { name: "去处理" }).click();
  await expect.poll(() => new URL(reader.url()).pathname).toBe("/member/member");
  expect(complaints).toEqual([]);
});

/** Two hundred of them when proving. */
const contents = proveSample(hostileHtml, (one) => /<(\w+)/.exec(one)?.[1]?.toLowerCase() ?? "", 1);

proveIt("of hostile contents none runs, drawn as a broken server would send them", async () => {
  const { page } = await openPage(browser);
  await signIn(page, url, "/member/level");
  const admin = callAs(page, url);
  const id = await publish(admin, {
    titile: "敌意内容 <img src=x onerror=window.__ran=1>",
    msgContent: contents.join("\n"),
  });
  // What a broken or foreign server would send: the browser's own cleaning is on its own here.
  await page.route("**/sys/annountCement/queryById*", async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.result.msgContent = contents
      .map((one, index) => `<div>第 ${index} 段</div>${one}</div></table></p>`)
      .join("\n");
    await route.fulfill({ response: answer, json: body });
  });
  for (const isRaw of [true, false].slice(0, proveCount(1, 2))) {
    if (!isRaw) await page.unroute("**/sys/annountCement/queryById*");
    await page.goto(`${url}/isps/userAnnouncement`);
    await page.getByRole("button", { name: /^通知/ }).click();
    const panel = page.getByRole("dialog", { name: "通知" });
    if (isRaw) await panel.getByRole("button", { name: /敌意内容/ }).click();
    else {
      await page.keyboard.press("Escape");
      await page
        .getByRole("button", { name: /敌意内容/ })
        .or(page.getByRole("link", { name: /敌意内容/ }))
        .first()
        .click();
    }
    const shown = page.locator(".sc-html").first();
    await shown.waitFor();
    // Whatever waits for the pointer gets it.
    for (const element of await shown.locator("a, img, b, p").all()) await element.dispatchEvent("pointerover");
    const found = await shown.evaluate((root) => ({
      ran: Reflect.get(window, "__ran") ?? null,
      wrong: [...root.querySelectorAll("*")].flatMap((element) =>
        [...element.attributes]
          .filter(({ name }) => /^on|^id$|^name$/.test(name))
          .map(({ name }) => `${element.tagName} ${name}`),
      ),
      tags: [...root.querySelectorAll("script, style, iframe, object, embed, form, input, svg, math, link, meta, base")]
        .length,
      links: [...root.querySelectorAll<HTMLAnchorElement>("a[href]")].map((link) => link.protocol),
    }));
    expect(found).toMatchObject({ ran: null, wrong: [], tags: 0 });
    expect(found.links.filter((protocol) => !/^https?:|^mailto:/.test(protocol))).toEqual([]);
  }
  expect(await page.evaluate(() => Reflect.get(window, "__ran") ?? null)).toBeNull();
  expect(id).not.toBe("");
});

proveIt("BEL-02 the channel is cut again and again, and every notice rings once", async () => {
  const { page } = await openPage(browser);
  await page.addInitScript(() => {
    // The network, as far as the page sees it: every channel breaks as soon as it is open, as often as the test wants.
    let left = 0;
    let cuts = 0;
    const sockets = new Set<WebSocket>();
    const cut = (socket: WebSocket) => {
      left -= 1;
      cuts += 1;
      socket.close(4000);
    };
    const Own = window.WebSocket;
    class Watched extends Own {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        this.addEventListener("open", () => (left > 0 ? cut(this) : sockets.add(this)));
        this.addEventListener("close", () => {
          sockets.delete(this);
          // The person's network is back, after the console has heard of the cut: no need to wait for the next round.
          setTimeout(() => window.dispatchEvent(new Event("online")));
        });
      }
    }
    window.WebSocket = Watched;
    Object.assign(window, {
      cuts: () => cuts,
      more: (count: number) => {
        left = count;
        for (const socket of sockets) cut(socket);
      },
    });
  });
  await signIn(page, url, "/member/level");
  const admin = callAs(page, url);
  await admin.send("PUT", "/sys/sysAnnouncementSend/readAll");
  const bell = page.getByRole("button", { name: /^通知/ });
  await page.evaluate(() => {
    const rung: string[] = [];
    Object.assign(window, { rung });
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) {
          const title = /新通知：(第 \d+ 条)/.exec(node.textContent ?? "")?.[1];
          if (title) rung.push(title);
        }
    }).observe(document.body, { childList: true, subtree: true });
  });
  const cuts = () => page.evaluate(() => (Reflect.get(window, "cuts") as () => number)());
  const rounds = 5;
  for (let round = 1; round <= rounds; round += 1) {
    await page.evaluate(() => (Reflect.get(window, "more") as (count: number) => void)(20));
    await publish(admin, { titile: `第 ${round} 条` });
    await expect.poll(cuts).toBe(round * 20);
  }
  await expect.poll(() => bell.getAttribute("aria-label")).toBe(`通知，${rounds} 条未读`);
  const rung = await page.evaluate(() => Reflect.get(window, "rung") as string[]);
  expect(new Set(rung).size).toBe(rung.length);
  expect(rung.every((title) => /^第 [1-5] 条$/.test(title))).toBe(true);
});
