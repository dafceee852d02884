import { useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { RequestNumber } from "../../renderers/layouts/RequestNumber.tsx";
import { textOfReason } from "../../runtime/react/services.ts";
import { messages } from "../messages/messages.ts";
import { RecoverFrame } from "./RecoverFrame.tsx";
import { NewPasswordStep } from "./recover-steps.tsx";
import { useSelfService } from "./use-self-service.ts";

const { recover: texts } = messages;

type Progress =
  | { readonly kind: "opening" }
  | { readonly kind: "failed"; readonly reason: unknown }
  | { readonly kind: "password"; readonly username: string }
  | { readonly kind: "done"; readonly username: string };

/** Where a one-time link lands: its token stands behind the `#`, where no server and no log of addresses reads it. */
export function ResetLinkPage() {
  const selfService = useSelfService();
  const token = useLocation().hash.slice(1);
  const [progress, setProgress] = useState<Progress>({ kind: "opening" });

  useEffect(() => {
    let isLeft = false;
    const show = (next: Progress) => isLeft || setProgress(next);
    selfService.openResetLink(token).then(
      (username) => show({ kind: "password", username }),
      (error: unknown) => show({ kind: "failed", reason: error }),
    );
    return () => {
      isLeft = true;
    };
  }, [selfService, token]);

  return (
    <RecoverFrame title={texts.linkTitle} done={progress.kind === "done" ? progress.username : undefined}>
      {progress.kind === "opening" && <p className="login-lead sc-muted">{texts.working}</p>}
      {progress.kind === "failed" && (
        <p className="login-lead sc-muted" role="alert">
          {texts.linkFailed(textOfReason(progress.reason))}
          <RequestNumber reason={progress.reason} />
        </p>
      )}
      {progress.kind === "password" && (
        <>
          <p className="login-lead sc-muted">{texts.linkFor(progress.username)}</p>
          <NewPasswordStep
            onSend={(password) => selfService.resetByLink(token, password)}
            onDone={() => setProgress({ kind: "done", username: progress.username })}
          />
        </>
      )}
    </RecoverFrame>
  );
}
