import { isTrue } from "../../../runtime/react/action-values.ts";
import { type ActionRunner, runAction } from "../../../runtime/react/run-actions.ts";

export const IfAction: ActionRunner<"if"> = async (action, host) => {
  const branch = isTrue(action.test, host) ? action.then : (action.else ?? []);
  for (const step of branch) await runAction(step, host);
};
