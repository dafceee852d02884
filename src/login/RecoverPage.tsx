import { Steps } from "antd";
import { useState } from "react";
import { messages } from "../messages/messages.ts";
import type { PhoneProof } from "../stores/self-service.ts";
import { RecoverFrame } from "./RecoverFrame.tsx";
import { AccountStep, NewPasswordStep, PhoneStep } from "./recover-steps.tsx";
import { useSelfService } from "./use-self-service.ts";

const { recover: texts } = messages;

type Progress =
  | { readonly kind: "account" }
  | { readonly kind: "phone"; readonly account: string }
  | { readonly kind: "password"; readonly proof: PhoneProof }
  | { readonly kind: "done"; readonly username: string };

const order = ["account", "phone", "password", "done"] as const satisfies readonly Progress["kind"][];

/** 找回密码 in four steps: account, phone, new password, done. */
export function RecoverPage() {
  const selfService = useSelfService();
  const [progress, setProgress] = useState<Progress>({ kind: "account" });
  const at = order.indexOf(progress.kind);
  const steps = (
    <Steps
      size="small"
      titlePlacement="vertical"
      responsive={false}
      current={progress.kind === "done" ? order.length : at}
      items={texts.steps.map((title, index) => ({
        title,
        ...{ role: "listitem", "aria-current": index === at ? "step" : undefined },
      }))}
      {...{ role: "list", "aria-label": texts.stepsName }}
    />
  );
  return (
    <RecoverFrame title={texts.title} steps={steps} done={progress.kind === "done" ? progress.username : undefined}>
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
    </RecoverFrame>
  );
}
