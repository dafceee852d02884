import type { Config } from "../config/config.ts";
import type { Database } from "../db/database.ts";
import type { NewId } from "../models/ids.ts";
import { mailSender } from "./mail.ts";
import type { SendMessage } from "./message-dispatcher.ts";
import { messageTypes } from "./message-queue.ts";
import { systemSender } from "./system-message.ts";

interface Parts {
  readonly config: Pick<Config, "smtpUrl" | "smtpFrom">;
  readonly db: Database;
  readonly newId: NewId;
  readonly clock: () => string;
}

/** The ways out by `esType`. A kind without one is given up at once, and the outbox says why. */
export function waysOut({ config, db, newId, clock }: Parts): Readonly<Record<string, SendMessage>> {
  const { smtpUrl } = config;
  const from = config.smtpFrom ?? (smtpUrl === undefined ? "" : `no-reply@${new URL(smtpUrl).hostname}`);
  return {
    // Without a provider the outbox is where short messages go; administrators read them there.
    [messageTypes.sms]: async () => {},
    ...(smtpUrl === undefined ? {} : { [messageTypes.mail]: mailSender({ url: smtpUrl, from }) }),
    [messageTypes.system]: systemSender(db, newId, clock),
  };
}
