import type { FormEvent } from "react";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import { Icon } from "../ui/Icon.tsx";
import { TextField } from "../ui/TextField.tsx";
import { CodeField } from "./CodeField.tsx";
import { checkCode, checkPhone, onlyWrong } from "./field-checks.ts";
import { LoginOptions } from "./LoginOptions.tsx";
import { loginIcons } from "./login-icons.ts";
import { useFields } from "./use-fields.ts";

interface PhoneLoginFormProps {
  readonly remember: boolean;
  readonly onRemember: (remember: boolean) => void;
  readonly onSignedIn: () => Promise<void>;
}

const { login: texts } = messages;

/** 手机号登录: number and the code that was sent to it. */
export function PhoneLoginForm({ remember, onRemember, onSignedIn }: PhoneLoginFormProps) {
  const { account } = useConsole();
  const { form, values, errors, isBusy, change, showErrors, submit } = useFields({ phone: "", code: "" });

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    void submit({
      check: () => onlyWrong({ phone: checkPhone(values.phone), code: checkCode(values.code) }),
      send: async () => {
        await account.signInByPhone({ phone: values.phone.trim(), code: values.code.trim(), remember });
        await onSignedIn();
      },
      fieldOf: (message) => (message.includes("手机号") ? "phone" : "code"),
    });
  }

  return (
    <form ref={form} className="login-form" onSubmit={handleSubmit} noValidate>
      <div data-field="phone">
        <TextField
          label={texts.phonePlaceholder}
          placeholder={texts.phonePlaceholder}
          autoComplete="tel-national"
          maxLength={11}
          icon={<Icon shape={loginIcons.mobile} size={16} />}
          value={values.phone}
          onChange={(value) => change("phone", value)}
          error={errors.phone}
          disabled={isBusy}
        />
      </div>
      <CodeField
        purpose="login"
        phone={values.phone}
        value={values.code}
        onChange={(value) => change("code", value)}
        error={errors.code}
        disabled={isBusy}
        onRefused={(field, message) => showErrors({ [field]: message })}
      />
      <LoginOptions remember={remember} onRemember={onRemember} disabled={isBusy} />
      <button type="submit" className="console-button login-submit" data-kind="primary" disabled={isBusy}>
        {isBusy ? texts.submitting : texts.submit}
      </button>
    </form>
  );
}
