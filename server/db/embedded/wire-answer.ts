import type { AnsweredColumn } from "../database.ts";
import { readValueOf } from "../wire-types.ts";
import type { QueryResult, WireError } from "./protocol.ts";

type Answer = { readonly result: QueryResult } | { readonly error: WireError };

interface Column extends AnsweredColumn {
  readonly read: (text: string) => unknown;
}

/** What the engine answered to one `writeStatement`: the rows, or its first error. */
export function readAnswer(bytes: Uint8Array): Answer {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let columns: readonly Column[] = [];
  let tag = "";
  const rows: Record<string, unknown>[] = [];
  for (let at = 0; at < buffer.length; ) {
    const letter = String.fromCharCode(buffer[at] ?? 0);
    const start = at + 5;
    at += 1 + buffer.readInt32BE(at + 1);
    if (letter === "D") rows.push(readRow(buffer, start, columns));
    else if (letter === "T") columns = readColumns(buffer, start);
    else if (letter === "C") tag = tagAfter(tag, buffer.toString("utf8", start, at - 1));
    else if (letter === "E") return { error: readError(buffer, start, at) };
  }
  const [command = "", ...counts] = tag.split(" ");
  const affected = writes.has(command) ? Number(counts.at(-1)) : rows.length;
  return { result: { command, rowCount: affected, rows, columns } };
}

/** A `commit` sent with its statement does not hide what that one did. */
const tagAfter = (before: string, tag: string): string => (tag === "COMMIT" && before !== "" ? before : tag);

const writes = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

function readRow(buffer: Buffer, start: number, columns: readonly Column[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  let at = start + 2;
  for (const { name, read } of columns) {
    const length = buffer.readInt32BE(at);
    at += 4;
    if (length < 0) {
      row[name] = null;
      continue;
    }
    row[name] = read(buffer.toString("utf8", at, at + length));
    at += length;
  }
  return row;
}

/** Per column: name, table (4 bytes), place (2), type (4), size (2), modifier (4), format (2). */
function readColumns(buffer: Buffer, start: number): Column[] {
  let at = start + 2;
  return Array.from({ length: buffer.readInt16BE(start) }, () => {
    const end = buffer.indexOf(0, at);
    const name = buffer.toString("utf8", at, end);
    const [tableId, columnId] = [buffer.readUInt32BE(end + 1), buffer.readInt16BE(end + 5)];
    const typeId = buffer.readUInt32BE(end + 7);
    at = end + 19;
    return { name, tableId, columnId, typeId, read: readValueOf(typeId) };
  });
}

/** Fields of an error: one letter each, then its text. */
function readError(buffer: Buffer, start: number, end: number): WireError {
  const fields = new Map<string, string>();
  for (let at = start; at < end && buffer[at] !== 0; ) {
    const stop = buffer.indexOf(0, at + 1);
    fields.set(String.fromCharCode(buffer[at] ?? 0), buffer.toString("utf8", at + 1, stop));
    at = stop + 1;
  }
  const severity = fields.get("V") ?? fields.get("S");
  return {
    message: fields.get("M") ?? "",
    code: fields.get("C"),
    detail: fields.get("D"),
    constraint: fields.get("n"),
    fatal: severity === "PANIC" || severity === "FATAL",
  };
}
