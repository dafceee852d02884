import { values } from "../../../runtime/react/action-values.ts";
import type { ActionRunner } from "../../../runtime/react/run-actions.ts";

export const RequestAction: ActionRunner<"request"> = async ({ method, url, params, data }, host) => {
  const answer = await host.services.request({
    method,
    url,
    ...(params ? { params: values(params, host) } : {}),
    ...(data ? { data: values(data, host) } : {}),
  });
  host.answered?.(answer);
};
