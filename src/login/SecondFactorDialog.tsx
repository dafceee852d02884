import { Button, Checkbox } from "antd";
import { type FormEvent, useId, useState } from "react";
import { ModalDialog } from "../../renderers/layouts/ModalDialog.tsx";
import { secondFactorMessages as texts } from "../messages/second-factor.ts";
import { useConsole } from "../stores/console.ts";
import { FormField } from "./FormField.tsx";
import { onlyWrong } from "./field-checks.ts";
import "./login.css";
import { useFields } from "./use-fields.ts";

/** Over signing in again, which stands at 2005. */
const overSignIn = 2010;
/** A locked screen is a window of the browser's own: what is not in it is out of reach. */
const container = () => document.querySelector<HTMLElement>("dialog[open]") ?? document.body;

/** Asks for the code of the authenticator; closing it ends the sign-in, or what wanted the code. */
export function SecondFactorDialog() {
  const { secondFactor } = useConsole();
  const formId = useId();
  const fields = useFields({ code: "" });
  const [remember, setRemember] = useState(false);
  const [purpose] = useState(secondFactor.purpose);
  const { isBusy } = fields;

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    // The form behind it sent this question: React passes its submit on to there.
    event.stopPropagation();
    const code = fields.values.code.trim();
    void fields.submit({
      check: () => onlyWrong({ code: code === "" ? texts.codeRequired : undefined }),
      send: () => secondFactor.send(code, remember),
      fieldOf: () => "code",
    });
  }

  return (
    <ModalDialog
      title={texts.title}
      width={416}
      zIndex={overSignIn}
      container={container}
      isHeld={isBusy}
      onClose={() => secondFactor.cancel()}
      footer={
        <>
          <Button disabled={isBusy} onClick={() => secondFactor.cancel()}>
            {texts.cancel}
          </Button>
          <Button htmlType="submit" form={formId} type="primary" loading={isBusy}>
            {isBusy ? texts.verifying : texts.verify}
          </Button>
        </>
      }
    >
      <form id={formId} className="login-form sc-boxes" ref={fields.form} onSubmit={handleSubmit} noValidate>
        <p className="sc-muted">{purpose === "confirm" ? texts.confirmText : texts.askText}</p>
        <FormField
          name="code"
          label={texts.code}
          autoComplete="one-time-code"
          maxLength={40}
          hasVisibleLabel
          {...fields.field("code")}
        />
        {purpose === "signIn" && (
          <Checkbox checked={remember} disabled={isBusy} onChange={({ target }) => setRemember(target.checked)}>
            {texts.remember}
          </Checkbox>
        )}
      </form>
    </ModalDialog>
  );
}
