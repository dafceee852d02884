import { type FormEvent, useId } from "react";
import { CodeField } from "../login/CodeField.tsx";
import { checkCode, checkPhone, onlyWrong } from "../login/field-checks.ts";
import { useFields } from "../login/use-fields.ts";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { TextField } from "../ui/TextField.tsx";
import type { ProfileCalls } from "./profile.ts";
import "../login/login.css";

interface PhoneDialogProps {
  readonly current: string;
  readonly calls: ProfileCalls;
  onClose(): void;
  onDone(phone: string): void;
}

const { account: texts, common } = messages;

/** A new number, proved by the code that was sent to it. */
export function PhoneDialog({ current, calls, onClose, onDone }: PhoneDialogProps) {
  const { feedback } = useConsole();
  const formId = useId();
  const { form, values, errors, isBusy, change, showErrors, submit } = useFields({ phone: "", code: "" });

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const phone = values.phone.trim();
    void submit({
      check: () =>
        onlyWrong({
          phone: checkPhone(phone) ?? (phone === current ? texts.sameAsBefore : undefined),
          code: checkCode(values.code),
        }),
      send: async () => {
        await calls.changePhone(phone, values.code.trim());
        feedback.notify("success", texts.phoneSaved);
        onDone(phone);
      },
      fieldOf: (message) => (message.includes("手机号") ? "phone" : "code"),
    });
  }

  return (
    <Dialog
      title={texts.changePhone}
      width={480}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="console-button" onClick={onClose}>
            {common.cancel}
          </button>
          <button type="submit" form={formId} className="console-button" data-kind="primary" disabled={isBusy}>
            {isBusy ? texts.saving : common.confirm}
          </button>
        </>
      }
    >
      <form id={formId} ref={form} onSubmit={handleSubmit} noValidate>
        <div data-field="phone">
          <TextField
            label={texts.newPhone}
            hasVisibleLabel
            autoComplete="tel-national"
            maxLength={11}
            value={values.phone}
            onChange={(value) => change("phone", value)}
            error={errors.phone}
            disabled={isBusy}
          />
        </div>
        <CodeField
          purpose="register"
          phone={values.phone}
          value={values.code}
          onChange={(value) => change("code", value)}
          error={errors.code}
          disabled={isBusy}
          onRefused={(field, message) => showErrors({ [field]: message })}
        />
      </form>
    </Dialog>
  );
}
