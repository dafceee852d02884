import type { FastifyRequest } from "fastify";
import { strToU8, zipSync } from "fflate";
import { sql } from "kysely";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { reportDocuments } from "../../runtime/online-reports/report-documents.ts";
import { decideAction } from "../../runtime/permission/action.ts";
import { callerOf } from "../auth/access.ts";
import type { Caller } from "../auth/caller.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { idempotencyKeyOf } from "../http/idempotency-key.ts";
import { refuse } from "../http/refusal.ts";
import { readId, readRowBody } from "../models/engine-parts.ts";
import type { Draft, HookContext, ModelHooks, SaveContext } from "../models/hooks.ts";
import { mergedRows } from "../models/merged-rows.ts";
import { buildTables } from "../online/reports/build-tables.ts";
import {
  findHead,
  type HeadRow,
  readDraft,
  readPublished,
  resolveDefinition,
  type StoredDefinition,
} from "../online/reports/definition.ts";
import { readReportFile } from "../online/reports/report-file.ts";
import { menuOf, reportAddress } from "../online/reports/report-menu.ts";
import { reportPrefix, runAsCode, sourceCode } from "../online/reports/report-rights.ts";
import { removeJobs } from "../online/reports/subscription-job.ts";
import { draftOf, keepVersion, paramNames } from "../online/reports/versions.ts";
import { addMadePage, typedText } from "./grants/made-page.ts";

type Query = Readonly<Record<string, string | undefined>>;

const models = { head: "online/cgreport-head", item: "online/cgreport-item", param: "online/cgreport-param" } as const;
const base = "/online/cgreport";
/** The group below which reports are put; an administrator moves them. */
const reportGroup = "report";

/**
 * The rows of online reports as recorded clients write and read them (contract 07 §7.2), beside what the models bring.
 */
