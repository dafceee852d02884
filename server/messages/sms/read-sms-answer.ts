import { SendRefused } from "../transport.ts";
import type { SmsShape } from "./sms-shape.ts";

/**
 * Returns when the answer says that the message was taken.
 *
 * @throws Error when the gateway is in trouble and another try may help
 * @throws SendRefused for everything else, an answer that says nothing we know included
 */
export function readSmsAnswer(shape: SmsShape["answer"], status: number, text: string): void {
  if (status >= 500 || status === 429) throw new Error(`短信网关应答 ${status}`);
  const answer = parse(text);
  const isTaken = Object.entries(shape.accepted).every(([path, value]) => at(answer, path) === value);
  if (status >= 200 && status < 300 && isTaken) return;
  const code = first(answer, shape.code);
  const known = code === undefined ? undefined : shape.receiverCodes?.[code];
  if (known !== undefined) throw new SendRefused(`${known}（${code}）`);
  const told = [code, first(answer, shape.reason)].filter(Boolean).join(" ");
  throw new SendRefused(`短信网关没有接受：${told || `应答 ${status}，内容看不懂`}`, "channel");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function first(answer: unknown, paths: readonly string[] = []): string | undefined {
  return paths.map((path) => at(answer, path)).find((value) => value !== undefined);
}

/** A plain value by its path; own properties only. */
function at(answer: unknown, path: string): string | undefined {
  let value = answer;
  for (const name of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value === null || typeof value === "object" ? undefined : String(value);
}
