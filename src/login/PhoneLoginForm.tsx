import { Button } from "antd";
import type { FormEvent } from "react";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import { onlyWrong, phoneFieldOf } from "./field-checks.ts";
import { LoginOptions } from "./LoginOptions.tsx";
import { checkPhoneCode, PhoneCode } from "./PhoneCode.tsx";
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
  const fields = useFields({ phone: "", code: "" }, true);
  const { values, isBusy } = fields;

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    void fields.submit({
      check: () => onlyWrong(checkPhoneCode(values)),
      send: async () => {
        await account.signInByPhone({ phone: values.phone.trim(), code: values.code.trim(), remember });
        await onSignedIn();
      },
      fieldOf: phoneFieldOf,
    });
  }

  return (
    <form ref={fields.form} className="login-form sc-boxes" onSubmit={handleSubmit} noValidate>
      <PhoneCode fields={fields} purpose="login" label={texts.phonePlaceholder} hasIcon />
      <LoginOptions remember={remember} onRemember={onRemember} disabled={isBusy} />
      <Button htmlType="submit" type="primary" block loading={isBusy}>
        {isBusy ? texts.submitting : texts.submit}
      </Button>
    </form>
  );
}