export const routes: RouteModule = (api, context) => {
  const { db, engine, reports } = context;
  const may = (action: string, more: { readonly stepUp?: true; readonly isExplanation?: true } = {}) => ({
    config: { permission: `online:cgreport:${action}`, ...more },
  });

  /** `{head, params, items}` of recorded clients, or the row of our own console with its sub-rows. */
  api.post(`${base}/head/add`, may("add"), async (request) => {
    const body = readRowBody(request.body);
    const options = { idempotencyKey: idempotencyKeyOf(request) };
    return ok(await engine.add(models.head, bodyOf(body), callerOf(request), options), "添加成功！");
  });

  api.put(`${base}/head/editAll`, may("edit"), async (request) => {
    const body = readRowBody(request.body);
    const head = bodyOf(body);
    const id = readId(head.id);
    const draft = await readDraft(db.kysely, id);
    if (!draft) throw new AppError("ROW_NOT_FOUND");
    const whole = {
      ...head,
      items: mergedRows(draft.items, body.items, body.deleteItemIds),
      params: mergedRows(draft.params, body.params, body.deleteParamIds),
    };
    return ok(await engine.edit(models.head, whole, callerOf(request)), "编辑成功!");
  });

  /** Sub-rows by the report's id or code. */
  const listBelow = (model: string) => async (request: FastifyRequest<{ Querystring: Query }>) => {
    const { headId, headCode } = request.query;
    const head = await findHead(db.kysely, readId(headId ?? headCode));
    return ok(head ? await engine.listByMainId(model, head.id, callerOf(request)) : []);
  };
  api.get(`${base}/item/listByHeadId`, may("list"), listBelow(models.item));
  api.get(`${base}/item/listByHeadCode`, may("list"), listBelow(models.item));
  api.get(`${base}/param/listByHeadId`, may("list"), listBelow(models.param));

  api.post(`${base}/head/copy`, may("add"), async (request) => {
    const caller = callerOf(request);
    const draft = await draftOf(db.kysely, readId(readRowBody(request.body).id));
    return ok(await addCopy(draft, caller, idempotencyKeyOf(request)), "复制成功！");
  });

  api.get<{ Querystring: Query }>(`${base}/head/exportDefinition`, may("list"), async (request, reply) => {
    const draft = await draftOf(db.kysely, readId(request.query.id));
    const name = encodeURIComponent(`${String(draft.head.code)}.cgreport.json`);
    return reply
      .type("application/json; charset=utf-8")
      .header("Content-Disposition", `attachment; filename*=UTF-8''${name}`)
      .send(JSON.stringify(withoutIds(draft), null, 2));
  });

  /** What runs of a report, else its draft, as files of a document root, with which it is published elsewhere. */
  api.get<{ Querystring: Query }>(`${base}/head/exportDocuments`, may("list"), async (request, reply) => {
    const head = await findHead(db.kysely, readId(request.query.id));
    const definition = head && (await running(head));
    if (!definition) throw new AppError("ROW_NOT_FOUND");
    const typed = (model: string, rows: StoredDefinition["items"]) => rows.map((row) => withNumbers(row, model));
    const rows = {
      head: withNumbers(definition.head, models.head),
      items: typed(models.item, definition.items),
      params: typed(models.param, definition.params),
    };
    const files = reportDocuments(rows, await menuOf(db.kysely, head.id));
    const name = encodeURIComponent(`${String(definition.head.code)}.documents.zip`);
    return reply
      .type("application/zip")
      .header("Content-Disposition", `attachment; filename*=UTF-8''${name}`)
      .send(Buffer.from(zipSync(Object.fromEntries(files.map(({ path, text }) => [path, strToU8(text)])))));
  });

  /** The driver reads whole numbers as text; documents write them as numbers. */
  const withNumbers = (row: Row, model: string): Row =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => {
        const isNumber = engine.models.get(model)?.fields.get(name)?.type === "integer";
        return [name, isNumber && typeof value === "string" ? Number(value) : value];
      }),
    );
  const running = async (head: HeadRow) =>
    (await readPublished(db.kysely, head)) ?? (await readDraft(db.kysely, head.id));
  const broughtBy = (request: FastifyRequest) => {
    const caller = callerOf(request);
    return readReportFile(readRowBody(request.body).definition, {
      models: engine.models,
      tables: new Map(buildTables(reports.sql.catalogue(caller)).map((table) => [table.name, table])),
      reportOf: async (code) => {
        const head = await findHead(db.kysely, code);
        return head && running(head);
      },
    });
  };
  /** What an import would make, and what of a document it could not take. */
  api.post(`${base}/head/checkDefinition`, may("add", { isExplanation: true }), async (request) => {
    const { definition, left } = await broughtBy(request);
    return ok({ name: definition.head.name ?? null, left });
  });
  api.post(`${base}/head/importDefinition`, may("add"), async (request) => {
    const { definition } = await broughtBy(request);
    return ok(await addCopy(definition, callerOf(request), idempotencyKeyOf(request)), "导入成功！");
  });

  /** What its readers could not run is not published: they would meet what only its designer can mend. */
  api.put(`${base}/head/publish`, may("publish"), async (request) => {
    const body = readRowBody(request.body);
    const draft = await readDraft(db.kysely, readId(body.id));
    if (draft && draft.items.length > 0) await reports.refuseUnreadable(resolveDefinition(draft));
    const options = { idempotencyKey: idempotencyKeyOf(request) };
    return ok(await engine.transition(models.head, "publish", body, callerOf(request), options), "发布成功！");
  });

  api.post(`${base}/head/addMenu`, may("menu", { stepUp: true }), async (request) => {
    const caller = callerOf(request);
    const { id, name, parentId, roleIds } = readRowBody(request.body);
    const head = await engine.queryById(models.head, readId(id), caller);
    if (head.publishedVersion === null && head.status !== "1") throw refuse("报表还没有发布，发布后才能加入菜单");
    const prefix = reportPrefix(String(head.id));
    const page = {
      url: reportAddress(String(head.id)),
      name: typedText(name) || String(head.name),
      parentId: typedText(parentId) || reportGroup,
      component: "modules/online/cgreport/auto/OnlCgreportAutoList",
      perms: `${prefix}:list`,
      buttons: [{ name: "导出", perms: `${prefix}:export` }],
    };
    return addMadePage(context, page, caller, roleIds);
  });

  /** A new draft of a definition, under a code of its own. */
  async function addCopy(definition: StoredDefinition, caller: Caller, idempotencyKey: string | undefined) {
    const { head, items, params } = withoutIds(definition);
    const code = await freeCode(String(head.code ?? ""));
    const isTaken = code !== head.code;
    const body = { ...head, code, ...(isTaken ? { name: `${String(head.name ?? "")}副本` } : {}), items, params };
    return engine.add(models.head, body, caller, { idempotencyKey });
  }

  async function freeCode(code: string): Promise<string> {
    const { rows } = await sql<{ code: string }>`
      select code from onl_cgreport_head where code = ${code} or code like ${`${code.replace(/[\\%_]/g, "\\$&")}\\_copy%`}`.execute(
      db.kysely,
    );
    const taken = new Set(rows.map((row) => row.code));
    if (!taken.has(code)) return code;
    for (let count = 1; ; count += 1) {
      const next = `${code.slice(0, 40)}_copy${count === 1 ? "" : count}`;
      if (!taken.has(next)) return next;
    }
  }
};

/** The engine's own body of what a recorded client or our console sends. */
function bodyOf(body: Row): Row {
  if (body.head === undefined) return body;
  const { items, params } = body;
  return {
    ...readRowBody(body.head),
    ...(items === undefined ? {} : { items }),
    ...(params === undefined ? {} : { params }),
  };
}

const withoutIds = ({ head, items, params }: StoredDefinition): StoredDefinition => {
  const bare = ({ id: _id, ...row }: Row) => row;
  return { head: bare(head), items: items.map(bare), params: params.map(bare) };
};

const definitionFields = [
  "code",
  "name",
  "cgrSql",
  "dbSource",
  "runAs",
  "returnValField",
  "returnTxtField",
  "returnType",
  "content",
  "refreshSeconds",
  "cacheSeconds",
  "settings",
];

