import { describe, expect, it } from "vitest";
import { RequestError } from "../../runtime/react/services.ts";
import { createAccount } from "./account.ts";
import { DictionaryStore } from "./dictionaries.ts";
import { FeedbackStore } from "./feedback.ts";
import { createPasswordLock } from "./password-lock.ts";
import { PermissionStore } from "./permissions.ts";
import { SecondFactorStore } from "./second-factor.ts";
import { SessionStore } from "./session.ts";
import { TabsStore } from "./tabs.ts";
import { type FakeClient, fakeClient, memoryEntries } from "./test-parts.ts";
import { UnsavedStore } from "./unsaved.ts";

const credentials = { username: "linxiao", password: "p", captcha: "7km4", checkKey: "1", remember: true };
const userInfo = { id: "u1", username: "linxiao", realname: "林晓" };

function aConsole(client: FakeClient) {
  const session = new SessionStore(memoryEntries(), memoryEntries());
  const permissions = new PermissionStore(client, memoryEntries());
  const dictionaries = new DictionaryStore(client, memoryEntries());
  const tabs = new TabsStore(memoryEntries());
  const feedback = new FeedbackStore();
  const unsaved = new UnsavedStore(memoryEntries(), () => "u1");
  const lock = { unlock: () => undefined };
  const places: string[] = [];
  const leave = (to: string) => void places.push(to);
  const restart = () => void places.push("anew");
  const passwordLock = createPasswordLock(client, memoryEntries());
  const stores = { session, permissions, dictionaries, tabs, feedback, unsaved };
  const account = createAccount({
    client,
    secondFactor: new SecondFactorStore(client),
    ...stores,
    lock,
    passwordLock,
    leave,
    restart,
  });
  return { account, session, permissions, dictionaries, feedback, places };
}

describe("signing in", () => {
  it("keeps token, user and dictionaries", async () => {
    const sysAllDictItems = { sex: [{ value: "1", text: "男" }] };
    const made = aConsole(fakeClient(() => ({ token: "t1", userInfo, sysAllDictItems })));
    await made.account.signIn(credentials);
    expect(made.session.token).toBe("t1");
    expect(made.session.user?.realname).toBe("林晓");
    expect(made.dictionaries.peek("sex")?.[0]?.text).toBe("男");
  });

  it("LAY-12 how signing in greeted the person is stored with the session", async () => {
    const made = aConsole(fakeClient(() => ({ token: "t1", userInfo: { ...userInfo, avatar: "a.png" } })));
    await made.account.signIn(credentials);
    expect(made.session.user).toMatchObject({
      welcome: expect.stringMatching(/^(早上|上午|中午|下午|晚上)好，林晓$/),
      avatar: "a.png",
    });
  });

  it("SES-01 SES-02 fails without code 200, even when the answer claims success", async () => {
    const client = fakeClient(() => ({ token: "t1", userInfo }));
    const call = client.call;
    const made = aConsole({
      ...client,
      call: async (options) => ({ ...(await call(options)), code: 0, message: "手机验证码错误" }),
    });
    await expect(made.account.signIn(credentials)).rejects.toThrow("手机验证码错误");
    const byPhone = { phone: "13900000001", code: "123456", remember: false };
    await expect(made.account.signInByPhone(byPhone)).rejects.toThrow("手机验证码错误");
    expect(made.session.token).toBeUndefined();
  });

  it("fails without a token", async () => {
    const made = aConsole(fakeClient(() => ({ userInfo })));
    await expect(made.account.signIn(credentials)).rejects.toBeInstanceOf(RequestError);
  });

  it("knows when the password has to be changed first", async () => {
    const made = aConsole(fakeClient(() => ({ token: "t1", userInfo, mustChangePassword: true })));
    await made.account.signIn(credentials);
    expect(made.session.user?.mustChangePassword).toBe(true);
  });
});

describe("LAY-12 the password on its way", () => {
  const keys = { old: "0123456789abcdef", now: "abcdef0123456789" };

  /** A server that was given another key since the browser asked for it. */
  function restored(accepts: (data: unknown) => boolean) {
    let asked = 0;
    return fakeClient((route, { data }) => {
      if (route === "GET /sys/getEncryptedString") {
        asked += 1;
        return { key: asked === 1 ? keys.old : keys.now, iv: keys.old };
      }
      return accepts(data)
        ? { token: "t1", userInfo }
        : new RequestError("登录加密串已更换，请重新登录", 409, undefined);
    });
  }

  it("leaves the browser locked, with the rest of the form", async () => {
    const client = restored(() => true);
    await aConsole(client).account.signIn(credentials);
    expect(client.calls.at(-1)?.data).toEqual({
      username: "linxiao",
      captcha: "7km4",
      checkKey: "1",
      remember_me: true,
      encryptedPassword: expect.stringMatching(/^[A-Za-z0-9+/]{22}==$/),
    });
  });

  it("is locked once more when the server has another key, and only once", async () => {
    const sent: unknown[] = [];
    const client = restored((data) => sent.push(data) === 2);
    const made = aConsole(client);
    await made.account.signIn(credentials);
    expect(made.session.token).toBe("t1");
    expect(sent[0]).not.toEqual(sent[1]);
    await expect(aConsole(restored(() => false)).account.signIn(credentials)).rejects.toThrow("登录加密串已更换");
  });
});

