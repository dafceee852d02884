import { textOf } from "../../../runtime/react/action-values.ts";
import { type ActionRunner, ActionsStopped } from "../../../runtime/react/run-actions.ts";

export const ConfirmAction: ActionRunner<"confirm"> = async ({ text }, host) => {
  if (!(await host.services.confirm({ title: textOf(text, host) }))) throw new ActionsStopped();
};
