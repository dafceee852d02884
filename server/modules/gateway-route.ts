import type { Row } from "../../runtime/model/resolved-model.ts";
import { callerOf } from "../auth/access.ts";
import { clearedText } from "../config/caches/caches.ts";
import type { RouteModule } from "../context.ts";
import { notifyOnCommit } from "../db/commit-notices.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { compileParts, compileRoute, isProblem, readParts } from "../http/gateway/compile-route.ts";
import { readFilter } from "../http/gateway/filters.ts";
import { gatewayChannel } from "../http/gateway/gateway-routes.ts";
import { readPredicate } from "../http/gateway/predicates.ts";
import { refuse } from "../http/refusal.ts";
import { readRowBody } from "../models/engine-parts.ts";
import type { Draft, ModelHooks } from "../models/hooks.ts";

type Query = Readonly<Record<string, string | undefined>>;

const model = "system/gateway-route";

/** The rows of gateway routes (contract 03 §3.8); `gateway.ts` forwards by them. */
export const routes: RouteModule = (api, { engine, caches, config }) => {
  const may = (action: string) => ({ config: { permission: `system:gateway-route:${action}` } });

  /** Recorded clients ask for all routes as a plain list, the console's own list page by page. */
  api.get<{ Querystring: Query }>("/sys/gatewayRoute/list", may("list"), async (request) => {
    const caller = callerOf(request);
    const shown = (row: Row) => ({ ...row, forwarding: forwardingText(row, config.gatewayHosts) });
    if (request.query.pageNo) {
      const page = await engine.list(model, request.query, caller);
      return ok({ ...page, records: page.records.map(shown) });
    }
    const all = { pageNo: "1", pageSize: "1000", column: "createTime", order: "asc" };
    const { records } = await engine.list(model, all, caller);
    return ok(records.map((row) => ({ ...shown(row), predicates: row.predicates ?? [], filters: row.filters ?? [] })));
  });

  api.post("/sys/gatewayRoute/updateAll", may("edit"), async (request) => {
    const caller = callerOf(request);
    const sent = readRowBody(readRowBody(request.body).router);
    // The switch of recorded clients says true or false.
    const router = typeof sent.status === "boolean" ? { ...sent, status: sent.status ? 1 : 0 } : sent;
    const row = router.id ? await engine.edit(model, router, caller) : await engine.add(model, router, caller);
    return ok(row, "保存成功！");
  });

  api.delete<{ Querystring: Query }>("/sys/gatewayRoute/delete", may("delete"), async (request) => {
    await engine.remove(model, [request.query.id ?? ""], callerOf(request));
    return ok(null, "删除路由成功");
  });

  const clear = { permission: "system:gateway-route:edit", operation: "清除缓存", changes: true } as const;
  api.get("/sys/gatewayRoute/clearRedis", { config: clear }, async () => {
    const processes = await caches.clear();
    return ok({ text: clearedText(processes), processes }, "清除成功！");
  });
};

/** Whether calls are forwarded, and if not, why: hosts are the operator's to allow, so a route may be saved before. */
function forwardingText(row: Row, hosts: readonly string[]): string {
  if (Number(row.status) !== 1) return "已停用";
  const route = compileRoute(row, hosts);
  return typeof route === "string" ? `不能转发：${route}` : "可以转发";
}

/** @throws AppError INVALID that names the field and what it should be */
function checkParts(draft: Draft): void {
  const problems = [
    compileParts("predicates", draft.predicates, readPredicate),
    compileParts("filters", draft.filters, readFilter),
  ].filter(isProblem);
  const [first] = problems;
  if (!first) return;
  const fieldErrors = Object.fromEntries(problems.map(({ field, reason }) => [field, reason]));
  throw new AppError("INVALID", { details: { reason: first.reason }, result: { fieldErrors } });
}

const gatewayHooks: ModelHooks = {
  beforeSave(draft) {
    checkParts(draft);
    draft.predicates = readParts(draft.predicates);
    draft.filters = readParts(draft.filters);
  },
  afterSave: (_row, { trx }) => notifyOnCommit(trx, gatewayChannel),
  beforeDelete(rows) {
    const kept = rows.find(({ persistable }) => Number(persistable) === 1);
    if (kept) throw refuse(`路由 ${String(kept.name)} 设为保留，不能删除；请先取消保留`);
  },
  afterDelete: (_rows, { trx }) => notifyOnCommit(trx, gatewayChannel),
};

export const hooks: Readonly<Record<string, ModelHooks>> = { [model]: gatewayHooks };
