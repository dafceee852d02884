// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RequestError } from "../../runtime/react/services.ts";
import { SetUpFactorPage } from "../account/SetUpFactorPage.tsx";
import { ConsoleTheme } from "../app/ConsoleTheme.tsx";
import type { Account, Credentials } from "../stores/account.ts";
import { type Console, ConsoleProvider, createConsole } from "../stores/console.ts";
import { FirstPasswordPage } from "./FirstPasswordPage.tsx";
import { LoginPage } from "./LoginPage.tsx";
import { RecoverPage } from "./RecoverPage.tsx";
import { RegisterPage } from "./RegisterPage.tsx";
import { RegisterResultPage } from "./RegisterResultPage.tsx";
import { ResetLinkPage } from "./ResetLinkPage.tsx";

const picture = (text: string) => `data:image/svg+xml;base64,${btoa(text)}`;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(cleanup);

interface Setup {
  readonly captchas?: readonly (string | null | Error)[];
  /** Comes when it likes, instead of these. */
  readonly captcha?: Promise<null>;
  readonly signIn?: (credentials: Credentials) => Promise<void>;
  readonly at?: string;
}

/** The page with the network replaced: captchas come one after the other, the last one stays. */
function openLogin({
  captchas = [null],
  captcha: late,
  signIn = async () => undefined,
  at = "/user/login",
}: Setup = {}) {
  const made = createConsole({ systemDark: false });
  const attempts: Credentials[] = [];
  let shown = 0;
  const account: Account = {
    ...made.account,
    fetchCaptcha: async () => {
      if (late) return late;
      const captcha = captchas[Math.min(shown, captchas.length - 1)] ?? null;
      shown += 1;
      if (captcha instanceof Error) throw captcha;
      return captcha;
    },
    prepareSignIn: async () => undefined,
    signIn: (credentials) => {
      attempts.push(credentials);
      return signIn(credentials);
    },
  };
  const owner: Console = { ...made, account };
  const router = createMemoryRouter(
    [
      { path: "/user/login", element: <LoginPage /> },
      { path: "*", element: <p>页面</p> },
    ],
    { initialEntries: [at] },
  );
  render(
    <ConsoleProvider value={owner}>
      <ConsoleTheme>
        <RouterProvider router={router} />
      </ConsoleTheme>
    </ConsoleProvider>,
  );
  return { attempts, router, user: userEvent.setup() };
}

const submit = () => screen.getByRole("button", { name: "登录" });

async function fill(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByPlaceholderText("请输入用户名"), "linxiao");
  await user.type(screen.getByPlaceholderText("请输入密码"), "secret");
}

it.each([
  [<LoginPage key="" />, "登录 - 生活服务管理系统"],
  [<RegisterPage key="" />, "注册 - 生活服务管理系统"],
  [<RegisterResultPage key="" />, "注册结果 - 生活服务管理系统"],
  [<RecoverPage key="" />, "找回密码 - 生活服务管理系统"],
  [<ResetLinkPage key="" />, "设置新密码 - 生活服务管理系统"],
  [<FirstPasswordPage key="" />, "修改密码 - 生活服务管理系统"],
  [<SetUpFactorPage key="" />, "两步验证 - 生活服务管理系统"],
])("NAV-08 a page outside the shell names itself to the browser: case %#", (element, title) => {
  document.title = "会员列表 - 生活服务管理系统";
  const made = createConsole({ systemDark: false, transport: () => new Promise(() => undefined) });
  const router = createMemoryRouter([{ path: "*", element }]);
  render(
    <ConsoleProvider value={made}>
      <ConsoleTheme>
        <RouterProvider router={router} />
      </ConsoleTheme>
    </ConsoleProvider>,
  );
  expect(document.title).toBe(title);
});

it("LAY-01 the product's name stands on top, the copyright of 2024 below", async () => {
  openLogin();
  await screen.findByRole("heading", { level: 1, name: "生活服务管理系统" });
  expect(screen.getByText(/^© 2024/).textContent).toBe("© 2024 生活服务管理系统");
});

