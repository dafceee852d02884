import { messages } from "../../messages.ts";

/** `120000` → `12 万`. */
export function tickText(value: number): string {
  if (Math.abs(value) >= 10_000) return messages.panels.shortTick(value);
  return String(Number(value.toPrecision(6)));
}
