import { values } from "../../../runtime/react/action-values.ts";
import type { ActionRunner } from "../../../runtime/react/run-actions.ts";

export const SetQueryAction: ActionRunner<"setQuery"> = (action, host) => host.setQuery?.(values(action.values, host));
