import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer, testPassword } from "../support/test-server.ts";

describe("session", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  it("sign-in answers token, user, departments and dictionaries with the number 200", async () => {
    const answer = await server.anonymous.post<Record<string, unknown>>("/sys/login", {
      username: "admin",
      password: testPassword,
    });
    expect(answer).toMatchObject({ status: 200, success: true, code: 200, message: "登录成功" });
    expect(answer.result).toMatchObject({
      multi_depart: 0,
      departs: [],
      mustChangePassword: false,
      userInfo: { username: "admin", realname: "管理员", status: 1 },
    });
    expect(answer.result.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(answer.text).not.toMatch(/argon2|password_hash|salt/);
  });
});
