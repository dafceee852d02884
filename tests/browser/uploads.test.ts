import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { openPage, signIn, visit } from "../support/console-page.ts";
import { callAs } from "../support/page-caller.ts";
import { dot, otherDot } from "../support/pictures.ts";
import { proveCount, proveIt } from "../support/prove.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const picture = (name: string) => ({ name, mimeType: "image/png", buffer: dot });
const note = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
/** The smallest PDF with a page. */
const pdf = Buffer.from(
  "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
    "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n",
);

/** The control of that name in the gallery, empty and over the console's own services. */
async function openControl(page: Page, name: string): Promise<Locator> {
  await page.getByRole("radiogroup", { name: "组件库" }).getByText("编辑控件").click();
  await page.getByRole("textbox", { name: "按名称、类型或说明查找" }).fill(name);
  const control = page.getByRole("article", { name, exact: true }).first().locator("[data-state=空]");
  await control.waitFor();
  return control;
}

/** What a person drags from a folder or pastes from a picture program. */
async function bring(zone: Locator, kind: "drop" | "paste", name: string, content = dot): Promise<void> {
  await zone.evaluate(
    (element, [type, fileName, bytes]) => {
      const data = new DataTransfer();
      const content = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0));
      data.items.add(new File([content], fileName, { type: "image/png" }));
      const event =
        type === "drop"
          ? new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data })
          : new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: data });
      element.dispatchEvent(event);
    },
    [kind, name, content.toString("base64")] as const,
  );
}

it("UPL-01, UPL-03: the file cell takes a file, shows its state and menu, previews text and PDF, and adds through the popup", async () => {
  const { page, complaints } = await openPage(browser);
  await signIn(page, url, "/online/gallery");
  const cell = await openControl(page, "表格里的文件");
  await cell.getByRole("button", { name: "点击上传" }).waitFor();
  await cell
    .locator("input[type=file]")
    .setInputFiles(note("巡店记录表.txt", "九点到店\n<img src=x onerror=alert(1)>"));
  await cell.getByRole("img", { name: "上传完成" }).waitFor();
  await cell.getByText("巡店记录表…", { exact: true }).waitFor();

  const menu = async (entry: string) => {
    await cell.getByRole("button", { name: "巡店记录表.txt 的操作" }).click();
    await page.getByRole("menuitem", { name: entry }).click();
  };
  await menu("预览");
  const text = page.getByRole("dialog", { name: "巡店记录表.txt" });
  await text.getByText("<img src=x onerror=alert(1)>").waitFor();
  await text.getByRole("button", { name: "关闭" }).click();
  await text.waitFor({ state: "detached" });

  const sent = page.context().waitForEvent("response", (answer) => answer.url().includes("/sys/common/static/temp/"));
  await menu("下载");
  // The tab of a download closes by itself: what the answer said is read without asking the tab again.
  expect((await sent).headers()["content-disposition"]).toContain(encodeURIComponent("巡店记录表.txt"));

  await menu("上传更多");
  const popup = page.getByRole("dialog", { name: "文件上传" });
  expect(await popup.evaluate((element) => element.getBoundingClientRect().width)).toBe(520);
  await popup.getByRole("button", { name: "确认" }).click();
  await page.getByText("未上传任何文件").waitFor();
  await popup
    .locator("input[type=file]")
    .setInputFiles([{ name: "合同.pdf", mimeType: "application/pdf", buffer: pdf }, note("合同.txt", "同名不同类型")]);
  await popup.getByRole("link", { name: "合同.txt" }).waitFor();
  await popup.getByRole("link", { name: "合同.pdf" }).click();
  await page.getByRole("dialog", { name: "合同.pdf" }).getByRole("img", { name: "第 1 页：" }).waitFor();
  await page.getByRole("dialog", { name: "合同.pdf" }).getByRole("button", { name: "关闭" }).click();
  await popup.getByRole("button", { name: "确认" }).click();
  await popup.waitFor({ state: "detached" });
  await cell.getByText("巡店记录表… +2").waitFor();
  await menu("删除");
  await cell.getByText("合同.pd… +1").or(cell.getByText("合同.pdf +1")).waitFor();
  expect(complaints).toEqual([]);
});

