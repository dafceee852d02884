import { Button, ConfigProvider } from "antd";
import { type FormEvent, useEffect } from "react";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import { CaptchaField } from "./CaptchaField.tsx";
import { FormField } from "./FormField.tsx";
import { onlyWrong } from "./field-checks.ts";
import "./login.css";
import { useCaptcha } from "./use-captcha.ts";
import { useFields } from "./use-fields.ts";

const { login: texts } = messages;

interface SignInAgainFormProps {
  /** Hides the account: only the person before may go on. */
  readonly isFixed?: boolean;
  readonly submitText: string;
  /** The same person is back. */
  readonly onSame: () => void;
  /** Somebody else signed in; that session is over already. */
  readonly onOther: () => void;
}

/** Account, password and captcha once more, over a page that stays as it is. */
export function SignInAgainForm({ isFixed = false, submitText, onSame, onOther }: SignInAgainFormProps) {
  const { account, session } = useConsole();
  const [captcha, renewCaptcha] = useCaptcha();
  const fields = useFields({ username: session.user?.username ?? "", password: "", captcha: "" });
  const { values, isBusy, change } = fields;
  useEffect(() => void account.prepareSignIn(), [account]);

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
        if (isSame) onSame();
        else onOther();
      },
      fieldOf: (message) => (message.includes(messages.login.subjects.captcha) ? "captcha" : "password"),
    });
  }

  return (
    <ConfigProvider componentSize="large">
      <form ref={fields.form} className="login-form sc-boxes" onSubmit={handleSubmit} noValidate>
        {!isFixed && (
          <FormField
            name="username"
            label={texts.accountPlaceholder}
            autoComplete="username"
            maxLength={64}
            {...fields.field("username")}
          />
        )}
        <FormField
          name="password"
          label={texts.passwordPlaceholder}
          type="password"
          autoComplete="current-password"
          {...fields.field("password")}
        />
        <CaptchaField captcha={captcha} onRenew={renewCaptcha} {...fields.field("captcha")} />
        <Button htmlType="submit" type="primary" block loading={isBusy}>
          {isBusy ? texts.submitting : submitText}
        </Button>
      </form>
    </ConfigProvider>
  );
}
