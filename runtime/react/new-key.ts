/** A key that names one intention of a person (`X-Idempotency-Key`): a repeat of the call carries the same one. */
export function newKey(): string {
  // Outside of https browsers have no randomUUID.
  return typeof crypto.randomUUID === "function" ? crypto.randomUUID() : `${Date.now()}-${Math.random()}`;
}
