import { useEffect, useRef, useState } from "react";
import { textOfReason } from "../../runtime/react/services.ts";
import { useConsole } from "../stores/console.ts";
import { takeLinkTicket } from "./link-ticket.ts";

/**
 * Ends the binding of an identity: the provider sent the browser back here with a ticket.
 *
 * @returns whether the ticket is still on its way
 */
export function useLink(): boolean {
  const { client, feedback } = useConsole();
  const [ticket] = useState(takeLinkTicket);
  const [isBusy, setBusy] = useState(ticket !== null);
  // A ticket is good once, and effects may run twice.
  const hasBegun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the address that the page was opened with
  useEffect(() => {
    if (ticket === null || hasBegun.current) return;
    hasBegun.current = true;
    void finish(ticket);
  }, []);

  async function finish(given: string): Promise<void> {
    try {
      const url = "/sys/thirdLogin/confirmLink";
      const { message } = await client.call({ method: "POST", url, data: { ticket: given }, quiet: "notices" });
      feedback.notify("success", message);
    } catch (error) {
      feedback.notify("error", textOfReason(error), { reason: error });
    } finally {
      setBusy(false);
    }
  }

  return isBusy;
}
