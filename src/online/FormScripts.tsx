import { Alert } from "antd";
import { useEffect, useMemo, useState } from "react";
import { ViewFrame } from "../../renderers/layouts/ViewFrame.tsx";
import type { ContentProps } from "../../renderers/registered-contents.ts";
import { ScreenHost } from "../../renderers/screens/ScreenHost.tsx";
import { memoryAddress } from "../../runtime/react/address-bar.ts";

interface ScriptState {
  readonly isOn: boolean;
  readonly message: string;
}

/** The scripts of a form, below what keeps them from running. */
export function FormScripts({ params, services, frame, onClose }: ContentProps) {
  const [state, setState] = useState<ScriptState>();
  const address = useMemo(() => memoryAddress(), []);
  useEffect(() => {
    let isCurrent = true;
    services.request({ method: "GET", url: "/online/cgform/script/state" }).then(
      (answer) => {
        if (isCurrent) setState(answer as ScriptState);
      },
      // The list below says what is wrong.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [services]);
  return (
    <ViewFrame {...frame} onClose={onClose} footer={null}>
      <div className="sc-stack sc-airy">
        {state && !state.isOn ? <Alert type="warning" showIcon title={state.message} /> : null}
        <ScreenHost screenId="online/form-scripts" services={services} address={address} fixed={params} />
      </div>
    </ViewFrame>
  );
}
