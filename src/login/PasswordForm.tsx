import type { FormEvent, ReactNode } from "react";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import { FormField } from "./FormField.tsx";
import { checkPassword, refusedField } from "./password-check.ts";
import { useFields } from "./use-fields.ts";
import "./password-form.css";

const { password: texts } = messages;
const fields = [
  { name: "oldPassword", label: texts.old, autoComplete: "current-password" },
  { name: "newPassword", label: texts.next, autoComplete: "new-password" },
  { name: "confirmation", label: texts.confirm, autoComplete: "new-password" },
] as const;

/** State and verbs of 修改密码. */
export function usePasswordForm(onSaved: () => void) {
  const { account } = useConsole();
  const { form, values, isBusy, field, submit } = useFields({ oldPassword: "", newPassword: "", confirmation: "" });

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    void submit({
      check: () => checkPassword(values),
      send: async () => {
        await account.changePassword(values);
        onSaved();
      },
      fieldOf: refusedField,
    });
  }

  return { form, isBusy, field, handleSubmit };
}

interface PasswordFormProps {
  readonly password: ReturnType<typeof usePasswordForm>;
  /** For a button outside. */
  readonly id?: string;
  readonly children?: ReactNode;
}

/** 修改密码: old, new, again. Wrong fields say so below. */
export function PasswordForm({ password, id, children }: PasswordFormProps) {
  const { form, field, handleSubmit } = password;
  return (
    <form id={id} ref={form} className="password-form" onSubmit={handleSubmit} noValidate>
      {fields.map(({ name, ...look }) => (
        <FormField key={name} name={name} {...look} type="password" hasVisibleLabel {...field(name)} />
      ))}
      {children}
    </form>
  );
}
