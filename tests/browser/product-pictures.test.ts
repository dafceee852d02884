import { beforeAll, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { visit } from "../support/console-page.ts";
import { callerOf } from "../support/page-caller.ts";

interface Picture {
  readonly id: string;
  readonly url: string;
  readonly imageType: string;
  readonly orderNum: number;
}
interface Product {
  readonly id: string;
  readonly name: string;
  readonly productNo: string;
}

const url = inject("consoleUrl");
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

let browser: Awaited<ReturnType<typeof sharedBrowser>>;
beforeAll(async () => {
  browser = await sharedBrowser();
});

it("a product's pictures stand in its form, the main one first; one more is uploaded and stored behind them", async () => {
  const admin = await callerOf(url, "admin");
  const { result: products } = await admin.get<{ records: Product[] }>("/product/product/list", { pageSize: "1" });
  const [product] = products.records;
  if (!product) throw new Error("the sample has no products");
  const pictures = async () => {
    const params = { productId: product.id, pageSize: "20", column: "orderNum", order: "asc" };
    return (await admin.get<{ records: Picture[] }>("/product/productImage/list", params)).result.records;
  };
  const before = await pictures();
  const { page, complaints } = await visit(browser, url, `/product/product?productNo=${product.productNo}`, "operator");
  await page.getByText("第 1–1 条，共 1 条").waitFor();
  await page.getByRole("button", { name: "编辑", exact: true }).click();
  const dialog = page.getByRole("dialog");
  const cell = (row: number, key: string) => dialog.locator("[data-row]").nth(row).locator(`[data-key="${key}"]`);
  await cell(0, "imageType").getByText("主图").waitFor();
  await cell(0, "url").locator("img").waitFor();
  await dialog.getByRole("button", { name: "新增一行" }).click();
  await cell(before.length, "url").click();
  await page.keyboard.press("Enter");
  const file = { name: "新图.png", mimeType: "image/png", buffer: pixel };
  await dialog.locator("input[type=file]").first().setInputFiles(file);
  await cell(before.length, "url").locator("img").waitFor();
  await dialog.getByRole("button", { name: "保存", exact: true }).click();
  await expect.poll(() => dialog.count()).toBe(0);
  const after = await pictures();
  expect(after.map(({ orderNum }) => orderNum)).toEqual(after.map((_, index) => index + 1));
  expect([after.length, after[0]?.imageType, after.at(-1)?.imageType]).toEqual([before.length + 1, "1", "2"]);
  expect(after.at(-1)?.url).toMatch(/^product\/.+\.png$/);
  expect(complaints).toEqual([]);
});
