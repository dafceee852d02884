import { type FormEvent, useRef, useState } from "react";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import { TextField } from "../ui/TextField.tsx";
import { checkPassword, firstWrongPassword, type PasswordErrors, type PasswordValues } from "./password-check.ts";
import "./password-form.css";

interface PasswordFormProps {
  readonly onSaved: () => void;
  /** Absent where there is no way around it. */
  readonly onCancel?: () => void;
}

const { password: texts } = messages;

const fields = [
  { name: "oldPassword", label: texts.old, autoComplete: "current-password" },
  { name: "newPassword", label: texts.next, autoComplete: "new-password" },
  { name: "confirmation", label: texts.confirm, autoComplete: "new-password" },
] as const;

const empty: PasswordValues = { oldPassword: "", newPassword: "", confirmation: "" };

/** 修改密码: old, new, again. Wrong fields say so below; the server's refusal stands under the old password. */
export function PasswordForm({ onSaved, onCancel }: PasswordFormProps) {
  const { account } = useConsole();
  const [values, setValues] = useState(empty);
  const [errors, setErrors] = useState<PasswordErrors>({});
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  function showErrors(found: PasswordErrors): void {
    setErrors(found);
    form.current?.querySelector<HTMLElement>(`[data-field="${firstWrongPassword(found)}"] input`)?.focus();
  }

  async function handleSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const found = checkPassword(values);
    if (firstWrongPassword(found)) return showErrors(found);
    setBusy(true);
    try {
      await account.changePassword(values);
      onSaved();
    } catch (error) {
      showErrors({ oldPassword: error instanceof Error ? error.message : messages.failure.unknown });
    } finally {
      setBusy(false);
    }
  }

  return (
    <form ref={form} className="password-form" onSubmit={handleSubmit} noValidate>
      {fields.map(({ name, label, autoComplete }) => (
        <div key={name} data-field={name}>
          <TextField
            label={label}
            hasVisibleLabel
            type="password"
            autoComplete={autoComplete}
            maxLength={128}
            value={values[name]}
            onChange={(value) => {
              setValues({ ...values, [name]: value });
              setErrors(({ [name]: _fixed, ...others }) => others);
            }}
            error={errors[name]}
          />
        </div>
      ))}
      <div className="password-form-actions">
        {onCancel && (
          <button type="button" className="console-button" onClick={onCancel}>
            {messages.common.cancel}
          </button>
        )}
        <button type="submit" className="console-button" data-kind="primary" disabled={isBusy}>
          {isBusy ? texts.saving : texts.save}
        </button>
      </div>
    </form>
  );
}
