import { describe, expect, it, vi } from "vitest";
import { failureOfAnswer, failureOfFault } from "./failures.ts";
import { readAnswer } from "./read-answer.ts";

const refusal = (message: string, code = 500) =>
  readAnswer(JSON.stringify({ success: false, code, message, result: null, timestamp: 1 }));

describe("ERR-02, ERR-04 while signed in", () => {
  it("403 says 拒绝访问 and the server's reason", () => {
    expect(failureOfAnswer(403, refusal("没有权限，请联系管理员授权", 510), true)).toEqual({
      title: "拒绝访问",
      message: "没有权限，请联系管理员授权",
      action: "notice",
    });
    expect(failureOfAnswer(403, readAnswer(""), true)?.message).toBe("拒绝访问");
  });

  it("404 says 很抱歉，资源未找到!", () => {
    expect(failureOfAnswer(404, refusal("路径不存在"), true)?.message).toBe("很抱歉，资源未找到!");
  });

  it("504 says 网络超时", () => {
    expect(failureOfAnswer(504, readAnswer("<html></html>"), true)?.message).toBe("网络超时");
  });

  it("401 says 未授权，请重新登录 and signs out", () => {
    expect(failureOfAnswer(401, refusal("未登录，请先登录", 401), true)).toEqual({
      title: "未授权，请重新登录",
      message: "未授权，请重新登录",
      action: "signOut",
    });
  });

  it("ERR-03 a server that answers in Chinese is understood by an English page", async () => {
    vi.resetModules();
    const language = await import("../../runtime/language/language.ts");
    language.speak((await import("../language/en-US.ts")).english);
    const english = await import("./failures.ts");
    const ended = refusal("Token失效，请重新登录", 401);
    expect(english.failureOfAnswer(401, ended, true)).toMatchObject({
      title: "Your session has expired",
      action: "expired",
    });
    vi.resetModules();
  });

  it.each([401, 500])("HTTP %i with Token失效 is an ended session", (status) => {
    expect(failureOfAnswer(status, refusal("Token失效，请重新登录", status), true)).toEqual({
      title: "登录已过期",
      message: "很抱歉，登录已过期，请重新登录",
      action: "expired",
    });
  });

  it("any other status shows the server's message under 系统提示", () => {
    expect(failureOfAnswer(500, refusal("操作失败，请求编号 7F3A"), true)).toEqual({
      title: "系统提示",
      message: "操作失败，请求编号 7F3A",
      action: "notice",
    });
  });

  it("a gateway's HTML page never reaches the person as text", () => {
    expect(failureOfAnswer(502, readAnswer("<html>nginx</html>"), true)?.message).toBe("服务暂时不可用，请稍后重试");
  });

  it.each([409, 429])("HTTP %i is left to the screen that asked", (status) => {
    expect(failureOfAnswer(status, refusal("数据已被他人修改", status), true)).toMatchObject({
      message: "数据已被他人修改",
      action: "none",
    });
  });

  it.each([500, 510])("a business refusal with code %i is left to the screen that asked", (code) => {
    expect(failureOfAnswer(200, refusal("字典编码不能为空!", code), true)).toMatchObject({
      message: "字典编码不能为空!",
      action: "none",
    });
  });

  it.each([
    ["<!doctype html>", "服务器返回了网页而不是数据，请刷新页面或联系管理员"],
    ['{"success":tr', "服务器返回的数据不完整，请重试"],
    ["", "服务器没有返回数据，请重试"],
    ["[]", "服务器返回的数据无法识别，请联系管理员"],
  ])("an answer 200 with the body %j is explained", (body, message) => {
    expect(failureOfAnswer(200, readAnswer(body), true)?.message).toBe(message);
  });
});

it("a success has no failure", () => {
  const answer = readAnswer('{"success":true,"code":200,"message":"ok","result":1,"timestamp":1}');
  expect(failureOfAnswer(200, answer, true)).toBeUndefined();
});

it("while nobody is signed in a 401 shows the server's message and ends nothing", () => {
  expect(failureOfAnswer(401, refusal("用户名或密码错误", 401), false)).toMatchObject({
    message: "用户名或密码错误",
    action: "none",
  });
});

it("a cancelled call says nothing", () => {
  expect(failureOfFault("cancelled").action).toBe("none");
});
