import { Button } from "antd";
import type { FormEvent } from "react";
import { useNavigate } from "react-router-dom";
import { messages } from "../messages/messages.ts";
import { loginPath } from "../router/guard.ts";
import { LinkButton } from "../router/LinkButton.tsx";
import { FormField } from "./FormField.tsx";
import { checkConfirmation, checkEmail, checkNewPassword, checkUsername, onlyWrong } from "./field-checks.ts";
import { LoginLayout } from "./LoginLayout.tsx";
import { checkPhoneCode, PhoneCode } from "./PhoneCode.tsx";
import { pageIcons } from "./page-icons.ts";
import { useFields } from "./use-fields.ts";
import { useSelfService } from "./use-self-service.ts";

const { register: texts } = messages;
const { subjects } = messages.login;

const fields = [
  { name: "username", label: texts.username, shape: "user", autoComplete: "username", maxLength: 18 },
  { name: "password", label: texts.password, shape: "lock", autoComplete: "new-password", type: "password" },
  { name: "confirmation", label: texts.confirm, shape: "lock", autoComplete: "new-password", type: "password" },
  { name: "email", label: texts.email, shape: "mail", autoComplete: "email", maxLength: 100 },
] as const;

type FieldName = (typeof fields)[number]["name"] | "phone" | "code";
const empty: Readonly<Record<FieldName, string>> = {
  username: "",
  password: "",
  confirmation: "",
  email: "",
  phone: "",
  code: "",
};

/** Words of a refusal and the field they are about; the first that fits. */
const fieldByWord: readonly (readonly [string, FieldName])[] = [
  [subjects.captcha, "code"],
  [subjects.phone, "phone"],
  [subjects.email, "email"],
  [subjects.password, "password"],
  [subjects.username, "username"],
];

/** 注册: an account of one's own; what it may do is an administrator's decision. */
export function RegisterPage() {
  const selfService = useSelfService();
  const navigate = useNavigate();
  const form = useFields(empty, true);
  const { values, isBusy } = form;

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    void form.submit({
      check: () =>
        onlyWrong({
          username: checkUsername(values.username),
          password: checkNewPassword(values.password, texts.passwordRequired),
          confirmation: checkConfirmation(values.confirmation, values.password, texts.confirmRequired),
          email: checkEmail(values.email),
          ...checkPhoneCode(values),
        }),
      send: async () => {
        const { confirmation: _again, ...person } = values;
        const username = person.username.trim();
        await selfService.register({
          ...person,
          username,
          email: person.email.trim(),
          phone: person.phone.trim(),
          code: person.code.trim(),
        });
        await navigate("/user/register-result", { state: { username } });
      },
      fieldOf: (message) => fieldByWord.find(([word]) => message.includes(word))?.[1] ?? "username",
    });
  }

  return (
    <LoginLayout title={texts.title}>
      <h2 className="login-title">{texts.title}</h2>
      <form ref={form.form} className="login-form sc-boxes" onSubmit={handleSubmit} noValidate>
        {fields.map(({ shape, ...field }) => (
          <FormField key={field.name} {...field} shape={pageIcons[shape]} {...form.field(field.name)} />
        ))}
        <PhoneCode fields={form} purpose="register" label={texts.phone} hasIcon />
        <Button htmlType="submit" type="primary" block loading={isBusy}>
          {isBusy ? texts.submitting : texts.submit}
        </Button>
      </form>
      <LinkButton block type="link" to={loginPath}>
        {texts.haveAccount}
      </LinkButton>
    </LoginLayout>
  );
}