const headHooks: ModelHooks = {
  async beforeSave(draft, context) {
    const { before } = context;
    refuseAsReport(draft, before, context.caller);
    refuseQuietCaller(draft, context);
    refuseSource(draft, before, context.caller);
    if (before === undefined) return;
    if (before.status === "0" && draft.status === "1") return publish(draft, context);
    if (!isChanged(draft, before, context.body)) return;
    await keepShipped(draft, before, context);
    draft.status = "0";
  },
  async afterRead(rows, { database }) {
    const names = await paramNames(
      database,
      rows.map(({ id }) => String(id)),
    );
    for (const row of rows) row.menuAddress = reportAddress(String(row.id), names.get(String(row.id)));
  },
  async afterDelete(rows, { trx }) {
    const ids = rows.map(({ id }) => String(id));
    await trx.deleteFrom("onl_cgreport_version").where("cgrhead_id", "in", ids).execute();
    const sent = await trx
      .deleteFrom("onl_cgreport_subscription")
      .where("cgrhead_id", "in", ids)
      .returning("id")
      .execute();
    await removeJobs(
      trx,
      sent.map(({ id }) => String(id)),
    );
  },
};

/** Only who holds the right of its own makes, changes or publishes a text that leaves data rules out. */
function refuseAsReport(draft: Draft, before: Row | undefined, caller: Caller): void {
  const isAsReport = draft.runAs === "report" || before?.runAs === "report";
  if (isAsReport && !decideAction(caller, runAsCode).allowed) throw new AppError("FORBIDDEN");
}

/**
 * A scope that the writer may not choose was dropped as any field they may not write: they are told, not left to find
 * out.
 */
function refuseQuietCaller(draft: Draft, { body }: SaveContext): void {
  if (body.runAs !== "report" || draft.runAs === "report") return;
  throw refuse("没有让报表使用自己数据范围的权限，数据范围只能是查看人的数据权限");
}

/** Another system knows no rules of ours: its rows are for who may see the data sources. */
function refuseSource(draft: Draft, before: Row | undefined, caller: Caller): void {
  if (!draft.dbSource && !before?.dbSource) return;
  if (!decideAction(caller, sourceCode).allowed) throw new AppError("FORBIDDEN");
}

function isChanged(draft: Draft, before: Row, body: Row): boolean {
  if (body.items !== undefined || body.params !== undefined) return true;
  return definitionFields.some((name) => JSON.stringify(draft[name] ?? null) !== JSON.stringify(before[name] ?? null));
}

/** The version that runs from now on. */
async function publish(draft: Draft, { trx, caller, now, newId }: SaveContext): Promise<void> {
  const headId = String(draft.id);
  const definition = await draftOf(trx, headId);
  if (definition.items.length === 0) throw refuse("报表还没有列，请先解析查询语句");
  draft.publishedVersion = await keepVersion(trx, { headId, definition, username: caller.username, now, newId });
  draft.publishedBy = caller.username;
  draft.publishedTime = now;
}

/** A report that ships runs as it ships; before its first change that becomes a version, so that it goes on. */
async function keepShipped(
  draft: Draft,
  before: Row,
  { trx, now, newId }: Pick<HookContext, "trx" | "now" | "newId">,
): Promise<void> {
  if (before.status !== "1" || (before.publishedVersion ?? null) !== null) return;
  const headId = String(before.id);
  const definition = await draftOf(trx, headId);
  draft.publishedVersion = await keepVersion(trx, { headId, definition, username: "system", now, newId });
}

/** Columns and parameters that are changed by themselves change their report too. */
const belowHooks: ModelHooks = {
  beforeSave: (draft, context) => markChanged(String(draft.cgrheadId ?? context.before?.cgrheadId ?? ""), context),
  async beforeDelete(rows, context) {
    for (const id of new Set(rows.map(({ cgrheadId }) => String(cgrheadId)))) await markChanged(id, context);
  },
};

async function markChanged(headId: string, { trx, now, newId, caller }: HookContext): Promise<void> {
  const { rows } = await sql<{ status: string; run_as: string | null; published_version: unknown }>`
    select status, run_as, published_version from onl_cgreport_head where id = ${headId} for update`.execute(trx);
  const [head] = rows;
  if (!head) return;
  refuseAsReport({ runAs: head.run_as }, undefined, caller);
  const before = { id: headId, status: head.status, publishedVersion: head.published_version };
  const change: Draft = {};
  await keepShipped(change, before, { trx, now, newId });
  await sql`update onl_cgreport_head set status = '0', version = version + 1, update_time = ${now},
    published_version = coalesce(${change.publishedVersion ?? null}::bigint, published_version)
    where id = ${headId}`.execute(trx);
}

export const hooks: Readonly<Record<string, ModelHooks>> = {
  [models.head]: headHooks,
  [models.item]: belowHooks,
  [models.param]: belowHooks,
};
