import { textOf } from "../../../runtime/react/action-values.ts";
import { type ActionRunner, ActionsStopped } from "../../../runtime/react/run-actions.ts";

export const ConfirmAction: ActionRunner<"confirm"> = async ({ text, content, secret }, host) => {
  const shown = {
    ...(content === undefined ? {} : { content: textOf(content, host) }),
    ...(secret === undefined ? {} : { secret: textOf(secret, host) }),
  };
  if (await host.services.confirm({ title: textOf(text, host), ...shown })) return;
  host.declined?.();
  throw new ActionsStopped();
};
