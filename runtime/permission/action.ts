import type { Decision, Grants } from "./grants.ts";

/** The server's rule: a call is allowed only to holders of its code. `code` may be a comma list; one is enough. */
export function decideAction(grants: Grants, code: string): Decision {
  if (grants.isAdmin) return { allowed: true, reasons: [{ kind: "administrator" }] };
  const codes = splitCodes(code);
  const granted = codes.filter((one) => grants.permissions.has(one));
  if (granted.length > 0) return { allowed: true, reasons: granted.map((one) => ({ kind: "granted", code: one })) };
  return { allowed: false, reasons: codes.map((one) => ({ kind: "notGranted", code: one })) };
}

/**
 * The screen's rule (contract 01 §1.4, two lists): a code that exists and is switched off is under nobody's control and
 * shows; otherwise the button shows to holders only.
 *
 * @param existing every code that has a row, switched on or off
 */
export function decideButton(grants: Grants, existing: ReadonlySet<string>, code: string): Decision {
  const free = splitCodes(code).filter((one) => existing.has(one) && !grants.controlled.has(one));
  if (free.length > 0) return { allowed: true, reasons: free.map((one) => ({ kind: "notControlled", code: one })) };
  return decideAction(grants, code);
}

function splitCodes(code: string): string[] {
  return code
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
}
