import { textOf } from "../../../runtime/react/action-values.ts";
import type { ActionRunner } from "../../../runtime/react/run-actions.ts";

export const MessageAction: ActionRunner<"message"> = ({ level = "info", text }, host) =>
  host.services.notify(level, textOf(text, host));