it("UPL-04, UPL-05: pictures are dropped and pasted, put in order by dragging, turned and zoomed; the cell's menu moves them", async () => {
  const { page, complaints } = await visit(browser, url, "/online/gallery");
  const field = await openControl(page, "上传图片");
  const zone = field.getByRole("group").first();
  await bring(zone, "drop", "门头.png");
  await bring(zone, "paste", "截图.png", otherDot);
  const tiles = field.locator(".sc-tile-open");
  const titles = () => tiles.evaluateAll((all) => all.map((each) => each.getAttribute("title")));
  await expect.poll(() => titles()).toEqual(["门头.png", "截图.png"]);
  expect(
    await field
      .locator(".sc-tile")
      .first()
      .evaluate((element) => element.getBoundingClientRect().width),
  ).toBe(104);
  await tiles.nth(1).dragTo(tiles.nth(0));
  await expect.poll(() => titles()).toEqual(["截图.png", "门头.png"]);
  await tiles.nth(0).click();
  const large = page.locator(".ant-image-preview-img");
  const shape = () => large.evaluate((element) => element.style.transform);
  await large.waitFor();
  const before = await shape();
  await page.getByRole("button", { name: "放大" }).click();
  await expect.poll(shape).not.toBe(before);
  const zoomed = await shape();
  await page.getByRole("button", { name: "向右旋转" }).click();
  await expect.poll(shape).toContain("rotate(90deg)");
  expect(zoomed).not.toContain("rotate(90deg)");
  await page.keyboard.press("Escape");
  await large.waitFor({ state: "hidden" });
  await field
    .locator("input[type=file]")
    .setInputFiles({ name: "说明.txt", mimeType: "text/plain", buffer: Buffer.from("x") });
  await field.getByText("请上传图片").waitFor();

  const cell = await openControl(page, "表格里的图片");
  await cell.locator("input[type=file]").setInputFiles(picture("一.png"));
  await cell.getByRole("button", { name: /1$/ }).click();
  const entry = (name: string) => page.getByRole("menuitem", { name });
  await entry("向前移动").click();
  await page.getByText("未知的操作").waitFor();
  await cell.getByRole("button", { name: /1$/ }).click();
  await entry("向后移动").click();
  await page.getByText("已到最后~").waitFor();
  expect(complaints).toEqual([]);
});

it("UPL-04: an upload shows how far it is and is cancelled; one cut off half-way says so, keeps its place and is sent again", async () => {
  const { page } = await visit(browser, url, "/online/gallery");
  const field = await openControl(page, "上传文件");
  let end: (how: "cut" | "through") => void = () => undefined;
  const ended = new Promise<"cut" | "through">((resolve) => {
    end = resolve;
  });
  await page.route("**/sys/common/upload", async (route) => {
    if ((await ended) === "cut") await route.abort("connectionreset");
  });
  const choose = field.locator("input[type=file]");
  await choose.setInputFiles(note("盘点.txt", "一"));
  await field.getByText(/^上传中\(\d+%\)$/).waitFor();
  await field.getByRole("button", { name: "取消上传 盘点.txt" }).click();
  await expect.poll(() => field.getByText("盘点.txt").count()).toBe(0);

  await choose.setInputFiles(note("盘点.txt", "一"));
  await field.getByText(/^上传中/).waitFor();
  end("cut");
  await field
    .getByRole("alert")
    .getByText(/^盘点\.txt 上传失败/)
    .waitFor();
  await page.unroute("**/sys/common/upload");
  await field.getByRole("button", { name: "重新上传 盘点.txt" }).click();
  await field.getByRole("link", { name: "盘点.txt" }).waitFor();
});

