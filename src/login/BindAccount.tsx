import { Alert, Button, Flex, Tabs } from "antd";
import type { FormEvent } from "react";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import { FormField } from "./FormField.tsx";
import { checkUsername, onlyWrong, phoneFieldOf } from "./field-checks.ts";
import { checkPhoneCode, PhoneCode } from "./PhoneCode.tsx";
import { pageIcons } from "./page-icons.ts";
import { useFields } from "./use-fields.ts";
import type { Unbound } from "./use-outside.ts";

const { login: texts } = messages;
const { bind } = texts;

interface BindAccountProps {
  readonly unbound: Unbound;
  onSignedIn(): Promise<void>;
  onCancel(): void;
}

/** A provider knows the person and we do not: they prove which account is theirs, or take a new one. */
export function BindAccount({ unbound, onSignedIn, onCancel }: BindAccountProps) {
  const { account } = useConsole();
  const send = async (path: string, data: Readonly<Record<string, string>>) => {
    await account.bindOutside(path, data, unbound);
    await onSignedIn();
  };
  const items = [
    { key: "account", label: bind.byPassword, children: <PasswordForm unbound={unbound} send={send} /> },
    { key: "phone", label: bind.byPhone, children: <PhoneForm unbound={unbound} send={send} /> },
    { key: "new", label: bind.byNew, children: <NewAccountForm unbound={unbound} send={send} /> },
  ];
  return (
    <Flex vertical gap="middle">
      <h2 className="login-title">{bind.title}</h2>
      <Alert type="info" showIcon title={bind.text(unbound.provider)} />
      <Tabs
        centered
        tabBarStyle={{ marginBottom: 20 }}
        items={unbound.canCreate ? items : items.slice(0, 2)}
        destroyOnHidden
      />
      <Button block type="link" onClick={onCancel}>
        {bind.cancel}
      </Button>
    </Flex>
  );
}

interface FormProps {
  readonly unbound: Unbound;
  send(path: string, data: Readonly<Record<string, string>>): Promise<void>;
}

function PasswordForm({ unbound, send }: FormProps) {
  const fields = useFields({ username: unbound.username, password: "" }, true);
  const { username, password } = fields.values;

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    void fields.submit({
      check: () =>
        onlyWrong({
          username: username.trim() === "" ? texts.accountPlaceholder : undefined,
          password: password === "" ? texts.passwordPlaceholder : undefined,
        }),
      send: () => send("/user/checkPassword", { uuid: unbound.uuid, username: username.trim(), password }),
      fieldOf: () => "password",
    });
  }

  return (
    <form ref={fields.form} className="login-form sc-boxes" onSubmit={handleSubmit} noValidate>
      <FormField
        name="username"
        label={texts.accountPlaceholder}
        autoComplete="username"
        maxLength={64}
        shape={pageIcons.user}
        {...fields.field("username")}
      />
      <FormField
        name="password"
        label={texts.passwordPlaceholder}
        type="password"
        autoComplete="current-password"
        maxLength={128}
        shape={pageIcons.lock}
        {...fields.field("password")}
      />
      <Submit isBusy={fields.isBusy} text={bind.submit} />
    </form>
  );
}

function PhoneForm({ unbound, send }: FormProps) {
  const fields = useFields({ phone: "", code: "" }, true);

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const { phone, code } = fields.values;
    void fields.submit({
      check: () => onlyWrong(checkPhoneCode(fields.values)),
      send: () =>
        send("/bindingThirdPhone", { thirdUserUuid: unbound.uuid, mobile: phone.trim(), captcha: code.trim() }),
      fieldOf: phoneFieldOf,
    });
  }

  return (
    <form ref={fields.form} className="login-form sc-boxes" onSubmit={handleSubmit} noValidate>
      <PhoneCode fields={fields} purpose="login" label={texts.phonePlaceholder} hasIcon />
      <Submit isBusy={fields.isBusy} text={bind.submit} />
    </form>
  );
}

function NewAccountForm({ unbound, send }: FormProps) {
  const fields = useFields({ username: "" }, true);
  const { username } = fields.values;

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    void fields.submit({
      check: () => onlyWrong({ username: checkUsername(username) }),
      send: () => send("/user/create", { uuid: unbound.uuid, source: unbound.source, username: username.trim() }),
      fieldOf: () => "username",
    });
  }

  return (
    <form ref={fields.form} className="login-form sc-boxes" onSubmit={handleSubmit} noValidate>
      <FormField
        name="username"
        label={bind.newName}
        autoComplete="username"
        maxLength={18}
        shape={pageIcons.user}
        {...fields.field("username")}
      />
      <Submit isBusy={fields.isBusy} text={bind.create} />
    </form>
  );
}

function Submit({ isBusy, text }: { readonly isBusy: boolean; readonly text: string }) {
  return (
    <Button htmlType="submit" type="primary" block loading={isBusy}>
      {isBusy ? texts.submitting : text}
    </Button>
  );
}
