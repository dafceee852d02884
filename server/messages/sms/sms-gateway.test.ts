import { createHash, createHmac } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type SmsGateway, startSmsGateway } from "../../../tests/support/sms-gateway.ts";
import { readConfig } from "../../config/config.ts";
import type { SmsConfig } from "../../config/sms-config.ts";
import { SendRefused } from "../transport.ts";
import { loadShape } from "./load-shape.ts";
import { encodeForm, encodeStrictly, signRequest } from "./sign-request.ts";
import { smsGateway } from "./sms-gateway.ts";

let gateway: SmsGateway;
beforeAll(async () => {
  gateway = await startSmsGateway();
});
afterAll(() => gateway.close());
beforeEach(() => {
  gateway.requests.length = 0;
});

const secret = "a-secret-of-the-operator";
const settings = (more: Readonly<Record<string, string>> = {}): SmsConfig => {
  const { sms } = readConfig({
    ...gateway.env,
    SMS_KEY_ID: "key-1",
    SMS_KEY_SECRET: secret,
    SMS_SIGN_NAME: "生活服务",
    SMS_APP_ID: "1400000000",
    ...more,
  });
  if (!sms) throw new Error("no SMS settings");
  return sms;
};
const noon = new Date("2026-03-04T12:00:00Z");
const message = {
  id: "77",
  type: "1",
  receiver: "13900000001",
  title: "登录验证码",
  content: "您的登录验证码为 012345，10 分钟内有效。",
  template: "login",
  params: { code: "012345", minutes: "10" },
};
const send = (config: SmsConfig, change: object = {}) =>
  smsGateway(config, loadShape(config.shape), () => noon)({ ...message, ...change });
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

describe("what goes to a gateway", () => {
  it("its own shape is JSON, signed over time and body", async () => {
    await send(settings());
    const [request] = gateway.requests;
    expect(JSON.parse(request?.body ?? "")).toEqual({
      phone: "13900000001",
      content: "您的登录验证码为 012345，10 分钟内有效。",
      template: "login",
      params: { code: "012345" },
      signName: "生活服务",
      requestId: "77",
    });
    const timestamp = String(noon.getTime() / 1_000);
    const signature = hmac(secret, `${timestamp}\n${request?.body}`).toString("hex");
    expect(request?.headers.authorization).toBe(
      `HMAC-SHA256 Credential=key-1, Timestamp=${timestamp}, Signature=${signature}`,
    );
  });

  it("Aliyun's is a form with its RPC signature", async () => {
    gateway.answerNext({ status: 200, body: '{"Code":"OK","Message":"OK","BizId":"1"}' });
    await send(settings({ SMS_SHAPE: "aliyun", SMS_TEMPLATES: "login=SMS_1" }));
    const [request] = gateway.requests;
    expect(request?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
    const fields = new URLSearchParams(request?.body);
    expect(Object.fromEntries(fields)).toMatchObject({
      Action: "SendSms",
      PhoneNumbers: "13900000001",
      SignName: "生活服务",
      TemplateCode: "SMS_1",
      TemplateParam: '{"code":"012345"}',
      Timestamp: "2026-03-04T12:00:00Z",
      AccessKeyId: "key-1",
    });
    const given = fields.get("Signature");
    fields.delete("Signature");
    const canonical = `POST&%2F&${encodeStrictly(encodeForm(Object.fromEntries(fields)))}`;
    expect(given).toBe(createHmac("sha1", `${secret}&`).update(canonical).digest("base64"));
  });

  it("Aliyun's signature is the one of its documentation", () => {
    const fields = {
      AccessKeyId: "testid",
      Action: "DescribeRegions",
      Format: "XML",
      SignatureMethod: "HMAC-SHA1",
      SignatureNonce: "3ee8c1b8-83d3-44af-a94f-4e0ad82fd6cf",
      SignatureVersion: "1.0",
      Timestamp: "2016-02-23T12:46:24Z",
      Version: "2014-05-26",
    };
    const { signature } = loadShape("aliyun");
    if (!signature) throw new Error("no signature");
    const asGet = { ...signature, text: signature.text.replace("POST", "GET") };
    const texts = { keySecret: "testsecret", formEncoded: encodeStrictly(encodeForm(fields)) };
    expect(signRequest(asGet, texts)).toBe("OLeaidS1JvxuMvnyHOwuJ+uX5qY=");
  });

  it("Tencent's is JSON with its TC3 signature, the parameters in the template's order", async () => {
    gateway.answerNext({ status: 200, body: '{"Response":{"SendStatusSet":[{"Code":"Ok"}],"RequestId":"r"}}' });
    await send(settings({ SMS_SHAPE: "tencent", SMS_TEMPLATES: "login=449739:code+minutes" }));
    const [request] = gateway.requests;
    expect(JSON.parse(request?.body ?? "")).toEqual({
      PhoneNumberSet: ["+8613900000001"],
      SmsSdkAppId: "1400000000",
      SignName: "生活服务",
      TemplateId: "449739",
      TemplateParamSet: ["012345", "10"],
    });
    const host = new URL(gateway.url).host;
    const canonical = [
      "POST",
      "/",
      "",
      "content-type:application/json; charset=utf-8",
      `host:${host}`,
      "",
      "content-type;host",
      sha256(request?.body ?? ""),
    ].join("\n");
    const timestamp = String(noon.getTime() / 1_000);
    const scope = "2026-03-04/sms/tc3_request";
    const key = hmac(hmac(hmac(`TC3${secret}`, "2026-03-04"), "sms"), "tc3_request");
    const signature = hmac(key, `TC3-HMAC-SHA256\n${timestamp}\n${scope}\n${sha256(canonical)}`).toString("hex");
    expect(request?.headers).toMatchObject({
      "x-tc-action": "SendSms",
      "x-tc-timestamp": timestamp,
      "content-type": "application/json; charset=utf-8",
      authorization: `TC3-HMAC-SHA256 Credential=key-1/${scope}, SignedHeaders=content-type;host, Signature=${signature}`,
    });
  });

  it("the key never leaves, even where a shape names it in a body", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sms-shape-"));
    const file = join(folder, "own.json");
    const shape = {
      format: "json",
      needsTemplate: false,
      body: { to: "${phone}", text: "${content}", key: "[${keySecret}]" },
      answer: { accepted: { ok: "1" } },
    };
    writeFileSync(file, JSON.stringify(shape));
    gateway.answerNext({ status: 200, body: '{"ok":1}' });
    await send(settings({ SMS_SHAPE: file }));
    rmSync(folder, { recursive: true });
    expect(JSON.parse(gateway.requests[0]?.body ?? "")).toEqual({
      to: "13900000001",
      text: message.content,
      key: "[]",
    });
  });
});

