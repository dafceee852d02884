import { mask } from "../../runtime/format/text.ts";

/**
 * Enough of a number or address for an administrator to recognise it.
 *
 * @example maskReceiver("13800136207") // "138****6207"
 * @example maskReceiver("lily@example.com") // "l****@example.com"
 */
export function maskReceiver(receiver: string): string {
  const at = receiver.lastIndexOf("@");
  if (at < 0) return mask(receiver, 3, 4);
  return `${receiver.slice(0, Math.min(1, at))}****${receiver.slice(at)}`;
}
