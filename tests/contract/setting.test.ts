import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fillPage } from "../../server/config/settings/page-meta.ts";
import { defaultSettings } from "../../server/config/settings/site-settings.ts";
import { multipartBody } from "../support/multipart.ts";
import { addUser } from "../support/people.ts";
import { type SmsGateway, startSmsGateway } from "../support/sms-gateway.ts";
import { createTestServer, type TestClient, type TestServer } from "../support/test-server.ts";

type Row = Readonly<Record<string, unknown>>;

let gateway: SmsGateway;
let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  gateway = await startSmsGateway();
  server = await createTestServer({ env: gateway.env });
  admin = await server.as("admin");
});
afterAll(async () => {
  await server.close();
  await gateway.close();
});

const stored = async () => (await admin.get<Row>("/sys/setting/queryById", { query: { id: "site" } })).result;
const save = async (values: Row) =>
  admin.put<Row>("/sys/setting/edit", { id: "site", version: (await stored()).version, ...values });

it("the operator's name and theme stand in the page before anybody signs in, as text and not as markup", () => {
  const html = "<html>\n  <head>\n    <title>生活服务管理系统</title>\n  </head>\n</html>";
  expect(fillPage(html, defaultSettings)).toBe(html);
  expect(fillPage(html, defaultSettings, { sms: "off" })).toContain('<meta name="sms-channel" content="off" />');
  expect(fillPage(html, defaultSettings, { timeZone: "Asia/Tokyo" })).toContain(
    '<meta name="time-zone" content="Asia/Tokyo" />',
  );
  const settings = { ...defaultSettings, productName: '甲"><script>', lockMinutes: 15, defaultTheme: "dark" as const };
  const filled = fillPage(html, settings);
  expect(filled).toContain("<title>甲&quot;&gt;&lt;script&gt;</title>");
  expect(filled).toContain('<meta name="product-name" content="甲&quot;&gt;&lt;script&gt;" />');
  expect(filled).toContain('<meta name="lock-minutes" content="15" />');
  expect(filled).not.toContain("<script>");
  // The built page has places of its own for two of them, which the environment may have filled.
  const built = readFileSync(new URL("../../index.html", import.meta.url), "utf8");
  const whole = fillPage(built, { ...defaultSettings, productName: "清溪", settingsDrawer: false });
  expect(whole.match(/<meta name="(product-name|settings-drawer)"[^>]*>/g)).toEqual([
    '<meta name="product-name" content="清溪" />',
    '<meta name="settings-drawer" content="off" />',
  ]);
});

it("there is one row of settings: values out of range, a second row and its deletion are refused", async () => {
  const before = await stored();
  for (const values of [{ passwordLength: 3 }, { lockMinutes: -1 }, { uploadMaxMb: 4096 }, { defaultTheme: "pink" }]) {
    expect(await save(values), JSON.stringify(values)).toMatchObject({ success: false });
  }
  expect((await admin.post("/sys/setting/add", { productName: "x", defaultTheme: "light" })).success).toBe(false);
  expect((await admin.delete("/sys/setting/delete", { query: { id: "site" } })).success).toBe(false);
  expect(await stored()).toEqual(before);
});

it("the password policy is in force with its saving", async () => {
  await addUser(server, { username: "zhao", departs: ["A01"] });
  const change = (password: string) =>
    admin.put("/sys/user/changePassword", { username: "zhao", password, confirmPassword: password });
  expect((await change("quite-long-words")).success).toBe(true);
  await save({ passwordLength: 12, passwordKinds: 3 });
  expect(await change("Short-1")).toMatchObject({ success: false, message: "密码应为 12 到 128 个字符" });
  expect(await change("quite-long-words")).toMatchObject({
    success: false,
    message: "密码须含小写字母、大写字母、数字、符号中的至少 3 种",
  });
  expect((await change("Quite-Long-Words")).success).toBe(true);
  await save({ passwordLength: 8, passwordKinds: 1 });
});

it("registration that was closed is refused, opened again it asks for its code", async () => {
  const ask = () => server.anonymous.post("/sys/sms", { mobile: "13900001111", smsmode: "1" });
  await save({ registration: false });
  expect((await ask()).message).toContain("没有开放自助注册");
  await save({ registration: true });
  expect((await ask()).success).toBe(true);
});

it("a file over the set size is refused; the operator's logo is public, no other file is", async () => {
  const png = Buffer.concat([
    Buffer.from(
      "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000a49444154789c63000100000500010d0a2db40000000049454e44ae426082",
      "hex",
    ),
  ]);
  const upload = (bytes: Buffer, name: string) => {
    const parts = [
      { name: "biz", value: "upload" },
      { name: "file", value: bytes, fileName: name },
    ];
    const { body, options } = multipartBody(parts);
    return admin.post("/sys/common/upload", body, options);
  };
  await save({ uploadMaxMb: 1 });
  expect((await upload(Buffer.concat([png, Buffer.alloc(1_200_000)]), "big.png")).status).toBe(413);
  const logo = (await upload(png, "logo.png")).message;
  expect((await server.anonymous.get("/sys/setting/picture/logo")).status).toBe(404);
  expect((await save({ logo, uploadMaxMb: 10 })).success).toBe(true);
  const shown = await server.anonymous.get("/sys/setting/picture/logo");
  expect(shown.status).toBe(200);
  expect(shown.bytes.equals(png)).toBe(true);
  expect((await server.anonymous.get("/sys/setting/picture/constructor")).status).toBe(404);
  expect((await server.anonymous.get(`/sys/common/static/${logo}`)).status).toBe(401);
});

it("what one person may upload in a day ends at the set size", async () => {
  const upload = async () => {
    const { body, options } = multipartBody([
      { name: "biz", value: "temp" },
      { name: "file", value: Buffer.from("一行"), fileName: "a.txt" },
    ]);
    const { success, message } = await admin.post("/sys/common/upload", body, options);
    return success ? "stored" : message;
  };
  expect(await upload()).toBe("stored");
  await sql`update sys_oss_file set file_size = ${12 * 1024 * 1024} where create_by = 'admin' and file_name = 'a.txt'`.execute(
    server.db.kysely,
  );
  await save({ uploadDayMb: 10 });
  expect(await upload()).toBe("今天上传的文件已达上限，请明天再试");
  await save({ uploadDayMb: 50 });
  expect(await upload()).toBe("stored");
});

it("settings are not for staff", async () => {
  await addUser(server, { username: "qian", departs: ["A01"] });
  const staff = await server.as("qian");
  expect((await staff.put("/sys/setting/edit", { id: "site", productName: "x" })).status).toBe(403);
  expect((await staff.get("/sys/setting/queryById", { query: { id: "site" } })).status).toBe(403);
});