describe("the captcha", () => {
  it("is none when the server answers null", async () => {
    await expect(aConsole(fakeClient(() => null)).account.fetchCaptcha("1")).resolves.toBeNull();
  });

  it("is shown only when it is a picture in the answer itself", async () => {
    const answer = (url: string) => aConsole(fakeClient(() => url)).account.fetchCaptcha("1");
    await expect(answer("data:image/png;base64,AA")).resolves.toBe("data:image/png;base64,AA");
    await expect(answer("https://evil.example/a.png")).resolves.toBeNull();
  });
});

describe("SES-06 signing out", () => {
  async function signedIn(logout: unknown) {
    const menu = [{ path: "/a" }];
    const client = fakeClient((route) => {
      if (route === "POST /sys/login") return { token: "t1", userInfo, sysAllDictItems: { sex: [] } };
      if (route === "POST /sys/logout") return logout;
      return { menu, auth: [], allAuth: [] };
    });
    const made = aConsole(client);
    await made.account.signIn(credentials);
    await made.permissions.load();
    return { ...made, client };
  }

  it("clears token, permissions and dictionaries, names the old token to the server and ends at the sign-in page", async () => {
    const made = await signedIn({});
    await made.account.signOut();
    expect(made.session.token).toBeUndefined();
    expect(made.permissions.isLoaded).toBe(false);
    expect(made.dictionaries.peek("sex")).toBeUndefined();
    expect(made.client.calls.at(-1)).toMatchObject({ url: "/sys/logout", token: "t1" });
    expect(made.places).toEqual(["/user/login"]);
  });

  it("completes when the server cannot be told, and says so", async () => {
    const made = await signedIn(new RequestError("网络超时", 504, undefined));
    await made.account.signOut();
    expect(made.session.token).toBeUndefined();
    expect(made.feedback.notices.map(({ text }) => text)).toEqual(["服务器未能结束本次登录：网络超时"]);
  });

  it("says nothing when the session had ended before", async () => {
    const made = await signedIn(new RequestError("Token失效", 401, undefined));
    await made.account.signOut();
    expect(made.feedback.notices).toHaveLength(0);
  });
});

it("ERR-02 a session that ended is forgotten, and the console is loaded anew", async () => {
  const { account, session, places } = aConsole(fakeClient(() => ({ token: "t1", userInfo })));
  await account.signIn(credentials);
  account.forget();
  expect([session.token, places]).toEqual([undefined, ["anew"]]);
});

it("SES-14 changing the own password without a session is refused", async () => {
  const { account } = aConsole(fakeClient(() => ({})));
  await expect(account.changePassword({ oldPassword: "a", newPassword: "b", confirmation: "b" })).rejects.toThrow(
    "当前系统无登录用户!",
  );
});

describe("ERR-03 SES-13 signing in again over the page", () => {
  /** What the console asks after a sign-in that begins in `now`, while the page works in department A02, tenant 78. */
  async function renewedIn(now: Readonly<Record<string, unknown>>) {
    const places = [{ orgCode: "A02", loginTenantId: 78 }, now];
    const client = fakeClient((route) =>
      route === "POST /sys/login" ? { token: "t", userInfo: { ...userInfo, ...places.shift() } } : {},
    );
    const made = aConsole(client);
    await made.account.signIn(credentials);
    await made.account.renew(credentials);
    const { tenantId, orgCode } = made.session.user ?? {};
    expect({ tenantId, orgCode }).toEqual({ tenantId: "78", orgCode: "A02" });
    return client.calls.filter(({ url }) => url === "/sys/selectDepart").map(({ data }) => data);
  }

  it.each([
    ["the tenant", { orgCode: "A02", loginTenantId: 77 }, [{ username: "linxiao", loginTenantId: "78" }]],
    ["the department", { orgCode: "A01", loginTenantId: 78 }, [{ username: "linxiao", orgCode: "A02" }]],
    ["both", { orgCode: "A01", loginTenantId: 77 }, [{ username: "linxiao", orgCode: "A02", loginTenantId: "78" }]],
    ["nothing", { orgCode: "A02", loginTenantId: 78 }, []],
  ])("goes back to where the session was when it began elsewhere: %s", async (_what, now, asked) => {
    await expect(renewedIn(now)).resolves.toEqual(asked);
  });
});
