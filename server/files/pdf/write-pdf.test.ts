import { buffer } from "node:stream/consumers";
import { expect, it } from "vitest";
import { readPdf } from "../../../tests/support/read-pdf.ts";
import type { SheetColumn, SheetRow } from "../excel/sheet.ts";
import type { PdfHeading, PdfPart } from "./pdf-messages.ts";
import { writePdf } from "./write-pdf.ts";

const heading: PdfHeading = {
  title: "订单列表数据",
  notes: ["导出人:管理员"],
  pageOf: ["第 ", " 页，共 ", " 页"],
  empty: "没有数据",
};
const text = (title: string): SheetColumn => ({ title, kind: "text", widthChars: 20 });

async function* partsOf(columns: readonly SheetColumn[], rows: readonly SheetRow[]): AsyncGenerator<PdfPart> {
  yield { kind: "begin", heading };
  yield { kind: "table", columns, rows };
  yield { kind: "end" };
}

const pagesOf = async (parts: AsyncIterable<PdfPart>) => readPdf(await buffer(writePdf(parts)));

it("a row longer than a page goes on over the next ones without losing a word", async () => {
  const words = Array.from({ length: 900 }, (_, index) => `w${index}`);
  const pages = await pagesOf(
    partsOf(
      [text("编号"), text("说明")],
      [
        ["A1", words.join("\n")],
        ["A2", "后面"],
      ],
    ),
  );
  expect(pages.length).toBeGreaterThan(8);
  const lines = pages.flatMap((page) => page.lines);
  expect(lines.flatMap((line) => /\bw\d+$/.exec(line)?.[0] ?? [])).toEqual(words);
  expect(lines).toContain("A2 后面");
  for (const { pieces } of pages) for (const { y } of pieces) expect(y).toBeGreaterThan(30);
});

it("a cell that reaches down over the end of a page is said again on the next one", async () => {
  const rows = Array.from({ length: 90 }, (_, index): SheetRow => [index === 0 ? "主单" : undefined, `明细${index}`]);
  const pages = await pagesOf(partsOf([text("单号"), { ...text("明细"), isBelow: true }], rows));
  expect(pages.length).toBeGreaterThan(1);
  for (const { lines } of pages) expect(lines.filter((line) => line.startsWith("主单"))).toHaveLength(1);
});

it("many columns lie across on the smallest paper that has room", async () => {
  const sizeOf = async (count: number) => {
    const columns = Array.from({ length: count }, (_, index) => text(`列${index}`));
    const [page] = await pagesOf(partsOf(columns, [columns.map(() => "一个八个字的文本")]));
    return [page?.width, page?.height].map((each) => Math.round(each ?? 0));
  };
  expect(await sizeOf(3)).toEqual([595, 842]);
  expect(await sizeOf(8)).toEqual([842, 595]);
  expect(await sizeOf(30)).toEqual([1191, 842]);
});

it("whoever stops reading ends the source and the thread; what the source throws fails the stream", async () => {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  async function* endless(): AsyncGenerator<PdfPart> {
    try {
      yield { kind: "begin", heading };
      yield { kind: "table", columns: [text("列")], rows: [] };
      for (;;) yield { kind: "rows", rows: [["一行"]] };
    } finally {
      end();
    }
  }
  for await (const _ of writePdf(endless())) break;
  await ended;
  async function* failing(): AsyncGenerator<PdfPart> {
    yield { kind: "begin", heading };
    throw new Error("the rows are gone");
  }
  await expect(buffer(writePdf(failing()))).rejects.toThrow("the rows are gone");
});
