import { values } from "../../../runtime/react/action-values.ts";
import type { ActionRunner } from "../../../runtime/react/run-actions.ts";

export const CallAction: ActionRunner<"call"> = async ({ handler, args }, host) => {
  const run = host.services.handlers?.[handler];
  if (!run) throw new Error(`no handler ${handler}`);
  await run(values(args, host));
};
