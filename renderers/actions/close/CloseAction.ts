import type { ActionRunner } from "../../../runtime/react/run-actions.ts";

export const CloseAction: ActionRunner<"close"> = (_action, host) => host.close();
