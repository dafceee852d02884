import { strToU8, type Zippable, zipSync } from "fflate";
import { expect, it } from "vitest";
import { readWorkbook } from "../../server/files/excel/workbook.ts";

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packageSpace = "http://schemas.openxmlformats.org/package/2006";
const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** A workbook written by hand, with whatever an attacker puts into it. */
function workbook(cells: string, { before = "", parts = {} }: { before?: string; parts?: Zippable } = {}): Uint8Array {
  return zipSync({
    "[Content_Types].xml": strToU8(
      `<Types xmlns="${packageSpace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
    ),
    "_rels/.rels": strToU8(
      `<Relationships xmlns="${packageSpace}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    "xl/workbook.xml": strToU8(
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    "xl/_rels/workbook.xml.rels": strToU8(
      `<Relationships xmlns="${packageSpace}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    "xl/worksheets/sheet1.xml": strToU8(
      `<?xml version="1.0"?>${before}<worksheet xmlns="${main}"><sheetData><row r="1">${cells}</row></sheetData></worksheet>`,
    ),
    ...parts,
  });
}

const text = (value: string) => `<c r="A1" t="inlineStr"><is><t>${value}</t></is></c>`;
const notSheet = { details: { reason: "只能导入 .xls、.xlsx、.csv 文件" } };
const zeros = (count: number) => new Uint8Array(count);

it("an entity that names a file of the server is not read", async () => {
  const before = '<!DOCTYPE worksheet [<!ENTITY secret SYSTEM "file:///etc/passwd">]>';
  const rows = await readWorkbook(workbook(text("a&secret;b"), { before }));
  expect(JSON.stringify(rows)).not.toContain("root:");
  expect(rows).toHaveLength(1);
});

it("entities that grow by each other do not grow", async () => {
  const levels = Array.from({ length: 12 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`);
  const before = `<!DOCTYPE worksheet [<!ENTITY e0 "ha">${levels.join("")}]>`;
  const rows = await readWorkbook(workbook(text("&e12;"), { before }));
  expect(JSON.stringify(rows).length).toBeLessThan(200);
});

it("a formula is never computed: what the author's program stored is read", async () => {
  const cells = `<c r="A1" t="str"><f>cmd|'/c calc'!A0</f><v>x</v></c><c r="B1"><f>1+1</f><v>7</v></c><c r="C1"><f>1+1</f></c>`;
  const [row] = await readWorkbook(workbook(cells));
  expect(row?.slice(0, 2)).toEqual(["x", 7]);
  expect(row?.[2] ?? null).toBe(null);
});

it("a workbook with macros gives its cells and nothing else", async () => {
  const parts = { "xl/vbaProject.bin": strToU8('Sub Auto_Open()\nShell "calc"\nEnd Sub') };
  expect(await readWorkbook(workbook(text("a"), { parts }))).toEqual([["a"]]);
});

it("a part whose name leads out of the workbook writes nothing and is not read", async () => {
  const parts = { "../../../../tmp/hostile-sheet": strToU8("x"), "/etc/hostile-sheet": strToU8("x") };
  expect(await readWorkbook(workbook(text("a"), { parts }))).toEqual([["a"]]);
});

it.each([
  [
    "a part that unpacks to 200 times its size",
    () => workbook(text("a"), { parts: { "xl/media/a.bin": zeros(60_000_000) } }),
  ],
  [
    "more parts than a workbook has",
    () =>
      workbook(text("a"), {
        parts: Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`xl/${at}`, zeros(1)])),
      }),
  ],
])("a bomb is refused before it is unpacked: %s", async (_title, bytes) => {
  await expect(readWorkbook(bytes())).rejects.toMatchObject({ errorName: "TOO_LARGE" });
});

it.each([
  ["a page before a workbook", () => Buffer.concat([Buffer.from("<script>alert(1)</script>"), workbook(text("a"))])],
  [
    "a picture before a workbook",
    () => Buffer.concat([Buffer.from("GIF89a\u0001\u0000\u0001\u0000", "latin1"), workbook(text("a"))]),
  ],
  [
    "a drawing with script",
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  ],
  ["another zip", () => zipSync({ "index.html": strToU8("<script>alert(1)</script>") })],
  ["a program", () => Buffer.from("MZ\u0090\u0000\u0003\u0000", "latin1")],
])("%s is no sheet", async (_title, bytes) => {
  await expect(readWorkbook(bytes())).rejects.toMatchObject(notSheet);
});
