import type { Row } from "../../runtime/model/resolved-model.ts";
import type { RouteModule } from "../context.ts";
import { callerOf } from "../http/access.ts";
import { ok } from "../http/envelope.ts";
import { readRowBody } from "../models/engine-parts.ts";
import type { ModelHooks } from "../models/hooks.ts";
import { refuse } from "../query/refusal.ts";

type Query = Readonly<Record<string, string | undefined>>;

const model = "system/gateway-route";

/** Gateway routes (contract 03 §3.8). They are kept for a gateway that reads them; this server forwards nothing. */
export const routes: RouteModule = (api, { engine }) => {
  const may = (action: string) => ({ config: { permission: `system:gateway-route:${action}` } });

  /** Recorded clients ask for all routes as a plain list, the console's own list page by page. */
  api.get<{ Querystring: Query }>("/sys/gatewayRoute/list", may("list"), async (request) => {
    const caller = callerOf(request);
    if (request.query.pageNo) return ok(await engine.list(model, request.query, caller));
    const all = { pageNo: "1", pageSize: "1000", column: "createTime", order: "asc" };
    const { records } = await engine.list(model, all, caller);
    return ok(records.map((row) => ({ ...row, predicates: row.predicates ?? [], filters: row.filters ?? [] })));
  });

  api.post("/sys/gatewayRoute/updateAll", may("edit"), async (request) => {
    const caller = callerOf(request);
    const router = readRowBody(readRowBody(request.body).router);
    const body = { ...router, predicates: readList(router.predicates), filters: readList(router.filters) };
    const row = router.id ? await engine.edit(model, body, caller) : await engine.add(model, body, caller);
    return ok(row, "保存成功！");
  });

  api.delete<{ Querystring: Query }>("/sys/gatewayRoute/delete", may("delete"), async (request) => {
    await engine.remove(model, [request.query.id ?? ""], callerOf(request));
    return ok(null, "删除路由成功");
  });

  // Nothing is cached here: the next reader reads the rows as they are.
  const clear = {
    config: { permission: "system:gateway-route:list", changes: true, operation: "清除路由缓存" },
  } as const;
  api.get("/sys/gatewayRoute/clearRedis", clear, async () => ok(null, "清除成功！"));
};

/** Conditions and filters come as lists or as JSON text. */
function readList(value: unknown): readonly Row[] {
  if (value === null || value === undefined || value === "") return [];
  let list: unknown = value;
  if (typeof value === "string") {
    try {
      list = JSON.parse(value);
    } catch {
      throw refuse("匹配条件和过滤器须是 JSON 数组");
    }
  }
  const isNamed = (item: unknown) => typeof (item as Row | null)?.name === "string";
  if (!Array.isArray(list) || list.length > 100 || !list.every(isNamed)) {
    throw refuse("匹配条件和过滤器须是 JSON 数组，每项有 name 和 args");
  }
  return list;
}

const gatewayHooks: ModelHooks = {
  beforeSave(draft) {
    draft.predicates = readList(draft.predicates);
    draft.filters = readList(draft.filters);
  },
};

export const hooks: Readonly<Record<string, ModelHooks>> = { [model]: gatewayHooks };
