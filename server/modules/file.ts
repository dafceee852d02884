import type { FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { decideAction } from "../../runtime/permission/action.ts";
import { callerOf } from "../auth/access.ts";
import type { RouteModule } from "../context.ts";
import { drawPicture } from "../data/sample/drawn-pictures.ts";
import { readRange } from "../files/byte-range.ts";
import { isDrawnPath } from "../files/drawn-path.ts";
import { findFile, uploadedToday } from "../files/file-records.ts";
import { isStoredPath } from "../files/file-store.ts";
import { fileTypes, uploadLimits } from "../files/file-types.ts";
import { dayIsFull } from "../files/half-uploads.ts";
import { admitUpload, newUploadPath, receiveUpload } from "../files/receive-upload.ts";
import { forgetUpload, recordUpload } from "../files/shared-content.ts";
import { Thumbnails } from "../files/thumbnail.ts";
import { dropNote, noteBytes } from "../files/unrecorded-bytes.ts";
import { listUploadKinds, readUploadKind } from "../files/upload-kinds.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { refuse } from "../http/refusal.ts";
import { isAttachedForReader } from "../messages/announcements/audience.ts";
import { readId } from "../models/engine-parts.ts";
import type { ModelHooks, ReadContext } from "../models/hooks.ts";
import { mayReadFile } from "../models/may-read-file.ts";
import { filesOf } from "../models/row-files.ts";

/** What a request may hold around its file: the other fields and the boundaries. */
const formBytes = 64 * 1024;

/** Uploads and the files that rows show (contract 08 §8.4). */
export const routes: RouteModule = (api, context) => {
  const { db, engine, files: store, newId, clock, settings } = context;

  const thumbnails = new Thumbnails(store);

  const receive = async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = callerOf(request);
    const { uploadDayMb, uploadMaxMb } = await settings.current();
    const maxBytes = Math.min(uploadMaxMb * 1024 * 1024, uploadLimits.fileBytes);
    // What announces itself as too large is not read at all; the connection ends with the answer.
    if (Number(request.headers["content-length"] ?? 0) > maxBytes + formBytes) {
      reply.header("Connection", "close");
      throw new AppError("TOO_LARGE");
    }
    if ((await uploadedToday(db.kysely, caller.username, clock())) > uploadDayMb * 1024 * 1024) {
      throw refuse(dayIsFull);
    }
    const { biz, file } = await readParts(request);
    const admitted = admitUpload(file.filename, await readUploadKind(db.kysely, biz), uploadMaxMb);
    const url = newUploadPath(admitted);
    const note = await noteBytes(db.kysely, { path: url, caller });
    try {
      const received = await receiveUpload(file, admitted, { url, store });
      await recordUpload({ db, files: store }, { id: newId(), ...received }, caller, clock(), async (trx) => {
        if (!(await dropNote(trx, note))) throw new AppError("UPLOAD_GONE");
      });
      return received;
    } catch (error) {
      // The sweep takes what stays.
      await store
        .remove(url)
        .then(() => dropNote(db.kysely, note))
        .catch(() => undefined);
      throw error;
    }
  };

  // The second is what clients of an object store call. It answers a path too: an address in a row would be no file.
  for (const path of ["/sys/common/upload", "/sys/upload/uploadMinio"]) {
    api.post(path, { config: { permission: "session", operation: "上传文件" } }, async (request, reply) => {
      const { url } = await receive(request, reply);
      // The contract puts the path into `message`.
      return { success: true, code: 0, message: url, result: null, timestamp: Date.now() };
    });
  }

  const listed = { config: { permission: "system:file:upload", operation: "上传文件" } };
  api.post("/sys/oss/file/upload", listed, async (request, reply) => ok(await receive(request, reply), "上传成功！"));

  api.get("/sys/common/upload/kinds", { config: { permission: "session" } }, async () =>
    ok(await listUploadKinds(db.kysely)),
  );

  api.delete<{ Querystring: { id?: string } }>(
    "/sys/oss/file/delete",
    { config: { permission: "system:file:delete", operation: "删除文件" } },
    async (request) => {
      const caller = callerOf(request);
      const file = await engine.queryById("system/file", readId(request.query.id), caller);
      if (!caller.isAdmin && file.createBy !== caller.username) throw refuse("只能删除自己上传的文件");
      if (file.usage !== null) throw refuse(`文件正在使用（${file.usage}），不能删除`);
      const object = await forgetUpload(db, String(file.id));
      if (object !== undefined) {
        await store.remove(object);
        await thumbnails.remove(object);
      }
      return ok(null, "删除成功!");
    },
  );

  api.get<{ Params: { "*": string }; Querystring: { thumb?: string } }>(
    "/sys/common/static/*",
    // As they are: by its first two bytes a text such as "80…" or "HK…" is taken for compressed already, and arrives broken.
    { config: { permission: "session", fileCookie: true }, exposeHeadRoute: true, compress: false },
    async (request, reply) => {
      const url = request.params["*"].replace(/,$/, "");
      const drawn = isDrawnPath(url) ? drawPicture(url, engine.models) : undefined;
      if (drawn !== undefined) return sendDrawing(reply, drawn);
      const file = isStoredPath(url) ? await findFile(db.kysely, url) : undefined;
      const size = file && (await store.size(file.object));
      const caller = callerOf(request);
      const isAllowed =
        file &&
        size !== undefined &&
        ((await mayReadFile({ db: db.kysely, engine }, file, caller)) ||
          (await isAttachedForReader(db.kysely, file, caller)));
      if (!isAllowed) throw new AppError("FILE_NOT_FOUND");
      const small = request.query.thumb === "1" ? await thumbnails.of(file.object, file.mimeType) : undefined;
      if (small) return fileHeads(reply, file.fileName, small.mimeType, small.size).send(store.read(small.path));
      const range = readRange(request.headers.range, size);
      if (range === "beyond") {
        return reply
          .code(416)
          .header("Content-Range", `bytes */${size}`)
          .header("Cache-Control", "private, no-store")
          .send();
      }
      const length = range ? range.end - range.start + 1 : size;
      fileHeads(reply, file.fileName, file.mimeType, length).header("Accept-Ranges", "bytes");
      if (range) reply.code(206).header("Content-Range", `bytes ${range.start}-${range.end}/${size}`);
      return reply.send(store.read(file.object, range));
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

/** Heads of an answer that is the bytes of a file, or some of them. */
function fileHeads(reply: FastifyReply, fileName: string, mimeType: string, size: number): FastifyReply {
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
    );
}

/** A picture of ours, shown by `<img>` only: as a page of its own it could load and run nothing either. */
function sendDrawing(reply: FastifyReply, svg: string) {
  return reply
    .type("image/svg+xml")
    .header("Cache-Control", "private, max-age=86400")
    .header("X-Content-Type-Options", "nosniff")
    .header("Content-Security-Policy", "default-src 'none'; sandbox")
    .send(svg);
}

/** What a row of the list needs beside what is stored: its size in words, the picture, who uses it. */
const fileHooks: ModelHooks = {
  async afterRead(rows, context) {
    for (const row of rows) {
      row.sizeText = sizeText(Number(row.fileSize ?? 0));
      row.picture = String(row.mimeType ?? "").startsWith("image/") ? row.url : null;
      row.usage = await usageOf(row, context);
      // Where the bytes lie may be the path of somebody else's file.
      delete row.object;
      delete row.sha256;
    }
  },
};

function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** The row that uses the file; one that the reader may not see is named by its kind only. */
async function usageOf(file: Row, { engine, caller, database }: ReadContext): Promise<string | null> {
  const model = engine.models.get(String(file.ownerModel ?? ""));
  const field = model?.fields.get(String(file.ownerField ?? ""));
  if (!model || !field || !file.ownerId) return null;
  const { rows } = await sql<{ value: unknown }>`select ${sql.ref(field.column)} as value
    from ${sql.table(model.table)} where id = ${file.ownerId}`.execute(database);
  if (!rows.some(({ value }) => filesOf(field, value).includes(String(file.url)))) return null;
  if (!decideAction(caller, `${model.permissionPrefix}:list`).allowed) return model.title;
  try {
    const row = await engine.queryById(model.id, String(file.ownerId), caller);
    return `${model.title} ${row[`${model.titleField}_dictText`] ?? row[model.titleField] ?? ""}`.trim();
  } catch (error) {
    if (error instanceof AppError) return model.title;
    throw error;
  }
}

export const hooks: Readonly<Record<string, ModelHooks>> = { "system/file": fileHooks };
