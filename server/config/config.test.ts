import { describe, expect, it } from "vitest";
import { type ConfigError, printConfig, readConfig } from "./config.ts";

describe("settings", () => {
  it("has a default for everything, so an empty environment starts", () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      contextPath: "/api",
      seed: "demo",
      captcha: true,
      timeZone: "Asia/Shanghai",
      databaseUrl: undefined,
    });
    expect(config.dataDir.endsWith("/data")).toBe(true);
  });

  it("treats an empty variable as not set", () => {
    expect(readConfig({ DATABASE_URL: "", ADMIN_PASSWORD: " " })).toMatchObject({
      databaseUrl: undefined,
      adminPassword: undefined,
    });
  });

  it.each([
    ["PORT", "70000"],
    ["PORT", "http"],
    ["SEED", "full"],
    ["CAPTCHA", "no"],
    ["CONTEXT_PATH", "/"],
    ["CONTEXT_PATH", "/a/b/c/d"],
    ["LOG_LEVEL", "loud"],
    ["APP_TZ", "Mars/Olympus"],
    ["PUBLIC_URL", "ftp://example.com"],
  ])("names the wrong variable %s and its value %s", (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(`环境变量 ${name} 的值 ${value} 不能使用`);
  });

  it("names every wrong variable at once", () => {
    expect(() => readConfig({ PORT: "x", SEED: "y" })).toThrow(/PORT[\s\S]*SEED/);
  });

  it("does not repeat a wrong secret", () => {
    let message = "";
    try {
      readConfig({ ADMIN_PASSWORD: "short" });
    } catch (error) {
      message = (error as ConfigError).message;
    }
    expect(message).toContain("ADMIN_PASSWORD");
    expect(message).not.toContain("short");
  });

  it("honours CAPTCHA=off on a loopback address only", () => {
    expect(readConfig({ CAPTCHA: "off" }).captcha).toBe(false);
    expect(readConfig({ CAPTCHA: "off", HOST: "127.0.0.2" }).captcha).toBe(false);
    expect(readConfig({ CAPTCHA: "off", HOST: "0.0.0.0" }).captcha).toBe(true);
    expect(readConfig({ CAPTCHA: "off", HOST: "127.0.0.1.example.com" }).captcha).toBe(true);
  });

  it("puts files into a bucket when all of it is configured, and names what is missing", () => {
    const whole = { S3_BUCKET: "console-files", S3_KEY_ID: "id", S3_KEY_SECRET: "hidden" };
    expect(readConfig({}).s3).toBeUndefined();
    expect(readConfig(whole).s3).toMatchObject({ bucket: "console-files", prefix: "", pathStyle: false });
    const own = { ...whole, S3_ENDPOINT: "https://s3.example.com", S3_PREFIX: "a/b" };
    expect(readConfig(own).s3).toMatchObject({ prefix: "a/b/", pathStyle: true });
    expect(() => readConfig({ ...whole, S3_KEY_SECRET: "" })).toThrow("设置了 S3_BUCKET，还需要设置 S3_KEY_SECRET");
    expect(() => readConfig({ S3_KEY_ID: "id" })).toThrow("设置了 S3_KEY_ID，但没有设置 S3_BUCKET");
    expect(() => readConfig({ ...whole, S3_ENDPOINT: "s3.example.com/x" })).toThrow("环境变量 S3_ENDPOINT");
    expect(printConfig(whole)).not.toContain("hidden");
  });

  it("prints the settings with secrets masked", () => {
    const text = printConfig({
      DATABASE_URL: "postgres://u:hidden@h/d",
      ADMIN_PASSWORD: "hidden-password",
      PORT: "80",
    });
    expect(text).not.toContain("hidden");
    expect(text).toContain("DATABASE_URL=******");
    expect(text).toContain("PORT=80");
    expect(text).toContain("SMTP_URL=\n".trimEnd());
  });
});
