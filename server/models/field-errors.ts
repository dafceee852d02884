import { AppError } from "../http/errors.ts";

/** Refuses with all field errors; the first is the message. Keys are field names, `details[0].qty` for a sub-row. */
export function throwFieldErrors(fieldErrors: Readonly<Record<string, string>>): void {
  const first = Object.values(fieldErrors)[0];
  if (first !== undefined) throw new AppError("INVALID", { details: { reason: first }, result: { fieldErrors } });
}
