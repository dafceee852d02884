import { evaluated } from "../../../runtime/react/action-values.ts";
import type { ActionRunner } from "../../../runtime/react/run-actions.ts";

export const SetValueAction: ActionRunner<"setValue"> = ({ field, value }, host) =>
  host.setValue?.(field, evaluated(value, host));
