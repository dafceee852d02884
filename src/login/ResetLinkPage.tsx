import { useEffect, useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { messages } from "../messages/messages.ts";
import { loginPath } from "../router/guard.ts";
import { useConsole } from "../stores/console.ts";
import { DoneView } from "./DoneView.tsx";
import { LoginLayout } from "./LoginLayout.tsx";
import { NewPasswordStep } from "./recover-steps.tsx";

const { recover: texts } = messages;

type Progress =
  | { readonly kind: "opening" }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "password"; readonly username: string }
  | { readonly kind: "done"; readonly username: string };

/** Where a one-time link lands: its token stands behind the `#`, where no server and no log of addresses reads it. */
export function ResetLinkPage() {
  const { selfService } = useConsole();
  const token = useLocation().hash.slice(1);
  const [progress, setProgress] = useState<Progress>({ kind: "opening" });

  useEffect(() => {
    let isLeft = false;
    const show = (next: Progress) => isLeft || setProgress(next);
    selfService.openResetLink(token).then(
      (username) => show({ kind: "password", username }),
      (error: unknown) => show({ kind: "failed", reason: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      isLeft = true;
    };
  }, [selfService, token]);

  return (
    <LoginLayout>
      {progress.kind === "done" ? null : <h2 className="login-title">{texts.linkTitle}</h2>}
      {progress.kind === "opening" && <p className="login-lead">{texts.working}</p>}
      {progress.kind === "failed" && (
        <p className="login-lead" role="alert">
          {texts.linkFailed(progress.reason)}
        </p>
      )}
      {progress.kind === "password" && (
        <>
          <p className="login-lead">{texts.linkFor(progress.username)}</p>
          <NewPasswordStep
            onSend={(password) => selfService.resetByLink(token, password)}
            onDone={() => setProgress({ kind: "done", username: progress.username })}
          />
        </>
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
