import { useState } from "react";
import { Link } from "react-router-dom";
import { messages } from "../messages/messages.ts";
import { loginPath } from "../router/guard.ts";
import { useConsole } from "../stores/console.ts";
import type { PhoneProof } from "../stores/self-service.ts";
import { DoneView } from "./DoneView.tsx";
import { LoginLayout } from "./LoginLayout.tsx";
import { AccountStep, NewPasswordStep, PhoneStep } from "./recover-steps.tsx";

const { recover: texts } = messages;

type Progress =
  | { readonly kind: "account" }
  | { readonly kind: "phone"; readonly account: string }
  | { readonly kind: "password"; readonly proof: PhoneProof }
  | { readonly kind: "done"; readonly username: string };

const order = ["account", "phone", "password", "done"] as const satisfies readonly Progress["kind"][];

/** 找回密码 in four steps: account, phone, new password, done. */
export function RecoverPage() {
  const { selfService } = useConsole();
  const [progress, setProgress] = useState<Progress>({ kind: "account" });
  const at = order.indexOf(progress.kind);
  return (
    <LoginLayout>
      <h2 className="login-title">{texts.title}</h2>
      <ol className="login-steps" aria-label={texts.stepsName}>
        {texts.steps.map((step, index) => (
          <li
            key={step}
            aria-current={index === at ? "step" : undefined}
            data-done={index < at || progress.kind === "done" ? "" : undefined}
          >
            <b>{index + 1}</b> {step}
          </li>
        ))}
      </ol>
      {progress.kind === "account" && <AccountStep onDone={(account) => setProgress({ kind: "phone", account })} />}
      {progress.kind === "phone" && (
        <PhoneStep account={progress.account} onDone={(proof) => setProgress({ kind: "password", proof })} />
      )}
      {progress.kind === "password" && (
        <NewPasswordStep
          onSend={(password) => selfService.resetPassword(progress.proof, password)}
          onDone={() => setProgress({ kind: "done", username: progress.proof.username })}
        />
      )}
      {progress.kind === "done" ? (
        <DoneView title={texts.doneTitle} text={texts.doneText} next={texts.toLogin} username={progress.username} />
      ) : (
        <Link className="login-back" to={loginPath}>
          {texts.toLogin}
        </Link>
      )}
    </LoginLayout>
  );
}