/** A text of so many bytes that no two places of which are the same. */
const longText = (bytes: number) => Buffer.from(randomBytes(bytes / 2).toString("hex"));
const half = "**/sys/common/upload/half?*";

it("UPL-06: a large file goes in parts; a broken line, a pause and a reload cost nothing, and one file results", async () => {
  const { page } = await visit(browser, url, "/online/gallery");
  let field = await openControl(page, "上传文件");
  const content = longText(proveCount(12, 20) * 1024 * 1024);
  const folder = await mkdtemp(join(tmpdir(), "schema-console-large-"));
  const large = join(folder, "年度盘点.txt");
  await writeFile(large, content);
  const choose = () => field.locator("input[type=file]").setInputFiles(large);
  const offsets: number[] = [];
  page.on("request", (request) => {
    const offset = new URL(request.url()).searchParams.get("offset");
    if (request.method() === "PUT" && offset !== null) offsets.push(Number(offset));
  });
  const percent = async () =>
    Number(/\((\d+)%\)/.exec((await field.locator(".sc-upload-file").textContent()) ?? "")?.[1]);
  const part = 5 * 1024 * 1024;

  // The line breaks once and for a part: it is sent again by itself.
  let cuts = 0;
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(half, async (route) => {
    const offset = new URL(route.request().url()).searchParams.get("offset");
    if (offset === String(part) && cuts++ === 0) return route.abort("connectionreset");
    // The third part waits, so that there is time to press.
    if (offset === String(2 * part)) await held;
    await route.continue().catch(() => undefined);
  });
  await choose();
  await expect.poll(() => offsets.filter((offset) => offset === part).length).toBe(2);
  await expect.poll(() => offsets.includes(2 * part)).toBe(true);
  await field.getByRole("button", { name: "暂停上传 年度盘点.txt" }).click();
  await field.getByText(/^已暂停\(\d+%\)$/).waitFor();
  expect(await percent()).toBeGreaterThanOrEqual(50);
  await field.getByRole("button", { name: "继续上传 年度盘点.txt" }).click();
  await field.getByText(/^上传中\(\d+%\)$/).waitFor();

  // The page is loaded again: the same file goes on where it was.
  letGo();
  await page.unroute(half);
  await field
    .getByRole("button", { name: "暂停上传 年度盘点.txt" })
    .click({ timeout: 2_000 })
    .catch(() => undefined);
  await page.reload();
  field = await openControl(page, "上传文件");
  offsets.length = 0;
  await choose();
  const stored = field.getByRole("link", { name: "年度盘点.txt" });
  await stored.waitFor();
  expect(Math.min(...offsets)).toBeGreaterThanOrEqual(2 * part);
  const path = new URL((await stored.getAttribute("href")) ?? "", url).pathname;
  const back = await page.evaluate(async (address) => {
    const bytes = await (await fetch(address)).arrayBuffer();
    return [bytes.byteLength, new TextDecoder().decode(bytes.slice(-40))];
  }, path);
  expect(back).toEqual([content.length, content.subarray(-40).toString()]);
  const listed = await callAs(page, url).get<{ records: readonly { fileName: string }[] }>("/sys/oss/file/list", {
    pageSize: "200",
  });
  expect(listed.result.records.filter(({ fileName }) => fileName === "年度盘点.txt").length).toBe(1);
  await rm(folder, { recursive: true });
});

proveIt("UPL-04: a small file stays one call", async () => {
  const { page } = await visit(browser, url, "/online/gallery");
  const field = await openControl(page, "上传文件");
  const calls: string[] = [];
  page.on("request", (request) => calls.push(new URL(request.url()).pathname));
  await field.locator("input[type=file]").setInputFiles(note("盘点.txt", "一"));
  await field.getByRole("link", { name: "盘点.txt" }).waitFor();
  expect(calls.filter((path) => /\/upload(?!\/kinds)/.test(path))).toEqual(["/api/sys/common/upload"]);
  expect(calls.filter((path) => path.includes("upload-in-parts"))).toEqual([]);
});
