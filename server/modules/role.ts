import { callerOf } from "../auth/access.ts";
import type { Caller } from "../auth/caller.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { refuse } from "../http/refusal.ts";

type Query = Readonly<Record<string, string | undefined>>;

/** Look-ups of roles (contract 02 §2.2); the rows are the model system/role. */
export const routes: RouteModule = (api, { engine }) => {
  const look = { config: { permission: "system:role:list,system:user:list" } };

  const rolesOf = async (caller: Caller) => {
    const query = { pageNo: "1", pageSize: "1000", column: "roleCode", order: "asc" };
    return (await engine.list("system/role", query, caller)).records;
  };

  api.get("/sys/role/queryall", look, async (request) => {
    const records = await rolesOf(callerOf(request));
    if (records.length === 0) throw refuse("未找到角色信息");
    return ok(records);
  });

  api.get("/sys/permission/loadAllRoleIds", look, async (request) =>
    ok((await rolesOf(callerOf(request))).map(({ id }) => id)),
  );

  api.get<{ Querystring: Query }>("/sys/role/checkRoleCode", look, async (request) => {
    const { roleCode = "", id = "" } = request.query;
    const isFree = await engine.isFree("system/role", "roleCode", roleCode, id, callerOf(request));
    if (!isFree) throw refuse("角色编码已存在");
    return ok(true);
  });
};
