import { afterAll, beforeAll, expect, it } from "vitest";
import { multipartBody } from "../support/multipart.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

/** Sheets of rows that are not stored: written for an editable table and read back. */
let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await createTestServer();
  admin = await server.as("admin");
});
afterAll(() => server.close());

const columns = [
  { title: "商品", kind: "text" },
  { title: "数量", kind: "number", scale: 0 },
];
const read = (file: Buffer, client = admin) => {
  const { body, options } = multipartBody([{ name: "file", value: file, fileName: "明细.xlsx" }]);
  return client.post<unknown[][]>("/lowcode/sheet/read", body, options);
};

it("what is written is read as it was; a text that a spreadsheet would run is marked as text", async () => {
  const rows = [
    ["绿豆糕", 3],
    ["=1+1", null],
  ];
  const sheet = await admin.post("/lowcode/sheet/write", { title: "明细", subtitle: "共 2 行", columns, rows });
  expect(sheet.headers["content-disposition"]).toBe("attachment; filename*=UTF-8''%E6%98%8E%E7%BB%86.xlsx");
  const { result } = await read(sheet.bytes);
  expect(result).toEqual([["明细"], ["共 2 行"], ["商品", "数量"], ["绿豆糕", 3], ["'=1+1"]]);
});

it("no session, no sheet; what is no workbook, or too much, is refused with its reason", async () => {
  expect(await read(Buffer.from("x"), server.anonymous)).toMatchObject({ code: 401 });
  const broken = Buffer.from([0x50, 0x4b, 0x03, 0x04, 0, 1, 2, 3]);
  expect(await read(broken)).toMatchObject({ success: false, code: 500 });
  const rows = Array.from({ length: 5_001 }, () => ["x"]);
  expect(await admin.post("/lowcode/sheet/write", { title: "明细", subtitle: "", columns, rows })).toMatchObject({
    success: false,
  });
});
