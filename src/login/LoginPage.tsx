import { type FormEvent, useEffect, useState } from "react";
import { messages } from "../messages/messages.ts";
import { preloadShell } from "../router/preload.ts";
import { Icon } from "../ui/Icon.tsx";
import { TextField } from "../ui/TextField.tsx";
import { CaptchaPicture } from "./CaptchaPicture.tsx";
import { LoginLayout } from "./LoginLayout.tsx";
import { loginIcons } from "./login-icons.ts";
import { SliderCheck } from "./SliderCheck.tsx";
import { useLogin } from "./use-login.ts";

const { login: texts } = messages;

/** Sign-in with account and password, captcha and slider; without the two where the server asks for none. */
export function LoginPage() {
  const login = useLogin();
  const [isPasswordShown, setPasswordShown] = useState(false);
  useEffect(preloadShell, []);

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    void login.submit();
  }

  return (
    <LoginLayout>
      <h2 className="login-method">{texts.account}</h2>
      <form ref={login.form} className="login-form" onSubmit={handleSubmit} noValidate>
        <div data-field="username">
          <TextField
            label={texts.accountPlaceholder}
            placeholder={texts.accountPlaceholder}
            autoComplete="username"
            maxLength={64}
            icon={<Icon shape={loginIcons.user} size={16} />}
            value={login.values.username}
            onChange={(value) => login.change("username", value)}
            error={login.errors.username}
            disabled={login.isBusy}
            inputRef={focusOnce}
          />
        </div>
        <div data-field="password">
          <TextField
            label={texts.passwordPlaceholder}
            placeholder={texts.passwordPlaceholder}
            type={isPasswordShown ? "text" : "password"}
            autoComplete="current-password"
            maxLength={128}
            icon={<Icon shape={loginIcons.lock} size={16} />}
            value={login.values.password}
            onChange={(value) => login.change("password", value)}
            error={login.errors.password}
            disabled={login.isBusy}
            suffix={
              <button
                type="button"
                className="text-field-suffix"
                aria-label={isPasswordShown ? texts.hidePassword : texts.showPassword}
                onClick={() => setPasswordShown(!isPasswordShown)}
              >
                <Icon shape={isPasswordShown ? loginIcons.eye : loginIcons.eyeInvisible} size={16} />
              </button>
            }
          />
        </div>
        {login.isChecked && (
          <div className="login-captcha" data-field="captcha">
            <TextField
              label={texts.captchaPlaceholder}
              placeholder={texts.captchaPlaceholder}
              autoComplete="off"
              maxLength={8}
              icon={<Icon shape={loginIcons.safety} size={16} />}
              value={login.values.captcha}
              onChange={(value) => login.change("captcha", value)}
              error={login.errors.captcha ?? (login.captcha.kind === "failed" ? login.captcha.message : undefined)}
              disabled={login.isBusy}
            />
            <CaptchaPicture captcha={login.captcha} onRenew={login.renewCaptcha} />
          </div>
        )}
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
        <label className="login-remember">
          <input
            type="checkbox"
            checked={login.remember}
            disabled={login.isBusy}
            onChange={(event) => login.setRemember(event.target.checked)}
          />
          {texts.remember}
        </label>
        <button type="submit" className="console-button login-submit" data-kind="primary" disabled={login.isBusy}>
          {login.isBusy ? texts.submitting : texts.submit}
        </button>
      </form>
    </LoginLayout>
  );
}

function focusOnce(input: HTMLInputElement | null): void {
  input?.focus();
}
