import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { FastifyRequest } from "fastify";
import { businessTime } from "../../runtime/format/business-time.ts";
import { callerOf } from "../auth/access.ts";
import { writeOperationLog } from "../auth/sign-in-log.ts";
import type { RouteModule } from "../context.ts";
import { BackupBusy, Backups } from "../files/backup/backups.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { refuse } from "../http/refusal.ts";

/** Items of dictionary `operate_type`. */
const operationTypes = { query: 1, add: 2, delete: 4, export: 6 } as const;

interface ByName {
  readonly Querystring: { readonly id?: string };
}

/** Backups of this server (`npm run backup` makes the same files). A backup holds everything, so it is for administrators. */
export const routes: RouteModule = (api, { db, files, config, clock }) => {
  const backups = new Backups({ db, files, dataDir: config.dataDir, timeZone: config.timeZone, clock });
  const guarded = (action: string, operation?: string) => ({
    config: { permission: `system:backup:${action}`, platform: true, ...(operation ? { operation } : {}) },
  });
  // The file holds every row of every tenant.
  const downloading = { config: { ...guarded("download").config, stepUp: true } } as const;

  api.get<{ Querystring: { pageNo?: string; pageSize?: string } }>(
    "/sys/backup/list",
    guarded("list"),
    async (request) => {
      const size = Math.min(200, Math.max(1, Number(request.query.pageSize) || 10));
      const current = Math.max(1, Number(request.query.pageNo) || 1);
      const all = await backups.list();
      const records = all.slice((current - 1) * size, current * size).map(({ name, at, size: bytes, ...rest }) => ({
        id: name,
        name,
        createTime: businessTime(new Date(at), config.timeZone),
        size: `${(bytes / 1024 / 1024).toFixed(2)} MB`,
        tables: rest.summary?.tables ?? null,
        rows: rest.summary?.rows ?? null,
        files: rest.summary?.files ?? null,
        rehearsal: rest.rehearsal === undefined ? "none" : rest.rehearsal.ok ? "ok" : "failed",
        rehearsalTime: rest.rehearsal?.at ?? null,
        rehearsalText: rest.rehearsal?.text ?? null,
      }));
      return ok({ records, total: all.length, size, current, pages: Math.ceil(all.length / size) });
    },
  );

  api.post("/sys/backup/create", guarded("create", "立即备份"), async (request) => {
    requireAdmin(request);
    const { name, summary } = await unlessBusy(() => backups.create());
    await tell(request, `备份为 ${name}`, operationTypes.add);
    return ok({ name, ...summary }, `备份完成：${summary.tables} 个表、${summary.rows} 行、${summary.files} 个文件`);
  });

  api.post<ByName>("/sys/backup/rehearse", guarded("rehearse", "演练恢复"), async (request) => {
    requireAdmin(request);
    const name = await knownName(request.query.id);
    const rehearsal = await unlessBusy(() => backups.rehearse(name));
    await tell(request, `用备份 ${name} 演练恢复：${rehearsal.ok ? "通过" : "没有通过"}`, operationTypes.query);
    if (!rehearsal.ok) throw refuse(`演练没有通过：${rehearsal.text}`);
    return ok(rehearsal, `演练通过：${rehearsal.text}`);
  });

  api.delete<ByName>("/sys/backup/delete", guarded("delete", "删除备份"), async (request) => {
    requireAdmin(request);
    const name = await knownName(request.query.id);
    await backups.remove(name);
    await tell(request, `删除备份 ${name}`, operationTypes.delete);
    return ok(null, "删除成功!");
  });

  api.get<ByName>("/sys/backup/download", downloading, async (request, reply) => {
    requireAdmin(request);
    const name = await knownName(request.query.id);
    await tell(request, `下载备份 ${name}`, operationTypes.export);
    const path = backups.path(name);
    return reply
      .type("application/gzip")
      .header("Content-Length", (await stat(path)).size)
      .header("Cache-Control", "private, no-store")
      .header("Content-Disposition", `attachment; filename="${name}"`)
      .send(createReadStream(path));
  });

  /** The log names the file: what was done to which backup is what an auditor asks. */
  const tell = (request: FastifyRequest, text: string, type: number) =>
    writeOperationLog(db.kysely, request, callerOf(request), text, type);

  async function knownName(id: string | undefined): Promise<string> {
    const found = (await backups.list()).find(({ name }) => name === id);
    if (!found) throw refuse("没有这个备份");
    return found.name;
  }
};

function requireAdmin(request: Parameters<typeof callerOf>[0]): void {
  if (!callerOf(request).isAdmin) throw new AppError("FORBIDDEN");
}

async function unlessBusy<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BackupBusy) throw refuse(error.message);
    throw error;
  }
}
