import { Button } from "antd";
import type { FormEvent, ReactNode, Ref } from "react";
import { messages } from "../messages/messages.ts";
import type { PhoneProof } from "../stores/self-service.ts";
import { CaptchaField } from "./CaptchaField.tsx";
import { FormField } from "./FormField.tsx";
import { checkConfirmation, checkNewPassword, checkPhone, onlyWrong } from "./field-checks.ts";
import { checkPhoneCode, PhoneCode } from "./PhoneCode.tsx";
import { pageIcons } from "./page-icons.ts";
import { useCaptcha } from "./use-captcha.ts";
import { useFields } from "./use-fields.ts";
import { useSelfService } from "./use-self-service.ts";

const { recover: texts, password: passwordTexts, login: loginTexts } = messages;

interface StepFormProps {
  readonly formRef: Ref<HTMLFormElement>;
  readonly isBusy: boolean;
  readonly submit: string;
  readonly onSubmit: () => Promise<void>;
  readonly children: ReactNode;
}

function StepForm({ formRef, isBusy, submit, onSubmit, children }: StepFormProps) {
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    void onSubmit();
  }
  return (
    <form ref={formRef} className="login-form sc-boxes" onSubmit={handleSubmit} noValidate>
      {children}
      <Button htmlType="submit" type="primary" block loading={isBusy}>
        {isBusy ? texts.working : submit}
      </Button>
    </form>
  );
}

/** A captcha of a step: each is good for one attempt. */
function useStepCaptcha() {
  const [captcha, renew] = useCaptcha();
  const checkKey = captcha.kind === "picture" ? captcha.key : "";
  const missing = (answer: string) =>
    captcha.kind !== "none" && answer.trim() === "" ? loginTexts.captchaPlaceholder : undefined;
  /** Renews the picture when the call was refused. */
  const spend = async <Result,>(call: Promise<Result>): Promise<Result> => {
    try {
      return await call;
    } catch (error) {
      renew();
      throw error;
    }
  };
  return { captcha, renew, checkKey, missing, spend };
}

export function AccountStep({ onDone }: { readonly onDone: (account: string) => void }) {
  const selfService = useSelfService();
  const { captcha, renew, checkKey, missing, spend } = useStepCaptcha();
  const fields = useFields({ account: "", captcha: "" }, true);
  const { values, isBusy } = fields;
  const account = values.account.trim();

  const submit = () =>
    fields.submit({
      check: () => onlyWrong({ account: account === "" ? texts.account : undefined, captcha: missing(values.captcha) }),
      send: async () => {
        await spend(selfService.findAccount(account, { captcha: values.captcha.trim(), checkKey }));
        onDone(account);
      },
      fieldOf: (message) => (message.includes(messages.login.subjects.captcha) ? "captcha" : "account"),
    });

  return (
    <StepForm formRef={fields.form} isBusy={isBusy} submit={texts.next} onSubmit={submit}>
      <FormField
        name="account"
        shape={pageIcons.user}
        label={texts.account}
        autoComplete="username"
        maxLength={64}
        {...fields.field("account")}
      />
      <CaptchaField captcha={captcha} onRenew={renew} {...fields.field("captcha")} />
    </StepForm>
  );
}

interface PhoneStepProps {
  readonly account: string;
  readonly onDone: (proof: PhoneProof) => void;
}

export function PhoneStep({ account, onDone }: PhoneStepProps) {
  const selfService = useSelfService();
  const { captcha, renew, checkKey, missing, spend } = useStepCaptcha();
  const fields = useFields({ phone: checkPhone(account) ? "" : account, code: "", captcha: "" }, true);
  const { values, isBusy } = fields;

  const submit = () =>
    fields.submit({
      check: () => onlyWrong({ ...checkPhoneCode(values), captcha: missing(values.captcha) }),
      send: async () => {
        const wanted = { account, phone: values.phone.trim(), code: values.code.trim() };
        onDone(await spend(selfService.verifyPhone(wanted, { captcha: values.captcha.trim(), checkKey })));
      },
      // 手机验证码错误 is about the code; 验证码错误 and 验证码无效 are about the picture.
      fieldOf: (message) => (message.startsWith(messages.login.subjects.captchaStart) ? "captcha" : "code"),
    });

  return (
    <StepForm formRef={fields.form} isBusy={isBusy} submit={texts.next} onSubmit={submit}>
      <p className="login-lead sc-muted">{texts.phoneHint}</p>
      <PhoneCode fields={fields} purpose="reset" label={loginTexts.phonePlaceholder} hasIcon />
      <CaptchaField captcha={captcha} onRenew={renew} {...fields.field("captcha")} />
    </StepForm>
  );
}

interface NewPasswordStepProps {
  readonly onSend: (password: string) => Promise<void>;
  readonly onDone: () => void;
}

export function NewPasswordStep({ onSend, onDone }: NewPasswordStepProps) {
  const fields = useFields({ password: "", confirmation: "" }, true);
  const { values, isBusy } = fields;

  const submit = () =>
    fields.submit({
      check: () =>
        onlyWrong({
          password: checkNewPassword(values.password),
          confirmation: checkConfirmation(values.confirmation, values.password),
        }),
      send: async () => {
        await onSend(values.password);
        onDone();
      },
      fieldOf: () => "password",
    });

  return (
    <StepForm formRef={fields.form} isBusy={isBusy} submit={texts.submit} onSubmit={submit}>
      <FormField
        name="password"
        shape={pageIcons.lock}
        label={passwordTexts.next}
        type="password"
        autoComplete="new-password"
        {...fields.field("password")}
      />
      <FormField
        name="confirmation"
        shape={pageIcons.lock}
        label={passwordTexts.confirm}
        type="password"
        autoComplete="new-password"
        {...fields.field("confirmation")}
      />
    </StepForm>
  );
}
