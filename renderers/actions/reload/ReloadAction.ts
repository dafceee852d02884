import type { ActionRunner } from "../../../runtime/react/run-actions.ts";

export const ReloadAction: ActionRunner<"reload"> = (_action, host) => host.reload();
