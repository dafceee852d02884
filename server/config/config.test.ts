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
