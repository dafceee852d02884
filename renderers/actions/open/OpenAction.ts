import { screenAddress, values } from "../../../runtime/react/action-values.ts";
import type { ActionRunner } from "../../../runtime/react/run-actions.ts";

export const OpenAction: ActionRunner<"open"> = ({ view, screen, params }, host) => {
  const given = values(params, host);
  if (screen) host.services.navigate(screenAddress(screen, given));
  else host.open(view ?? "detail", given);
};
