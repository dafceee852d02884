import type { FastifyReply, FastifyRequest } from "fastify";
import type { RouteModule } from "../context.ts";
import { findFile, insertFile, uploadedToday } from "../files/file-records.ts";
import { isStoredPath } from "../files/file-store.ts";
import { fileTypes, uploadLimits } from "../files/file-types.ts";
import { mayReadFile } from "../files/may-read-file.ts";
import { receiveUpload } from "../files/receive-upload.ts";
import { callerOf } from "../http/access.ts";
import { AppError } from "../http/errors.ts";

/** Uploads and the files that rows show (contract 08 §8.4). */
export const routes: RouteModule = (api, context) => {
  const { db, engine, files: store, newId, clock } = context;

  api.post("/sys/common/upload", { config: { permission: "session" } }, async (request) => {
    const caller = callerOf(request);
    if ((await uploadedToday(db.kysely, caller.username, clock())) > uploadLimits.dayBytes) {
      throw new AppError("INVALID", { details: { reason: "今天上传的文件已达上限，请明天再试" } });
    }
    const { biz, file } = await readParts(request);
    const received = await receiveUpload(file, biz, store);
    try {
      await insertFile(db.kysely, { id: newId(), ...received }, caller, clock());
    } catch (error) {
      await store.remove(received.url);
      throw error;
    }
    // The contract puts the path into `message`.
    return { success: true, code: 0, message: received.url, result: null, timestamp: Date.now() };
  });

  api.get<{ Params: { "*": string } }>(
    "/sys/common/static/*",
    { config: { permission: "session", fileCookie: true } },
    async (request, reply) => {
      const url = request.params["*"].replace(/,$/, "");
      const file = isStoredPath(url) ? await findFile(db.kysely, url) : undefined;
      const size = file && (await store.size(url));
      const isAllowed = file && size !== undefined && (await mayReadFile(engine, file, callerOf(request)));
      if (!isAllowed) throw new AppError("FILE_NOT_FOUND");
      return sendFile(reply, file.fileName, file.mimeType, size, store.read(url));
    },
  );
};

/** Fields may stand before or after the file; the file is taken as it comes, so `biz` must stand before it or in the address. */
async function readParts(request: FastifyRequest) {
  if (!request.isMultipart()) throw new AppError("BAD_REQUEST");
  const file = await request.file();
  if (!file) throw new AppError("INVALID", { details: { reason: "未上传任何文件" } });
  const field = [file.fields.biz].flat()[0];
  const biz = field && field.type === "field" ? String(field.value ?? "") : "";
  return { biz, file };
}

function sendFile(reply: FastifyReply, fileName: string, mimeType: string, size: number, body: NodeJS.ReadableStream) {
  const isInline = fileTypes.some((type) => type.inline && type.mimeType === mimeType);
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\]/g, "_");
  return reply
    .type(mimeType)
    .header("Content-Length", size)
    .header("Cache-Control", "private, no-store")
    .header("X-Content-Type-Options", "nosniff")
    .header("Content-Security-Policy", "default-src 'none'; sandbox")
    .header(
      "Content-Disposition",
      `${isInline ? "inline" : "attachment"}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    )
    .send(body);
}
