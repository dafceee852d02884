import { Button } from "antd";
import { useEffect, useState } from "react";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import { OverPage } from "../feedback/OverPage.tsx";
import { secondFactorMessages as texts } from "../messages/second-factor.ts";
import type { ProfileCalls, SecondFactorState } from "./profile.ts";

const SecondFactorWindow = lazyPart(async () => ({
  default: (await import("./SecondFactorWindow.tsx")).SecondFactorWindow,
}));

/** 两步验证: whether it is on, and the window that changes that. */
export function SecondFactorLine({ calls }: { readonly calls: ProfileCalls }) {
  const [state, setState] = useState<SecondFactorState | "failed">();
  const [isOpen, setOpen] = useState(false);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isCurrent = round >= 0;
    calls.secondFactor.state().then(
      (loaded) => isCurrent && setState(loaded),
      () => isCurrent && setState("failed"),
    );
    return () => {
      isCurrent = false;
    };
  }, [calls, round]);
  const isKnown = state !== undefined && state !== "failed";

  function close(): void {
    setOpen(false);
    setRound(round + 1);
  }

  return (
    <li className="sc-line sc-ends">
      <div>
        <b>{texts.title}</b>
        <small role={state === "failed" ? "alert" : undefined}>{describe(state)}</small>
      </div>
      {state === "failed" ? (
        <Button onClick={() => setRound(round + 1)}>{texts.retry}</Button>
      ) : (
        <Button
          disabled={!isKnown}
          aria-label={isKnown && state.isOn ? texts.manageTitle : texts.turnOnTitle}
          onClick={() => setOpen(true)}
        >
          {isKnown && state.isOn ? texts.manage : texts.turnOn}
        </Button>
      )}
      {isOpen && isKnown && (
        <OverPage onFailed={close}>
          <SecondFactorWindow isOn={state.isOn} isRequired={state.isRequired} calls={calls} onClose={close} />
        </OverPage>
      )}
    </li>
  );
}

function describe(state: SecondFactorState | "failed" | undefined): string {
  if (state === undefined) return texts.loading;
  if (state === "failed") return texts.failed;
  return state.isOn ? texts.on(state.since.slice(0, 10), state.recoveryCodesLeft) : texts.off;
}
