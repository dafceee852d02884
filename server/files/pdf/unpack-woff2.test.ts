import { brotliCompressSync } from "node:zlib";
import { expect, it } from "vitest";
import { unpackWoff2 } from "./unpack-woff2.ts";

const outlines = Buffer.from("outlines".repeat(40));
const own = Buffer.from("own table");

/** A file of two tables: `CFF ` by its number, with a length of two bytes, and one with a name of its own. */
function woff2(flags = 13): Buffer {
  const packed = brotliCompressSync(Buffer.concat([outlines, own]));
  const head = Buffer.alloc(48);
  head.write("wOF2OTTO", "latin1");
  head.writeUInt16BE(2, 12);
  head.writeUInt32BE(packed.length, 20);
  const directory = Buffer.from([flags, 0x82, 0x40, 63, ...Buffer.from("ownT"), own.length]);
  return Buffer.concat([head, directory, packed, Buffer.from("what follows is none of the tables")]);
}

it("a font is unpacked into its tables, each named and where its directory says", () => {
  const font = unpackWoff2(woff2());
  expect([font.toString("latin1", 0, 4), font.readUInt16BE(4)]).toEqual(["OTTO", 2]);
  const tables = [0, 1].map((index) => {
    const entry = 12 + 16 * index;
    const at = font.readUInt32BE(entry + 8);
    return [font.toString("latin1", entry, entry + 4), font.subarray(at, at + font.readUInt32BE(entry + 12))];
  });
  expect(tables).toEqual([
    ["CFF ", outlines],
    ["ownT", own],
  ]);
});

it("what is no WOFF2, or has transformed outlines, is refused", () => {
  expect(() => unpackWoff2(Buffer.from("OTTO"))).toThrow("no WOFF2");
  const glyf = 10;
  expect(() => unpackWoff2(woff2(glyf))).toThrow("glyf is transformed");
  expect(() => unpackWoff2(woff2(13 | (1 << 6)))).toThrow("CFF  is transformed");
});
