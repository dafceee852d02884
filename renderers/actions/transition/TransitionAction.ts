import { idsOf } from "../../../runtime/react/action-values.ts";
import type { ActionRunner } from "../../../runtime/react/run-actions.ts";

export const TransitionAction: ActionRunner<"transition"> = ({ transition, ids }, host) =>
  host.transition(transition, idsOf(ids, host));
