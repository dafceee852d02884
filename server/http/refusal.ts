import { AppError } from "./errors.ts";

/** A query that cannot be understood is refused, never widened by leaving a part out. */
export function refuse(reason: string): AppError {
  return new AppError("INVALID", { details: { reason } });
}

/** The same about one field: its form says it there and takes the focus to it. */
export function refuseField(field: string, reason: string): AppError {
  return new AppError("INVALID", { details: { reason }, result: { fieldErrors: { [field]: reason } } });
}

/** Request text inside a message: short, without line breaks. */
export function quoted(text: unknown): string {
  const plain = String(text).replace(/[\p{Cc}\s]+/gu, " ");
  return `“${plain.length > 40 ? `${plain.slice(0, 40)}…` : plain}”`;
}
