import type { Config } from "../config/config.ts";
import { developmentSms as developmentUrl } from "../config/sms-config.ts";
import type { Database } from "../db/database.ts";
import type { NewId } from "../db/ids.ts";
import { mailSender } from "./mail.ts";
import { messageTypes } from "./message-queue.ts";
import { loadShape } from "./sms/load-shape.ts";
import { smsGateway } from "./sms/sms-gateway.ts";
import { systemSender } from "./system-message.ts";
import type { SendMessage, Transport, Transports } from "./transport.ts";

interface Parts {
  readonly config: Pick<Config, "smtpUrl" | "smtpFrom" | "sms">;
  readonly db: Database;
  readonly newId: NewId;
  readonly clock: () => string;
}

/**
 * The transports that the settings give. A type without one is not configured: nothing is sent and whoever wants to is
 * told.
 *
 * @throws ConfigError for a shape that cannot be used
 */
export function createTransports({ config, db, newId, clock }: Parts): Transports {
  const [sms, mail] = [smsTransport(config.sms), mailTransport(config)];
  return {
    ...(sms ? { [messageTypes.sms]: sms } : {}),
    ...(mail ? { [messageTypes.mail]: mail } : {}),
    [messageTypes.system]: { state: "ready", target: "站内消息", send: systemSender(db, newId, clock) },
  };
}

function smsTransport(sms: Config["sms"]): Transport | undefined {
  if (sms === undefined) return undefined;
  if (sms.url === developmentUrl) return { state: "development", target: "服务器控制台", send: developmentSms() };
  return { state: "ready", target: new URL(sms.url).host, send: smsGateway(sms, loadShape(sms.shape)) };
}

function mailTransport({ smtpUrl, smtpFrom }: Parts["config"]): Transport | undefined {
  if (smtpUrl === undefined) return undefined;
  const { host, hostname } = new URL(smtpUrl);
  const send = mailSender({ url: smtpUrl, from: smtpFrom ?? `no-reply@${hostname}` });
  return { state: "ready", target: host, send };
}

/**
 * Shows short messages where the server was started, for trying the console out. Straight to the output and not through
 * the log, which is collected and kept.
 */
function developmentSms(print: (line: string) => void = console.log): SendMessage {
  return async ({ receiver, content }) => print(`[开发通道] 短信 ${receiver}：${content}`);
}
