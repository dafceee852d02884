import type { FormEvent } from "react";
import { messages } from "../messages/messages.ts";
import { loginAddress } from "../router/guard.ts";
import { useConsole } from "../stores/console.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { CaptchaField } from "./CaptchaField.tsx";
import { FormField } from "./FormField.tsx";
import { onlyWrong } from "./field-checks.ts";
import "./login.css";
import { useCaptcha } from "./use-captcha.ts";
import { useFields } from "./use-fields.ts";

const { login: texts, session: sessionTexts } = messages;

/** 重新登录 over the page. The same person goes on where he was; anybody else, and closing, begins anew. */
export function RenewalDialog() {
  const { account, session, renewal } = useConsole();
  const [captcha, renewCaptcha] = useCaptcha();
  const fields = useFields({ username: session.user?.username ?? "", password: "", captcha: "" });
  const { values, errors, isBusy, change } = fields;

  function beginAnew(): void {
    const { pathname, search } = window.location;
    account.forget();
    renewal.settle(false);
    // A whole load: nothing of the person before stays in memory.
    window.location.assign(loginAddress(pathname + search));
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const username = values.username.trim();
    void fields.submit({
      check: () =>
        onlyWrong({
          username: username === "" ? texts.accountPlaceholder : undefined,
          password: values.password === "" ? texts.passwordPlaceholder : undefined,
          captcha: captcha.kind !== "none" && values.captcha.trim() === "" ? texts.captchaPlaceholder : undefined,
        }),
      send: async () => {
        const checkKey = captcha.kind === "picture" ? captcha.key : "";
        const answer = { username, password: values.password, captcha: values.captcha.trim(), checkKey };
        const isSame = await account.renew(answer).catch((error: unknown) => {
          change("captcha", "");
          renewCaptcha();
          throw error;
        });
        if (isSame) renewal.settle(true);
        else beginAnew();
      },
      fieldOf: (message) => (message.includes("验证码") ? "captcha" : "password"),
    });
  }

  return (
    <Dialog title={sessionTexts.signInAgain} width={416} onClose={beginAnew}>
      <form ref={fields.form} className="login-form" onSubmit={handleSubmit} noValidate>
        <FormField
          name="username"
          label={texts.accountPlaceholder}
          autoComplete="username"
          maxLength={64}
          value={values.username}
          error={errors.username}
          onChange={(value) => change("username", value)}
          disabled={isBusy}
        />
        <FormField
          name="password"
          label={texts.passwordPlaceholder}
          type="password"
          autoComplete="current-password"
          value={values.password}
          error={errors.password}
          onChange={(value) => change("password", value)}
          disabled={isBusy}
        />
        <CaptchaField
          captcha={captcha}
          onRenew={renewCaptcha}
          value={values.captcha}
          onChange={(value) => change("captcha", value)}
          error={errors.captcha}
          disabled={isBusy}
        />
        <button type="submit" className="console-button login-submit" data-kind="primary" disabled={isBusy}>
          {isBusy ? texts.submitting : texts.submit}
        </button>
      </form>
    </Dialog>
  );
}
