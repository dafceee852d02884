import type { Caller } from "./caller.ts";

/** A request's session: the caller, and what only the session itself is asked about. */
export interface SignedIn {
  readonly caller: Caller;
  /** Set while a password that the server made up has not been replaced. */
  readonly mustChangePassword: boolean;
  /** Set while a role of the person asks for two-step verification and it is not set up. */
  readonly mustSetUpSecondFactor: boolean;
  /** Of a person with two-step verification: when this session last gave a code (epoch milliseconds; 0: never). */
  readonly provedAt: number | undefined;
}
