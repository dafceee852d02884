import type { Socket } from "node:net";
import type { Envelope } from "../../runtime/wire/envelope.ts";
import { type ErrorName, errorMessage, errorTable } from "./errors.ts";

/**
 * Room for a list query with long filters, so that the query itself can refuse them by name; what is longer still is
 * refused before it becomes a request.
 */
export const maxHeaderBytes = 256 * 1024;

const nameByCode: Readonly<Record<string, ErrorName>> = { HPE_HEADER_OVERFLOW: "TOO_LARGE" };

/** Answers bytes that never became a request: the one envelope, then the connection is closed. */
export function answerClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  if (socket.destroyed || !socket.writable || error.code === "ECONNRESET") return;
  const name = nameByCode[error.code ?? ""] ?? "BAD_REQUEST";
  const { http, code } = errorTable[name];
  const envelope: Envelope = {
    success: false,
    code,
    message: errorMessage(name, {}),
    result: null,
    timestamp: Date.now(),
  };
  const body = Buffer.from(JSON.stringify(envelope));
  socket.end(
    Buffer.concat([
      Buffer.from(
        `HTTP/1.1 ${http} Refused\r\nContent-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\n` +
          `X-Content-Type-Options: nosniff\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`,
      ),
      body,
    ]),
  );
}