describe("what a gateway answers", () => {
  const failure = async (change: object = {}, config = settings()) =>
    send(config, change).then(
      () => "sent",
      (error: Error) => [error instanceof SendRefused ? error.concerns : "again", error.message],
    );

  it.each([
    ["500", { status: 500, body: "oops" }, ["again", "短信网关应答 500"]],
    ["too many requests", { status: 429, body: "{}" }, ["again", "短信网关应答 429"]],
    ["nothing in time", "hang", ["again", "短信网关 1 秒内没有应答"]],
    ["HTML", { status: 200, body: "<html>" }, ["channel", "短信网关没有接受：应答 200，内容看不懂"]],
    ["nothing", { status: 200, body: "" }, ["channel", "短信网关没有接受：应答 200，内容看不懂"]],
    ["a redirect", { status: 302, body: '{"success":true}' }, ["channel", "短信网关没有接受：应答 302，内容看不懂"]],
    [
      "a wrong key",
      { status: 403, body: '{"code":"SIGNATURE","message":"bad signature"}' },
      ["channel", "短信网关没有接受：SIGNATURE bad signature"],
    ],
    [
      "a number it does not take",
      { status: 200, body: '{"success":false,"code":"PHONE_INVALID"}' },
      ["message", "短信平台不接受这个手机号（PHONE_INVALID）"],
    ],
  ] as const)("%s is not sent", async (_name, answer, told) => {
    gateway.answerNext(answer);
    const config = settings(answer === "hang" ? { SMS_TIMEOUT: "1" } : {});
    expect(await failure({}, config)).toEqual(told);
  });

  it("no gateway at all is not sent", async () => {
    const closed = await startSmsGateway();
    await closed.close();
    expect(await failure({}, settings({ SMS_URL: closed.url }))).toEqual(["again", "短信网关无法连接"]);
  });

  it("a message without a template at a provider that needs one, and a wrong number, do not reach it", async () => {
    const config = settings({ SMS_SHAPE: "aliyun", SMS_TEMPLATES: "reset=SMS_2" });
    expect(await failure({}, config)).toEqual(["channel", "SMS_TEMPLATES 里没有模板 login 的编号"]);
    expect(await failure({ receiver: "12345" })).toEqual(["message", "手机号不正确：12345"]);
    expect(await failure({ receiver: "13900000001,13900000002" })).toEqual([
      "message",
      "手机号不正确：13900000001,13900000002",
    ]);
    expect(gateway.requests).toEqual([]);
  });
});

describe("settings", () => {
  it("a shape that cannot be read or used is named at the start", () => {
    expect(() => loadShape("/nowhere/shape.json")).toThrow(/SMS_SHAPE \/nowhere\/shape.json 不能读取/);
    const folder = mkdtempSync(join(tmpdir(), "sms-shape-"));
    const file = join(folder, "wrong.json");
    writeFileSync(file, '{"format":"xml","needsTemplate":false,"body":{"a":"b"},"answer":{"accepted":{"ok":"1"}}}');
    expect(() => loadShape(file)).toThrow(/SMS_SHAPE .* 不能使用：\/format/);
    rmSync(folder, { recursive: true });
  });

  it("console: counts only where nobody else can reach the server", () => {
    const state = (env: Readonly<Record<string, string>>) => readConfig({ SMS_URL: "console:", ...env }).sms?.url;
    expect(state({})).toBe("console:");
    expect(state({ PUBLIC_URL: "http://localhost:3000" })).toBe("console:");
    expect(state({ HOST: "0.0.0.0" })).toBeUndefined();
    expect(state({ PUBLIC_URL: "https://console.example.com" })).toBeUndefined();
    expect(readConfig({}).sms).toBeUndefined();
  });

  it.each([
    ["SMS_URL", "ftp://gateway"],
    ["SMS_SHAPE", "other"],
    ["SMS_TEMPLATES", "login"],
    ["SMS_TIMEOUT", "60"],
  ])("%s=%s is refused at the start", (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(`环境变量 ${name} 的值 ${value} 不能使用`);
  });
});
