import { textOf, values } from "../../../runtime/react/action-values.ts";
import type { ActionRunner } from "../../../runtime/react/run-actions.ts";

export const DownloadAction: ActionRunner<"download"> = async ({ url, params, fileName }, host) => {
  const given = params ? { params: values(params, host) } : {};
  const file = await host.services.download({ method: "GET", url, ...given });
  host.save?.(file, fileName ? textOf(fileName, host) : undefined);
};
