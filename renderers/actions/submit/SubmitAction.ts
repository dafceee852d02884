import { type ActionRunner, ActionsStopped } from "../../../runtime/react/run-actions.ts";

export const SubmitAction: ActionRunner<"submit"> = async (_action, host) => {
  if ((await host.submit?.()) === false) throw new ActionsStopped();
};
