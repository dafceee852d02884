import { textOf } from "../../../runtime/react/action-values.ts";
import { type ActionRunner, ActionsStopped } from "../../../runtime/react/run-actions.ts";

export const CopyAction: ActionRunner<"copy"> = async ({ text }, host) => {
  const words = textOf(text, host);
  try {
    await navigator.clipboard.writeText(words);
  } catch {
    // Without a secure address pages have no clipboard: the words are shown, for the keys that copy.
    host.services.notify("warning", words);
    throw new ActionsStopped();
  }
};
