import { Readable } from "node:stream";
import { text as textOf } from "node:stream/consumers";
import { expect, test } from "vitest";
import { wireTime } from "../../models/import-cells.ts";
import { readCsv, writeCsv } from "./csv.ts";

const limits = { rowLimit: 5, columnLimit: 3 };
const read = (content: string | Buffer) => readCsv(Buffer.from(content), limits);

test("cells keep their text: quotes, breaks and leading zeros; a blank line is a row", () => {
  expect(read('编号,"名,称"\r\n007,"a ""b""\nc"\n\n,x')).toEqual({
    kind: "rows",
    rows: [["编号", "名,称"], ["007", 'a "b"\nc'], [], [null, "x"]],
  });
});

test("lines end as they like, one by one; a break inside a cell is none", () => {
  expect(read("a,b\r\nc,d\ne,f\rg,h")).toEqual({
    kind: "rows",
    rows: [
      ["a", "b"],
      ["c", "d"],
      ["e", "f"],
      ["g", "h"],
    ],
  });
  expect(read('a,"b\r\nc"\nd,e\n')).toEqual({
    kind: "rows",
    rows: [
      ["a", "b\r\nc"],
      ["d", "e"],
    ],
  });
});

test.each([
  ["GBK", [0xd0, 0xd5, 0xc3, 0xfb, 0x2c, 0xcd, 0xf5], "姓名", "王"],
  ["UTF-16 with its mark", [0xff, 0xfe, 0xd3, 0x59, 0x0d, 0x54, 0x09, 0x00, 0x8b, 0x73], "姓名", "王"],
  ["UTF-8 with its mark", [0xef, 0xbb, 0xbf, 0x61, 0x3b, 0x62], "a", "b"],
])("%s is read, with its separator", (_encoding, bytes, first, second) => {
  expect(read(Buffer.from(bytes))).toEqual({ kind: "rows", rows: [[first, second]] });
});

test.each([
  ["a page", "<html><script>alert(1)</script>", "notSheet"],
  ["a page below blank lines", "\n\n  <!doctype html>", "notSheet"],
  [
    "an XML file with an external entity",
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>',
    "notSheet",
  ],
  ["a picture that is a page too", Buffer.from("GIF89a/*\u0000*/=1;<script>", "latin1"), "notSheet"],
  ["a PDF", "%PDF-1.7\n1 0 obj", "notSheet"],
  ["bytes of no encoding", Buffer.from([0x61, 0xff, 0xff, 0x2c]), "notSheet"],
  ["nothing but blanks", " \r\n\r\n", "empty"],
  ["a quoted cell that does not end", 'a,"b\nc,d', "unreadable"],
  ["a quoted cell that goes on", 'a,"b"c\nd,e', "unreadable"],
  ["more rows than are taken", "a\n".repeat(6), "tooManyRows"],
  ["more columns than are taken", "a,b,c,d", "tooManyColumns"],
])("%s is refused", (_title, content, reason) => {
  expect(read(content)).toEqual({ kind: "refused", reason });
});

test("empty columns at the end of a line are no columns", () => {
  expect(read("a,b,,,,,\n")).toEqual({ kind: "rows", rows: [["a", "b"]] });
});

test("what an export writes is read as it was, 200 seeded tables", async () => {
  let seed = 7;
  const draw = (count: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * count);
  };
  const pieces = ["甲", "a", '"', ",", ";", "\t", "\r\n", "\n", " ", "0", "😀", "’"];
  // The first character decides about formulas, which have a test of their own.
  const cell = () => `x${Array.from({ length: draw(6) }, () => pieces[draw(pieces.length)]).join("")}`;
  for (let count = 0; count < 200; count += 1) {
    const rows = Array.from({ length: 1 + draw(4) }, () => [cell(), cell(), cell()]);
    const written = await textOf(writeCsv(["一", "二", "三"], Readable.from([rows])));
    expect(read(written)).toEqual({ kind: "rows", rows: [["一", "二", "三"], ...rows] });
  }
});

test("times as spreadsheets write them become times of the wire; other texts are left to the check of the field", () => {
  expect(["2024/3/5", "2024-3-5", "2024/3/5 8:30", "2024/03/05 08:30:15", "昨天", "2024/3"].map(wireTime)).toEqual([
    "2024-03-05",
    "2024-03-05",
    "2024-03-05 08:30:00",
    "2024-03-05 08:30:15",
    "昨天",
    "2024-3",
  ]);
});
