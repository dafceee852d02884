import type { FastifyRequest } from "fastify";
import { businessTime } from "../../runtime/format/business-time.ts";
import { formatNumber } from "../../runtime/format/number.ts";
import { admitLargeExport, callerOf } from "../auth/access.ts";
import { writeOperationLog } from "../auth/sign-in-log.ts";
import type { RouteModule } from "../context.ts";
import { exportChannel } from "../exports/export-centre.ts";
import { allowExport } from "../exports/export-sources.ts";
import { type ExportSource, type ExportTask, exportLimits } from "../exports/export-task.ts";
import { makerOf } from "../exports/maker-of.ts";
import { cancelTask, deleteTask, findTask, insertTask, listTasks, requeueTask } from "../exports/task-store.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { refuse } from "../http/refusal.ts";
import { readId } from "../models/engine-parts.ts";
import { chineseReader, wantsEnglish } from "../models/language/reader-texts.ts";
import { admitSheet, readFormat } from "../models/write-sheet.ts";

const exportType = 6;

const addBody = {
  type: "object",
  required: ["kind", "id", "format", "query"],
  additionalProperties: false,
  properties: {
    kind: { enum: ["model", "report", "screen"] },
    id: { type: "string", minLength: 1, maxLength: 128 },
    format: { enum: ["xlsx", "csv", "xls", "pdf"] },
    name: { type: "string", maxLength: 120 },
    query: {
      type: "object",
      maxProperties: 200,
      additionalProperties: { type: ["string", "number", "boolean", "null"], maxLength: exportLimits.query },
    },
  },
} as const;

interface AddBody extends ExportSource {
  readonly format: string;
  readonly name?: string;
  readonly query: Readonly<Record<string, string | number | boolean | null>>;
}

interface ById {
  readonly Querystring: { readonly id?: string };
}

/** A person's own exports that are made in the background. Who may export what is asked at each step, of the source. */
export const routes: RouteModule = (api, context) => {
  const { db, files, newId, clock, config } = context;
  const session = { config: { permission: "session" } };
  const changing = (operation: string) => ({ config: { permission: "session", operation } });
  const wake = () => db.notify(exportChannel, "");
  const log = (request: FastifyRequest, text: string) =>
    writeOperationLog(db.kysely, request, callerOf(request), text, exportType);

  api.post<{ Body: AddBody }>(
    "/sys/export/add",
    { ...changing("后台导出"), schema: { body: addBody } },
    async (request) => {
      const caller = callerOf(request);
      const { kind, id, format, name } = request.body;
      const query = wireTexts(request.body.query);
      if (JSON.stringify(query).length > exportLimits.query) throw new AppError("TOO_LARGE");
      const source = { kind, id };
      const allowed = await allowExport(context, source, query, caller);
      // Refuses a query or a column now that would fail later, when nobody is looking.
      const rowsTotal = await allowed.count();
      await admitLargeExport(request, async () => rowsTotal);
      const { columns } = await allowed.open(chineseReader);
      await admitSheet(format, { columns: columns.length, lines: allowed.lines ?? (async () => rowsTotal) });
      const task = {
        userId: caller.userId,
        username: caller.username,
        tenantId: caller.tenantId,
        orgCode: caller.orgCode,
        source,
        title: readName(name) || allowed.title,
        conditions: allowed.conditions,
        format: readFormat(format),
        english: wantsEnglish(request),
        query,
        rowsTotal,
      };
      const taskId = newId();
      await insertTask(db, task, { id: taskId, now: clock() });
      await log(request, `后台导出${allowed.title}，条件：${allowed.conditions}`);
      await wake();
      return ok({ id: taskId }, "已提交，完成后会通知您");
    },
  );

  api.get<{ Querystring: { state?: string; title?: string; pageNo?: string; pageSize?: string } }>(
    "/sys/export/list",
    session,
    async (request) => {
      const { state, title } = request.query;
      const pageSize = Math.min(200, Math.max(1, Math.trunc(Number(request.query.pageSize)) || 10));
      const pageNo = Math.min(1_000_000, Math.max(1, Math.trunc(Number(request.query.pageNo)) || 1));
      const wanted = { state: textOf(state), title: textOf(title)?.replace(/^\*|\*$/g, ""), pageNo, pageSize };
      const { tasks, total } = await listTasks(db.kysely, callerOf(request), wanted);
      const records = tasks.map((task) => shown(task, config.timeZone));
      return ok({ records, total, size: pageSize, current: pageNo, pages: Math.ceil(total / pageSize) });
    },
  );

  api.post<ById>("/sys/export/cancel", changing("取消后台导出"), async (request) => {
    const task = await own(request);
    if (!(await cancelTask(db.kysely, task.id, clock()))) throw refuse("这个导出已经结束，不能取消");
    return ok(null, "导出已取消");
  });

  api.post<ById>("/sys/export/retry", changing("重试后台导出"), async (request) => {
    const task = await own(request);
    await allowExport(context, task.source, task.query, callerOf(request));
    if (!(await requeueTask(db, task))) throw refuse("这个导出正在进行或已完成，不用重试");
    await wake();
    return ok(null, "已重新提交，完成后会通知您");
  });

  api.delete<ById>("/sys/export/delete", changing("删除后台导出"), async (request) => {
    const task = await own(request);
    if (!(await deleteTask(db.kysely, task.id))) throw refuse("这个导出正在进行，请先取消");
    if (task.filePath !== null) await files.remove(task.filePath);
    return ok(null, "删除成功!");
  });

  api.get<ById>("/sys/export/download", session, async (request, reply) => {
    const task = await own(request);
    await requireSameRights(task);
    const bytes = task.filePath === null ? undefined : await files.size(task.filePath);
    if (task.filePath === null || bytes === undefined) throw new AppError("FILE_NOT_FOUND");
    await log(request, `下载后台导出的${task.title}，条件：${task.conditions}`);
    return reply
      .type(task.mimeType ?? "application/octet-stream")
      .header("Content-Length", bytes)
      .header("Cache-Control", "private, no-store")
      .header("Content-Disposition", `attachment; filename*=UTF-8''${encodeURIComponent(fileNameOf(task))}`)
      .send(files.read(task.filePath));
  });

  /** Somebody else's export is not there. */
  async function own(request: FastifyRequest<ById>): Promise<ExportTask> {
    const { userId, tenantId } = callerOf(request);
    const task = await findTask(db.kysely, readId(request.query.id));
    if (task?.userId !== userId || task.tenantId !== tenantId) throw new AppError("ROW_NOT_FOUND");
    return task;
  }

  /**
   * A file holds what its maker saw when it was made: a right lost, a row rule or a mask added since closes it.
   *
   * @throws AppError FORBIDDEN without the right to export, INVALID for rights that are others now
   */
  async function requireSameRights(task: ExportTask): Promise<void> {
    if (task.state !== "done" || (task.expiresAt ?? 0) <= Date.now()) {
      throw refuse(task.state === "done" || task.state === "expired" ? "文件已过期，请重新导出" : "导出还没有完成");
    }
    const allowed = await allowExport(context, task.source, task.query, await makerOf(db.kysely, task));
    if (allowed.rights !== task.rights) throw refuse("您的权限在导出之后有变化，文件不能再下载，请重新导出");
  }
};

