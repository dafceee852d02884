import { type AddressInfo, createServer, type Socket } from "node:net";

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as they came. */
  readonly data: string;
}

export interface SmtpServer {
  readonly url: string;
  readonly mails: ReceivedMail[];
  /** Answers the next recipients with this instead of accepting them, e.g. `451 later`. */
  answerRecipients(line: string | undefined): void;
  close(): Promise<void>;
}

/** A mail server that speaks enough of RFC 5321 to take mail in, on a port of its own. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let recipientAnswer: string | undefined;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    let text = "";
    let mail = { from: "", to: [] as string[] };
    let isData = false;
    const answer = (line: string) => socket.write(`${line}\r\n`);
    const command = (line: string) => {
      const word = line.slice(0, 4).toUpperCase();
      if (word === "EHLO" || word === "HELO") return answer("250 test");
      if (word === "MAIL") {
        mail = { from: /<([^>]*)>/.exec(line)?.[1] ?? "", to: [] };
        return answer("250 ok");
      }
      if (word === "RCPT") {
        if (recipientAnswer !== undefined) return answer(recipientAnswer);
        mail.to.push(/<([^>]*)>/.exec(line)?.[1] ?? "");
        return answer("250 ok");
      }
      if (word === "DATA") {
        isData = true;
        return answer("354 go on");
      }
      if (word === "QUIT") return socket.end("221 bye\r\n");
      return answer("250 ok");
    };
    socket.on("data", (chunk) => {
      text += chunk.toString("utf8");
      for (;;) {
        const end = text.indexOf(isData ? "\r\n.\r\n" : "\r\n");
        if (end < 0) return;
        const part = text.slice(0, end);
        text = text.slice(end + (isData ? 5 : 2));
        if (!isData) {
          command(part);
          continue;
        }
        isData = false;
        mails.push({ ...mail, data: part });
        answer("250 taken");
      }
    });
    answer("220 test");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    answerRecipients: (line) => {
      recipientAnswer = line;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** The HTML of a mail, whatever its transfer encoding. */
export function bodyOf(data: string): string {
  const [head = "", ...rest] = data.split("\r\n\r\n");
  const body = rest.join("\r\n\r\n");
  if (/base64/i.test(data)) {
    const parts = data.split(/\r\n\r\n/).map((part) => part.replace(/\s/g, ""));
    return parts.map((part) => Buffer.from(part, "base64").toString("utf8")).join("\n");
  }
  if (!/quoted-printable/i.test(head + body)) return body;
  const bytes = body.replace(/=\r\n/g, "").replace(/=([0-9A-F]{2})/g, (_, hex) => `%${hex}`);
  return decodeURIComponent(bytes.replace(/%(?![0-9A-F]{2})/g, "%25"));
}
