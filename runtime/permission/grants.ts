/** What a session was granted, as far as a decision needs it. The server's `Caller` is one. */
export interface Grants {
  /** Holds the administrator role: every permission, no data rules, no masks. */
  readonly isAdmin: boolean;
  readonly permissions: ReadonlySet<string>;
  /** Codes that exist and are switched on; a code outside it is not under control. */
  readonly controlled: ReadonlySet<string>;
}

/** A yes or no together with why, so that a screen can explain it and a test can name it. */
export interface Decision {
  readonly allowed: boolean;
  readonly reasons: readonly Reason[];
}

export type Reason =
  | { readonly kind: "administrator" }
  | { readonly kind: "granted"; readonly code: string }
  | { readonly kind: "notGranted"; readonly code: string }
  /** The code does not exist or is switched off: the two-list rule leaves the control as it is. */
  | { readonly kind: "notControlled"; readonly code: string }
  /** The document itself says so (`readOnly`, `hidden`, computed). */
  | { readonly kind: "document"; readonly statement: string };
