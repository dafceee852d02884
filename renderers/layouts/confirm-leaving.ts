import type { ConsoleServices } from "../../runtime/react/services.ts";
import { messages } from "../messages.ts";

/**
 * Asks before what was typed and not saved is given up.
 *
 * @param signal aborted when it was saved meanwhile
 */
export function confirmLeaving(services: ConsoleServices, signal?: AbortSignal): Promise<boolean> {
  const { unsavedTitle, unsavedText, unsavedOk } = messages.form;
  return services.confirm({
    title: unsavedTitle,
    content: unsavedText,
    danger: true,
    okText: unsavedOk,
    ...(signal ? { signal } : {}),
  });
}
