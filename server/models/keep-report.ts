import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import type { Caller } from "../auth/caller.ts";
import type { ServerContext } from "../context.ts";
import { insertFile } from "../files/file-records.ts";
import type { Report } from "./import-routes.ts";

/** Keeps the report of an import; no row uses it, so only the importer can read it. */
export async function keepImportReport(
  context: Pick<ServerContext, "db" | "files" | "newId" | "clock">,
  { name, text }: Report,
  caller: Caller,
): Promise<{ readonly url: string; readonly fileName: string }> {
  const now = context.clock();
  const fileName = `${name(now.replace(/\D/g, ""))}.txt`;
  const bytes = Buffer.from(text);
  const url = `import/${now.slice(0, 7).replace("-", "")}/${Date.now()}${randomBytes(8).toString("hex")}.txt`;
  await context.files.write(url, Readable.from([bytes], { objectMode: true }));
  const file = {
    id: context.newId(),
    fileName,
    url,
    biz: "import",
    mimeType: "text/plain; charset=utf-8",
    fileSize: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  };
  await insertFile(context.db.kysely, file, caller, now);
  return { url, fileName };
}
