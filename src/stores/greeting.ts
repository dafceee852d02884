import { messages } from "../messages/messages.ts";

const { greeting } = messages.shell;

/** First hour at which the next greeting begins, in order: before 9, up to 11, up to 13, before 20, evening. */
const untilHour: readonly (readonly [hour: number, text: string])[] = [
  [9, greeting.early],
  [12, greeting.morning],
  [14, greeting.noon],
  [20, greeting.afternoon],
];

/** The greeting for an hour of the day, 0–23. @example greetingAt(14) // 下午好 */
export function greetingAt(hour: number): string {
  return untilHour.find(([limit]) => hour < limit)?.[1] ?? greeting.evening;
}