const textOf = (value: string | undefined) => (value === undefined || value === "" ? undefined : value);

/** As an address would carry it: what is empty asks nothing. */
function wireTexts(query: AddBody["query"]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === null || value === "" ? [] : [[name, String(value)]])),
  );
}

/** A file name that every system takes. */
const readName = (name = "") => name.replace(/[\p{Cc}\\/:*?"<>|]+/gu, " ").trim();

function shown(task: ExportTask, timeZone: string) {
  const { id, conditions, state, message, fileBytes, createTime, endTime } = task;
  return {
    id,
    title: fileNameOf(task),
    conditions,
    state,
    progress: progressOf(task),
    rows: rowsText(task),
    size: fileBytes === null || state !== "done" ? null : sizeText(fileBytes),
    message,
    createTime,
    endTime,
    expireTime: task.expiresAt === null || state !== "done" ? null : businessTime(new Date(task.expiresAt), timeZone),
  };
}

const fileNameOf = ({ title, format }: ExportTask) => `${title}.${format}`;

/** How many there are, or how many of how many there were when it stopped. */
function rowsText({ state, rowsDone, rowsTotal }: ExportTask): string {
  const done = formatNumber(rowsDone, 0);
  const isWhole = state === "done" || state === "expired" || rowsTotal === undefined;
  return isWhole ? done : `${done} / ${formatNumber(rowsTotal, 0)}`;
}

/** A total may be an estimate: nothing is ready before it is. */
function progressOf({ state, rowsDone, rowsTotal }: ExportTask): number | null {
  if (state === "done") return 100;
  if (state !== "running" && state !== "waiting") return null;
  return rowsTotal ? Math.min(99, Math.floor((rowsDone / rowsTotal) * 100)) : 0;
}

const sizeText = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.max(0.1, bytes / 1024).toFixed(1)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
