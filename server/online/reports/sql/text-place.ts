import { AppError } from "../../../http/errors.ts";
import type { TextPlace } from "./report-sql.ts";

/** Line and column of a character of the text, both from 1. */
export function placeAt(text: string, index: number): TextPlace {
  const before = text.slice(0, Math.max(0, index)).split("\n");
  return { line: before.length, column: [...(before.at(-1) ?? "")].length + 1 };
}

/** Why a text is refused, with the place first; the place goes out beside it for the editor. */
export function refuseAt(text: string, index: number, reason: string): AppError {
  const place = placeAt(text, index);
  return new AppError("INVALID", {
    details: { reason: `第 ${place.line} 行第 ${place.column} 列：${reason}` },
    result: place,
  });
}
