import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { RequestError, textOfReason } from "../../runtime/react/services.ts";
import { useConsole } from "../stores/console.ts";

/** An identity that the provider has proved and that no user here has bound. */
export interface Unbound {
  readonly uuid: string;
  readonly source: string;
  readonly provider: string;
  readonly username: string;
  readonly canCreate: boolean;
  readonly remember: boolean;
}

/** What the address says after a provider: a ticket of ours behind the `#`, or one of a CAS server in the query. */
interface Arrival {
  readonly ticket: string;
  /** Code of the provider; undefined for a CAS server that came without us. */
  readonly source: string | undefined;
  readonly remember: boolean;
  /** The same address without the ticket. */
  readonly rest: string;
}

/** Ends a sign-in that began at a provider; what went wrong there is told on the sign-in page. */
export function useOutside(goOn: () => Promise<void>) {
  const { account } = useConsole();
  const navigate = useNavigate();
  const location = useLocation();
  const [arrival] = useState(() => readArrival(location));
  const [problem, setProblem] = useState<string>();
  const [unbound, setUnbound] = useState<Unbound>();
  const [isBusy, setBusy] = useState(arrival !== undefined);
  // A ticket is good once, and effects may run twice.
  const hasBegun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the address that the page was opened with
  useEffect(() => {
    if (!arrival || hasBegun.current) return;
    hasBegun.current = true;
    void finish(arrival);
  }, []);

  async function finish({ ticket, source, remember, rest }: Arrival): Promise<void> {
    await navigate(rest, { replace: true });
    try {
      if (source === undefined) await account.signInByCas(ticket, window.location.origin + rest);
      else await account.signInOutside(ticket, source, remember);
      await goOn();
    } catch (error) {
      const waiting = source === undefined ? undefined : readUnbound(error, source, remember);
      if (waiting) setUnbound(waiting);
      else setProblem(textOfReason(error));
    } finally {
      setBusy(false);
    }
  }

  return { problem, unbound, isBusy, forget: () => setUnbound(undefined), dismiss: () => setProblem(undefined) };
}

function readArrival({ pathname, search, hash }: ReturnType<typeof useLocation>): Arrival | undefined {
  const said = new URLSearchParams(hash.slice(1));
  const [ticket, source] = [said.get("third"), said.get("source")];
  if (ticket && source) return { ticket, source, remember: said.get("remember") !== "0", rest: pathname + search };
  const query = new URLSearchParams(search);
  const bare = query.get("ticket");
  if (!bare) return undefined;
  query.delete("ticket");
  return { ticket: bare, source: undefined, remember: true, rest: query.size > 0 ? `${pathname}?${query}` : pathname };
}

function readUnbound(error: unknown, source: string, remember: boolean): Unbound | undefined {
  const said = error instanceof RequestError ? error.envelope?.result : undefined;
  const { thirdUserUuid, provider, username, canCreate } = (said ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof thirdUserUuid !== "string") return undefined;
  return {
    uuid: thirdUserUuid,
    source,
    provider: String(provider ?? ""),
    username: String(username ?? ""),
    canCreate: canCreate === true,
    remember,
  };
}