describe("without captcha", () => {
  it("the page asks neither captcha nor slider", async () => {
    openLogin();
    await waitFor(() => expect(screen.queryByRole("slider")).toBeNull());
    expect(screen.queryByPlaceholderText("请输入验证码")).toBeNull();
  });

  it("Enter in the password signs in and leads to the remembered place", async () => {
    const { user, attempts, router } = openLogin({ at: "/user/login?redirect=%2Fstore%2Forder%3Fa%3D1" });
    await waitFor(() => expect(screen.queryByRole("slider")).toBeNull());
    await fill(user);
    await user.keyboard("{Enter}");
    await waitFor(() => expect(router.state.location.pathname + router.state.location.search).toBe("/store/order?a=1"));
    expect(attempts).toEqual([{ username: "linxiao", password: "secret", captcha: "", checkKey: "", remember: true }]);
  });

  it("SES-01 a press before the server said that it asks no captcha signs in as soon as it does", async () => {
    let answer = (_captcha: null) => {};
    const asked = new Promise<null>((resolve) => {
      answer = resolve;
    });
    const { user, attempts, router } = openLogin({ captcha: asked });
    await fill(user);
    await user.keyboard("{Enter}");
    expect(attempts).toEqual([]);
    answer(null);
    await waitFor(() => expect(router.state.location.pathname).toBe("/dashboard/analysis"));
    expect(attempts).toHaveLength(1);
  });

  it("a refusal stands under the password, which gets the focus and keeps its text", async () => {
    const { user } = openLogin({ signIn: () => Promise.reject(new RequestError("用户名或密码错误", 200, undefined)) });
    await waitFor(() => expect(screen.queryByRole("slider")).toBeNull());
    await fill(user);
    await user.click(submit());
    expect((await screen.findByRole("alert")).textContent).toBe("用户名或密码错误");
    const password = screen.getByPlaceholderText<HTMLInputElement>("请输入密码");
    await waitFor(() => expect(document.activeElement).toBe(password));
    expect(password.value).toBe("secret");
    expect(password.getAttribute("aria-invalid")).toBe("true");
  });

  it("a second press while the first is under way sends nothing", async () => {
    let finish = () => {};
    const pending = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const { user, attempts, router } = openLogin({ signIn: () => pending });
    await waitFor(() => expect(screen.queryByRole("slider")).toBeNull());
    await fill(user);
    await user.keyboard("{Enter}{Enter}");
    await user.click(screen.getByRole("button", { name: "正在登录…" }));
    expect(attempts).toHaveLength(1);
    finish();
    await waitFor(() => expect(router.state.location.pathname).toBe("/dashboard/analysis"));
  });
});

describe("with captcha", () => {
  it("everything missing is named, and the first wrong field gets the focus", async () => {
    const { user, attempts } = openLogin({ captchas: [picture("a")] });
    await screen.findByRole("img", { name: "图形验证码" });
    await user.click(submit());
    expect(screen.getAllByRole("alert").map((alert) => alert.textContent)).toEqual([
      "请输入用户名",
      "请输入密码",
      "请输入验证码",
      "请先拖动滑块完成验证",
    ]);
    expect(document.activeElement).toBe(screen.getByPlaceholderText("请输入用户名"));
    expect(attempts).toEqual([]);
  });

  it("PCK-10 the slider is passed from the keyboard", async () => {
    const { user } = openLogin({ captchas: [picture("a")] });
    (await screen.findByRole("slider")).focus();
    await user.keyboard("{ArrowRight}{ArrowRight}{ArrowRight}");
    expect(screen.queryByText("验证通过")).toBeNull();
    await user.keyboard("{ArrowRight}");
    expect(screen.getByText("验证通过")).toBeDefined();
  });

  it("a refused attempt empties the captcha and shows another picture", async () => {
    const { user } = openLogin({
      captchas: [picture("a"), picture("b")],
      signIn: () => Promise.reject(new RequestError("验证码错误", 200, undefined)),
    });
    const image = await screen.findByRole<HTMLImageElement>("img", { name: "图形验证码" });
    expect(image.src).toBe(picture("a"));
    await fill(user);
    const captcha = screen.getByPlaceholderText<HTMLInputElement>("请输入验证码");
    await user.type(captcha, "7km4");
    screen.getByRole("slider").focus();
    await user.keyboard("{End}");
    await user.click(submit());
    await waitFor(() => expect(image.src).toBe(picture("b")));
    expect(captcha.value).toBe("");
    expect(screen.getByRole("alert").textContent).toBe("验证码错误");
  });

  it("a click on the picture gets another one", async () => {
    const { user } = openLogin({ captchas: [picture("a"), picture("b")] });
    const image = await screen.findByRole<HTMLImageElement>("img", { name: "图形验证码" });
    await user.click(image);
    await waitFor(() => expect(image.src).toBe(picture("b")));
  });

  it("a captcha that could not be fetched says why and can be fetched again", async () => {
    const { user } = openLogin({
      captchas: [new RequestError("无法连接服务器，请稍后重试", 0, undefined), picture("a")],
    });
    expect((await screen.findByRole("alert")).textContent).toBe("无法连接服务器，请稍后重试");
    await user.click(screen.getByRole("button", { name: "点击重新获取" }));
    await screen.findByRole("img", { name: "图形验证码" });
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("the channel for codes", () => {
  function tellChannel(state: string): void {
    const meta = document.createElement("meta");
    meta.name = "sms-channel";
    meta.content = state;
    document.head.append(meta);
  }
  afterEach(() => {
    for (const meta of document.head.querySelectorAll('meta[name="sms-channel"]')) meta.remove();
  });

  it("is said to be missing before anybody asks for a code, and nobody can", async () => {
    tellChannel("off");
    const { user } = openLogin();
    await user.click(screen.getByRole("button", { name: "手机号登录" }));
    expect(screen.getByRole("note").textContent).toBe("短信接口未配置，不能发送验证码，请联系管理员");
    expect(screen.getByRole("button", { name: "获取验证码" })).toHaveProperty("disabled", true);
  });

  it("is named where it only shows codes on the server", async () => {
    tellChannel("development");
    const { user } = openLogin();
    await user.click(screen.getByRole("button", { name: "手机号登录" }));
    expect(screen.getByRole("note").textContent).toContain("开发通道");
    expect(screen.getByRole("button", { name: "获取验证码" })).toHaveProperty("disabled", false);
  });

  it("goes without a word where it works", async () => {
    const { user } = openLogin();
    await user.click(screen.getByRole("button", { name: "手机号登录" }));
    expect(screen.queryByRole("note")).toBeNull();
  });
});
