import type { FastifyRequest } from "fastify";
import { decideAction } from "../../runtime/permission/action.ts";
import { callerOf } from "../auth/access.ts";
import { writeOperationLog } from "../auth/sign-in-log.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { refuse } from "../http/refusal.ts";
import { readId } from "../models/engine-parts.ts";
import { findBatch, type ImportBatch, listBatches, undoRows } from "../models/import-batch.ts";

const importType = 5;

interface ById {
  readonly Querystring: { readonly id?: string; readonly rest?: string };
}

/** A person's own imports, and how they are taken back. */
export const routes: RouteModule = (api, context) => {
  const { db, engine } = context;
  const session = { config: { permission: "session" } };

  api.get<{ Querystring: { fileName?: string; pageNo?: string; pageSize?: string } }>(
    "/sys/import/list",
    session,
    async (request) => {
      const pageSize = Math.min(200, Math.max(1, Math.trunc(Number(request.query.pageSize)) || 10));
      const pageNo = Math.min(1_000_000, Math.max(1, Math.trunc(Number(request.query.pageNo)) || 1));
      const title = String(request.query.fileName ?? "").replace(/^\*|\*$/g, "") || undefined;
      const { batches, total } = await listBatches(db.kysely, callerOf(request), { title, pageNo, pageSize });
      return ok({
        records: batches.map(shown),
        total,
        size: pageSize,
        current: pageNo,
        pages: Math.ceil(total / pageSize),
      });
    },
  );

  api.post<ById>("/sys/import/undo", { config: { permission: "session", operation: "撤销导入" } }, async (request) => {
    const caller = callerOf(request);
    const batch = await own(request);
    const model = engine.models.get(batch.modelId);
    if (!model) throw refuse("这个数据模型已不存在");
    const may = (action: string) => decideAction(caller, `${model.permissionPrefix}:${action}`).allowed;
    // Taking back is deleting and changing: no right is gained by an import.
    if (!may("import") || (batch.added > 0 && !may("delete")) || (batch.changed > 0 && !may("edit"))) {
      throw new AppError("FORBIDDEN");
    }
    if (!batch.canUndo) throw refuse(`超过 ${undoRows} 行的导入不能撤销`);
    const undone = await engine.undoImport(batch, caller, { isRest: request.query.rest === "true" });
    const what = `撤销导入${batch.title}，文件 ${batch.fileName}，共 ${undone} 行`;
    await writeOperationLog(db.kysely, request, caller, what, importType);
    return ok({ undone }, `已撤销 ${undone} 行`);
  });

  /** Somebody else's import is not there. */
  async function own(request: FastifyRequest<ById>): Promise<ImportBatch> {
    const { userId, tenantId } = callerOf(request);
    const batch = await findBatch(db.kysely, readId(request.query.id));
    if (batch?.userId !== userId || batch.tenantId !== tenantId) throw new AppError("ROW_NOT_FOUND");
    return batch;
  }
};

function shown({ id, title, fileName, added, changed, wrong, canUndo, createTime, undoTime, undone }: ImportBatch) {
  const state = undoTime !== null ? "undone" : canUndo ? "stored" : "large";
  return { id, title, fileName, added, changed, wrong, state, createTime, undoTime, undone };
}
