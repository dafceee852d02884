import type { Caller } from "./caller.ts";

/** A request's session: the caller, and what only the session itself is asked about. */
export interface SignedIn {
  readonly caller: Caller;
  /** Set while a password that the server made up has not been replaced. */
  readonly mustChangePassword: boolean;
}
