import type { SendMessage } from "./transport.ts";

/**
 * Shows short messages where the server was started, for trying the console out. Straight to the output and not through
 * the log, which is collected and kept.
 */
export function developmentSms(print: (line: string) => void = console.log): SendMessage {
  return async ({ receiver, content }) => print(`[开发通道] 短信 ${receiver}：${content}`);
}
