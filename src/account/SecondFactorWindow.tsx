import { Alert, Button, Typography } from "antd";
// By its file: the build makes the names of antd's parts into those of their folders, and this one has capitals in a row.
import QRCode from "antd/es/qr-code";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { ModalDialog } from "../../renderers/layouts/ModalDialog.tsx";
import { SecretText } from "../feedback/SecretText.tsx";
import { onlyWrong } from "../login/field-checks.ts";
import { TextField } from "../login/TextField.tsx";
import { useFields } from "../login/use-fields.ts";
import { secondFactorMessages as texts } from "../messages/second-factor.ts";
import { useConsole } from "../stores/console.ts";
import { KnownBrowsers } from "./KnownBrowsers.tsx";
import type { ProfileCalls } from "./profile.ts";
import "../login/login.css";

interface SecondFactorWindowProps {
  readonly isOn: boolean;
  /** A role asks for it: it is not switched off. */
  readonly isRequired?: boolean;
  readonly calls: ProfileCalls;
  onClose(): void;
}

type Step =
  | { readonly kind: "password" }
  | { readonly kind: "scan"; readonly secret: string; readonly uri: string }
  | { readonly kind: "codes"; readonly codes: readonly string[] }
  | { readonly kind: "manage" };

/** What a step asks for, and what may be done with the answer. */
interface Question {
  readonly title: string;
  readonly content: ReactNode;
  readonly label: string;
  readonly required: string;
  readonly type?: "text" | "password";
  /** Default: anything. */
  readonly pattern?: RegExp;
  /** The last one is what Enter does. */
  readonly actions: readonly Action[];
}

interface Action {
  readonly text: string;
  readonly isDangerous?: boolean;
  readonly run: (answer: string) => Promise<void>;
}

/** Switching it on (password, QR code, recovery codes); once it is on, new recovery codes and switching it off. */
export function SecondFactorWindow({ isOn, isRequired, calls, onClose }: SecondFactorWindowProps) {
  const { feedback } = useConsole();
  const formId = useId();
  const [step, setStep] = useState<Step>({ kind: isOn ? "manage" : "password" });
  const [pressed, setPressed] = useState<string>();
  const fields = useFields({ answer: "" });
  const { secondFactor } = calls;

  function goTo(next: Step): void {
    fields.change("answer", "");
    setStep(next);
  }

  async function turnOff(code: string): Promise<void> {
    await secondFactor.turnOff(code);
    feedback.notify("success", texts.isOff);
    onClose();
  }

  function questionOf(): Question | undefined {
    if (step.kind === "codes") return undefined;
    if (step.kind === "password") {
      return {
        title: texts.turnOnTitle,
        content: <p className="sc-muted">{texts.passwordText}</p>,
        label: texts.password,
        required: texts.passwordRequired,
        type: "password",
        actions: [
          {
            text: texts.next,
            run: async (answer) => goTo({ kind: "scan", ...(await secondFactor.begin(answer)) }),
          },
        ],
      };
    }
    if (step.kind === "scan") {
      return {
        title: texts.turnOnTitle,
        content: <Scan secret={step.secret} uri={step.uri} />,
        label: texts.totp,
        required: texts.totpWrong,
        pattern: /^\d{6}$/,
        actions: [
          {
            text: texts.turnOn,
            run: async (code) => goTo({ kind: "codes", codes: await secondFactor.confirm(code) }),
          },
        ],
      };
    }
    return {
      title: texts.manageTitle,
      content: (
        <>
          <KnownBrowsers calls={calls} />
          {isRequired && <Alert type="info" showIcon title={texts.required} />}
          <p className="sc-muted">{texts.manageText}</p>
        </>
      ),
      label: texts.code,
      required: texts.codeRequired,
      actions: [
        ...(isRequired ? [] : [{ text: texts.turnOff, isDangerous: true, run: turnOff }]),
        {
          text: texts.renew,
          run: async (code) => goTo({ kind: "codes", codes: await secondFactor.renewCodes(code) }),
        },
      ],
    };
  }

  const question = questionOf();
  const main = question?.actions.at(-1);

  function send({ text, run }: Action): void {
    const { answer } = fields.values;
    const { type, pattern = /./, required = "" } = question ?? {};
    const given = type === "password" ? answer : answer.trim();
    setPressed(text);
    void fields.submit({
      check: () => onlyWrong({ answer: pattern.test(given) ? undefined : required }),
      send: () => run(given),
      fieldOf: () => "answer",
    });
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (main) send(main);
  }

  const footer = question ? (
    question.actions.map((action) => (
      <Button
        key={action.text}
        danger={action.isDangerous ?? false}
        disabled={fields.isBusy && pressed !== action.text}
        loading={fields.isBusy && pressed === action.text}
        {...(action === main ? { type: "primary", htmlType: "submit", form: formId } : { onClick: () => send(action) })}
      >
        {action.text}
      </Button>
    ))
  ) : (
    <Button type="primary" onClick={onClose}>
      {texts.codesSaved}
    </Button>
  );
  return (
    <ModalDialog
      title={question?.title ?? texts.codesTitle}
      width={480}
      isHeld={fields.isBusy}
      footer={footer}
      // Recovery codes are shown once: only the button closes them.
      onClose={question && onClose}
    >
      <form id={formId} className="login-form sc-boxes" ref={fields.form} onSubmit={handleSubmit} noValidate>
        {question?.content}
        {question && (
          <div data-field="answer">
            <TextField
              key={step.kind}
              label={question.label}
              type={question.type ?? "text"}
              autoComplete={question.type ? "current-password" : "one-time-code"}
              maxLength={200}
              hasVisibleLabel
              hasFocus
              {...fields.field("answer")}
            />
          </div>
        )}
        {step.kind === "codes" && (
          <>
            <Alert type="warning" showIcon title={texts.codesText} />
            <SecretText text={step.codes.join("\n")} />
          </>
        )}
      </form>
    </ModalDialog>
  );
}

function Scan({ secret, uri }: { readonly secret: string; readonly uri: string }) {
  return (
    <>
      <p className="sc-muted">{texts.scanText}</p>
      {/* Dark on light in the dark theme too: cameras read nothing else. */}
      <div role="img" aria-label={texts.qrCode} style={{ justifySelf: "center" }}>
        <QRCode value={uri} size={176} color="#000000" bgColor="#ffffff" />
      </div>
      <div className="sc-muted">
        {texts.secretText}
        <Typography.Text code copyable style={{ overflowWrap: "anywhere" }}>
          {secret}
        </Typography.Text>
      </div>
    </>
  );
}
