import { Button } from "antd";
import { observer } from "mobx-react-lite";
import { type FormEvent, useEffect, useState } from "react";
import { LazyBoundary } from "../../renderers/layouts/LazyBoundary.tsx";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import { messages } from "../messages/messages.ts";
import { preloadShell } from "../router/preload.ts";
import { useConsole } from "../stores/console.ts";
import { CaptchaField } from "./CaptchaField.tsx";
import { Icon } from "./Icon.tsx";
import { LoginLayout } from "./LoginLayout.tsx";
import { LoginOptions } from "./LoginOptions.tsx";
import { OtherWays } from "./OtherWays.tsx";
import { PhoneLoginForm } from "./PhoneLoginForm.tsx";
import { pageIcons } from "./page-icons.ts";
import { SliderCheck } from "./SliderCheck.tsx";
import { TextField } from "./TextField.tsx";
import { type Login, useLogin } from "./use-login.ts";
import { useOutside } from "./use-outside.ts";

const WorkplaceDialog = lazyPart(async () => ({ default: (await import("./WorkplaceDialog.tsx")).WorkplaceDialog }));
const OutsideNotice = lazyPart(async () => ({ default: (await import("./OutsideNotice.tsx")).OutsideNotice }));
const BindAccount = lazyPart(async () => ({ default: (await import("./BindAccount.tsx")).BindAccount }));
const { login: texts } = messages;

const methods = [
  { name: "account", title: texts.account },
  { name: "phone", title: texts.phone },
] as const;

/** Sign-in with account and password, or with number and code. */
export const LoginPage = observer(function LoginPage() {
  const { session } = useConsole();
  const login = useLogin();
  const outside = useOutside(login.goOn);
  const [method, setMethod] = useState<(typeof methods)[number]["name"]>("account");
  useEffect(preloadShell, []);

  function settle(): void {
    session.updateUser({ mustChoose: false });
    void login.goOn();
  }

  if (outside.unbound) {
    return (
      <LoginLayout title={texts.title}>
        <LazyBoundary fallback={null}>
          <BindAccount unbound={outside.unbound} onSignedIn={login.goOn} onCancel={outside.forget} />
        </LazyBoundary>
        {chooser()}
      </LoginLayout>
    );
  }

  return (
    <LoginLayout title={texts.title}>
      {(outside.isBusy || outside.problem !== undefined) && (
        <LazyBoundary fallback={null}>
          <OutsideNotice problem={outside.problem} onClose={outside.dismiss} />
        </LazyBoundary>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a line */}
      <div className="login-methods sc-line" role="group" aria-label={texts.methods}>
        {methods.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            className="login-method"
            aria-pressed={method === name}
            disabled={login.isBusy}
            onClick={() => setMethod(name)}
          >
            {title}
          </button>
        ))}
      </div>
      {method === "phone" ? (
        <PhoneLoginForm remember={login.remember} onRemember={login.setRemember} onSignedIn={login.goOn} />
      ) : (
        <AccountLoginForm login={login} />
      )}
      <OtherWays remember={login.remember} />
      {chooser()}
    </LoginLayout>
  );

  function chooser() {
    return (
      session.user?.mustChoose &&
      !session.user.mustChangePassword && (
        <LazyBoundary fallback={null}>
          <WorkplaceDialog onDone={settle} />
        </LazyBoundary>
      )
    );
  }
});

/** 账号登录: name and password, captcha and slider; without the two where the server asks for none. */
function AccountLoginForm({ login }: { readonly login: Login }) {
  const [isPasswordShown, setPasswordShown] = useState(false);

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    void login.submit();
  }

  return (
    <form ref={login.form} className="login-form sc-boxes" onSubmit={handleSubmit} noValidate>
      <div data-field="username">
        <TextField
          label={texts.accountPlaceholder}
          placeholder={texts.accountPlaceholder}
          autoComplete="username"
          maxLength={64}
          icon={<Icon shape={pageIcons.user} size={16} />}
          value={login.values.username}
          onChange={(value) => login.change("username", value)}
          error={login.errors.username}
          disabled={login.isBusy}
          hasFocus
        />
      </div>
      <div data-field="password">
        <TextField
          label={texts.passwordPlaceholder}
          placeholder={texts.passwordPlaceholder}
          type={isPasswordShown ? "text" : "password"}
          autoComplete="current-password"
          maxLength={128}
          icon={<Icon shape={pageIcons.lock} size={16} />}
          value={login.values.password}
          onChange={(value) => login.change("password", value)}
          error={login.errors.password}
          disabled={login.isBusy}
          suffix={
            <Button
              type="text"
              size="small"
              aria-label={isPasswordShown ? texts.hidePassword : texts.showPassword}
              icon={<Icon shape={isPasswordShown ? pageIcons.eye : pageIcons.eyeInvisible} size={16} />}
              onClick={() => setPasswordShown(!isPasswordShown)}
            />
          }
        />
      </div>
      <CaptchaField
        captcha={login.captcha}
        onRenew={login.renewCaptcha}
        value={login.values.captcha}
        onChange={(value) => login.change("captcha", value)}
        error={login.errors.captcha}
        disabled={login.isBusy}
      />
      {login.isChecked && (
        <div data-field="slider">
          <SliderCheck
            isPassed={login.hasPassedSlider}
            onPass={login.passSlider}
            error={login.errors.slider}
            disabled={login.isBusy}
          />
        </div>
      )}
      <LoginOptions remember={login.remember} onRemember={login.setRemember} disabled={login.isBusy} />
      <Button htmlType="submit" type="primary" block loading={login.isBusy}>
        {login.isBusy ? texts.submitting : texts.submit}
      </Button>
    </form>
  );
}
