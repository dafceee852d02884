import { Button } from "antd";
import { type FormEvent, useId } from "react";
import { ModalDialog } from "../../renderers/layouts/ModalDialog.tsx";
import { onlyWrong, phoneFieldOf } from "../login/field-checks.ts";
import { checkPhoneCode, PhoneCode } from "../login/PhoneCode.tsx";
import { useFields } from "../login/use-fields.ts";
import { accountMessages as texts } from "../messages/account.ts";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import type { ProfileCalls } from "./profile.ts";
import "../login/login.css";

interface PhoneDialogProps {
  readonly current: string;
  readonly calls: ProfileCalls;
  onClose(): void;
  onDone(phone: string): void;
}

const { common } = messages;

/** A new number, proved by the code that was sent to it. */
export function PhoneDialog({ current, calls, onClose, onDone }: PhoneDialogProps) {
  const { feedback } = useConsole();
  const formId = useId();
  const fields = useFields({ phone: "", code: "" });
  const { values, isBusy } = fields;

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const phone = values.phone.trim();
    void fields.submit({
      check: () =>
        onlyWrong({
          ...checkPhoneCode(values),
          ...(phone !== "" && phone === current ? { phone: texts.sameAsBefore } : {}),
        }),
      send: async () => {
        await calls.changePhone(phone, values.code.trim());
        feedback.notify("success", texts.phoneSaved);
        onDone(phone);
      },
      fieldOf: phoneFieldOf,
    });
  }

  return (
    <ModalDialog
      title={texts.changePhone}
      width={480}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button htmlType="submit" form={formId} type="primary" loading={isBusy}>
            {isBusy ? texts.saving : common.confirm}
          </Button>
        </>
      }
    >
      <form id={formId} className="login-form sc-boxes" ref={fields.form} onSubmit={handleSubmit} noValidate>
        <PhoneCode fields={fields} purpose="register" label={texts.newPhone} hasVisibleLabel />
      </form>
    </ModalDialog>
  );
}
