import { cleanHtml } from "../models/html/clean-html.ts";
import { type SendMessage, SendRefused, type TransportMessage } from "./transport.ts";

const withinMs = 15_000;
const address = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>"]+$/;

interface MailOptions {
  /** `smtp://user:password@host:port` or `smtps://…` */
  readonly url: string;
  readonly from: string;
}

async function openTransport(url: string, from: string, timeoutMs: number) {
  const { createTransport } = await import("nodemailer");
  return createTransport(
    {
      url,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
}

/** Connects, greets and signs in as a message would, sends nothing and leaves; rejects when the server would not take it. */
export async function probeMail(url: string, timeoutMs: number): Promise<void> {
  const transport = await openTransport(url, "", timeoutMs);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Mail over SMTP. A 5xx answer of the server is final, anything else is tried again. */
export function mailSender({ url, from }: MailOptions): SendMessage {
  let opened: ReturnType<typeof openTransport> | undefined;
  return async ({ receiver, title, content }: TransportMessage) => {
    const to = receiver
      .split(",")
      .map((one) => one.trim())
      .filter(Boolean);
    if (to.length === 0 || to.some((one) => !address.test(one))) throw new SendRefused(`邮箱地址不正确：${receiver}`);
    try {
      opened ??= openTransport(url, from, withinMs);
      const transport = await opened;
      await transport.sendMail({ to, subject: title, html: cleanHtml(content) });
    } catch (error) {
      const { responseCode, message } = error as { readonly responseCode?: number; readonly message?: string };
      if (responseCode !== undefined && responseCode >= 500)
        throw new SendRefused(message ?? `邮件服务应答 ${responseCode}`);
      throw error;
    }
  };
}
