import { createCipheriv } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addUser } from "../support/people.ts";
import { createTestServer, type TestServer, testPassword } from "../support/test-server.ts";

interface EncryptedString {
  readonly key: string;
  readonly iv: string;
}

function lock({ key, iv }: EncryptedString, password: string): string {
  const cipher = createCipheriv("aes-128-cbc", key, iv);
  return cipher.update(password, "utf8", "base64") + cipher.final("base64");
}

interface SignInAnswer {
  readonly token: string;
  readonly userInfo: Readonly<Record<string, unknown>>;
  readonly departs: readonly unknown[];
  readonly sysAllDictItems: Readonly<Record<string, readonly unknown[]>>;
}

describe("session", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
    await addUser(server, { username: "lily", realname: "李丽", departs: ["A01", "A01A02"], tenants: [1001, 1002] });
    await addUser(server, { username: "sam", realname: "山姆", departs: ["A01"] });
  });
  afterAll(() => server.close());

  const signIn = (username: string, password = testPassword) =>
    server.anonymous.post<SignInAnswer>("/sys/login", { username, password });

  it("sign-in answers token, user, departments and dictionaries with the number 200", async () => {
    const answer = await signIn("admin");
    expect(answer).toMatchObject({ status: 200, success: true, code: 200, message: "登录成功" });
    expect(answer.result).toMatchObject({
      multi_depart: 0,
      departs: [],
      mustChangePassword: false,
      userInfo: { username: "admin", realname: "管理员", status: 1, roleCodes: ["admin"] },
    });
    expect(answer.result.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(answer.timestamp).toBeGreaterThan(1_700_000_000_000);
  });

  it("LAY-12 sign-in takes the password under the encrypted string that everybody may ask for", async () => {
    const { result } = await server.anonymous.get<EncryptedString>("/sys/getEncryptedString");
    expect(Object.keys(result)).toEqual(["key", "iv"]);
    expect(result.key).toMatch(/^[\w-]{16}$/);
    expect(result.iv).toMatch(/^[\w-]{16}$/);
    expect((await server.anonymous.get("/sys/getEncryptedString")).result).toEqual(result);
    const send = (encryptedPassword: string, more = {}) =>
      server.anonymous.post<SignInAnswer>("/sys/login", { username: "sam", encryptedPassword, ...more });
    const locked = lock(result, testPassword);
    expect(await send(locked)).toMatchObject({ code: 200, message: "登录成功", result: { multi_depart: 1 } });
    const wrong = { status: 200, code: 500, message: "用户名或密码错误", result: null };
    expect(await send(lock(result, "not-the-password"))).toMatchObject(wrong);
    expect(await send(lock(result, ""))).toMatchObject(wrong);
    // What opens no session as a password opens none locked, and nobody chooses which of two is meant.
    expect(await signIn("sam", locked)).toMatchObject(wrong);
    expect((await send(locked, { password: testPassword })).status).toBe(400);
    const changed = { status: 409, code: 409, message: "登录加密串已更换，请重新登录", result: null };
    expect(await send(lock({ ...result, key: "0123456789abcdef" }, testPassword))).toMatchObject(changed);
    expect(await send(`${locked.slice(0, -4)}AAA=`)).toMatchObject(changed);
  });

  it("multi_depart tells none, one and several departments apart", async () => {
    expect((await signIn("sam")).result).toMatchObject({
      multi_depart: 1,
      departs: [{ departName: "部门 A01", orgCode: "A01" }],
      userInfo: { orgCode: "A01" },
    });
    expect((await signIn("lily")).result).toMatchObject({ multi_depart: 2, userInfo: { orgCode: "A01" } });
  });

  it("getUserInfo answers the signed-in user and the dictionaries", async () => {
    const lily = await server.as("lily");
    const answer = await lily.get<SignInAnswer>("/sys/user/getUserInfo");
    expect(answer.result.userInfo).toMatchObject({ username: "lily", relTenantIds: "1001,1002" });
    expect(Object.keys(answer.result)).toEqual(["userInfo", "sysAllDictItems"]);
  });

  it.each(["PUT", "POST"] as const)(
    "selectDepart by %s moves the session to one of the user's departments",
    async (method) => {
      const { token } = (await signIn("lily")).result;
      const lily = server.withToken(token);
      const body = { orgCode: "A01A02", username: "lily" };
      const answer =
        method === "PUT" ? await lily.put("/sys/selectDepart", body) : await lily.post("/sys/selectDepart", body);
      expect(answer.result).toMatchObject({ userInfo: { orgCode: "A01A02" } });
      expect((await lily.get("/sys/user/getCurrentUserDeparts")).result).toMatchObject({
        list: [{ orgCode: "A01" }, { orgCode: "A01A02" }],
        orgCode: "A01A02",
      });
      // The choice is kept for the next sign-in.
      expect((await signIn("lily")).result.userInfo.orgCode).toBe("A01A02");
      await lily.put("/sys/selectDepart", { orgCode: "A01" });
    },
  );

  it("logout ends the session at once, whatever the method", async () => {
    for (const method of ["post", "get"] as const) {
      const client = server.withToken((await signIn("sam")).result.token);
      expect((await client.get("/sys/user/getUserInfo")).success).toBe(true);
      expect(await client[method]("/sys/logout")).toMatchObject({ success: true, message: "退出登录成功！" });
      expect(await client.get("/sys/user/getUserInfo")).toMatchObject({
        status: 401,
        message: "Token失效，请重新登录",
      });
    }
  });

  it("sign-in sets a cookie for pictures that scripts and other sites cannot use", async () => {
    const cookie = String((await signIn("sam")).headers["set-cookie"]);
    expect(cookie).toMatch(
      /^sc_files=[\w-]{43}; Path=\/api\/sys\/common\/static; Max-Age=604800; HttpOnly; SameSite=Strict$/,
    );
  });

  describe("own password", () => {
    const change = (oldpassword: string, password: string, confirmpassword = password, username = "pia") => ({
      username,
      oldpassword,
      password,
      confirmpassword,
    });

    beforeAll(() => addUser(server, { username: "pia", realname: "皮娅" }));

    it.each([
      ["another user", change(testPassword, "a-new-password-1", "a-new-password-1", "admin"), "只允许修改自己的密码！"],
      ["a wrong old password", change("wrong-old-password", "a-new-password-1"), "旧密码输入错误!"],
      ["an empty new password", change(testPassword, ""), "新密码不允许为空!"],
      ["a different confirmation", change(testPassword, "a-new-password-1", "a-new-password-2"), "两次输入密码不一致!"],
      ["the old password again", change(testPassword, testPassword), "新密码不能与旧密码相同"],
      ["seven characters", change(testPassword, "short-7"), "密码应为 8 到 128 个字符"],
      ["129 characters", change(testPassword, "x".repeat(100) + "y".repeat(29)), "密码应为 8 到 128 个字符"],
      ["a common password", change(testPassword, "Password123"), "这个密码太常见，容易被猜到，请换一个"],
      ["one letter repeated", change(testPassword, "aaaaaaaaaa"), "这个密码太常见，容易被猜到，请换一个"],
    ])("refuses %s", async (_what, body, message) => {
      const pia = await server.as("pia");
      expect(await pia.put("/sys/user/updatePassword", body)).toMatchObject({ success: false, code: 500, message });
    });

    it("changes the password and ends the user's other sessions", async () => {
      const here = server.withToken((await signIn("pia")).result.token);
      const there = server.withToken((await signIn("pia")).result.token);
      const answer = await here.post("/sys/user/updatePassword", change(testPassword, "一个全新的长密码"));
      expect(answer).toMatchObject({ success: true, message: "密码重置成功!" });
      expect((await here.get("/sys/user/getUserInfo")).success).toBe(true);
      expect((await there.get("/sys/user/getUserInfo")).status).toBe(401);
      expect((await signIn("pia")).success).toBe(false);
      expect((await signIn("pia", "一个全新的长密码")).success).toBe(true);
    });
  });
});

describe("the first administrator", () => {
  it("gets a password that is made up, told once, and must be changed before anything else", async () => {
    const server = await createTestServer({ env: { ADMIN_PASSWORD: "" } });
    const password = server.madeUpPassword ?? "";
    expect(password).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
    const admin = await server.as("admin", password);
    expect(await admin.get("/sys/user/getCurrentUserDeparts")).toMatchObject({
      status: 403,
      message: "首次登录请先修改密码",
    });
    expect((await admin.get("/sys/permission/getUserPermissionByToken")).success).toBe(true);
    const changed = await admin.put("/sys/user/updatePassword", {
      username: "admin",
      oldpassword: password,
      password: testPassword,
      confirmpassword: testPassword,
    });
    expect(changed.success).toBe(true);
    expect((await admin.get("/sys/user/getCurrentUserDeparts")).success).toBe(true);
    await server.close();
  });
});
