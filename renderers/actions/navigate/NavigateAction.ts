import { addressOf, queryText, values } from "../../../runtime/react/action-values.ts";
import type { ActionRunner } from "../../../runtime/react/run-actions.ts";

export const NavigateAction: ActionRunner<"navigate"> = ({ to, query }, host) => {
  host.services.navigate(addressOf(to, host) + queryText(values(query, host)));
};
