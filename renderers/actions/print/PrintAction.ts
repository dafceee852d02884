import type { ActionRunner } from "../../../runtime/react/run-actions.ts";

export const PrintAction: ActionRunner<"print"> = (_action, host) => host.print?.();
