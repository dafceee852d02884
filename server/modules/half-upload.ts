import { callerOf } from "../auth/access.ts";
import type { RouteModule } from "../context.ts";
import { uploadLimits } from "../files/file-types.ts";
import type { HalfUpload } from "../files/half-uploads.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { readId } from "../models/engine-parts.ts";

interface ById {
  readonly Querystring: { readonly id?: string; readonly offset?: string };
}

/** Files that come in parts and may be continued: begun, asked for, sent part after part, or cancelled (decision 0152). */
export const routes: RouteModule = async (api, { halfUploads, settings }) => {
  const base = "/sys/common/upload/half";
  const open = { config: { permission: "session" } } as const;

  api.post<{ Body: { readonly fileName?: unknown; readonly biz?: unknown; readonly fileSize?: unknown } | null }>(
    base,
    { config: { permission: "session", operation: "上传文件" } },
    async (request) => {
      const { fileName, biz, fileSize } = request.body ?? {};
      if (typeof fileName !== "string" || typeof fileSize !== "number") throw new AppError("BAD_REQUEST");
      const wanted = { fileName, fileSize, biz: typeof biz === "string" ? biz : "" };
      return ok(stateOf(await halfUploads.begin(wanted, callerOf(request), await settings.current())));
    },
  );

  api.get<ById>(base, open, async (request) =>
    ok(stateOf(await halfUploads.find(readId(request.query.id), callerOf(request)))),
  );

  api.delete<ById>(base, open, async (request) => {
    await halfUploads.cancel(readId(request.query.id), callerOf(request));
    return ok(null);
  });

  // The bytes of a part are read where they are kept, and are no body for the checks of a call.
  await api.register(async (parts) => {
    parts.addContentTypeParser("application/octet-stream", (_request, _payload, done) => done(null));
    parts.put<ById>(base, open, async (request, reply) => {
      const caller = callerOf(request);
      const { id, offset } = request.query;
      if (!/^\d{1,15}$/.test(offset ?? "") || !request.headers["content-type"]) throw new AppError("BAD_REQUEST");
      // What announces itself as too large is not read at all; the connection ends with the answer.
      if (Number(request.headers["content-length"] ?? 0) > uploadLimits.partBytes) {
        reply.header("Connection", "close");
        throw new AppError("TOO_LARGE");
      }
      const half = await halfUploads.find(readId(id), caller);
      const allowance = await settings.current();
      // Refused in the middle, the rest is let through: a connection that breaks would take the answer along.
      const source = request.raw.iterator({ destroyOnReturn: false });
      const after = await halfUploads
        .append(half, Number(offset), source, caller, allowance)
        .finally(() => void request.raw.resume());
      if (after.path === null) return ok(stateOf(after));
      // As the call for whole files answers.
      return { success: true, code: 0, message: after.path, result: null, timestamp: Date.now() };
    });
  });
};

const stateOf = ({ id, fileSize, received, path }: HalfUpload) => ({ id, fileSize, received, path });
