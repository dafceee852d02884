import type { CallOptions } from "./test-server.ts";

export interface FormPart {
  readonly name: string;
  readonly value: string | Buffer;
  readonly fileName?: string;
  readonly type?: string;
}

/** A multipart body as a browser sends it, with its header. */
export function multipartBody(parts: readonly FormPart[]): { readonly body: Buffer; readonly options: CallOptions } {
  const boundary = "----schema-console-test";
  const chunks = parts.flatMap((part) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${part.name}"${part.fileName === undefined ? "" : `; filename="${part.fileName}"`}\r\n${
        part.fileName === undefined ? "" : `Content-Type: ${part.type ?? "application/octet-stream"}\r\n`
      }\r\n`,
    ),
    Buffer.from(part.value),
    Buffer.from("\r\n"),
  ]);
  return {
    body: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    options: { headers: { "content-type": `multipart/form-data; boundary=${boundary}` } },
  };
}
