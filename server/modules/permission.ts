import { loadGrants } from "../auth/grants.ts";
import type { RouteModule } from "../context.ts";
import { callerOf } from "../http/access.ts";
import { ok } from "../http/envelope.ts";
import { buildPermissionPayload } from "../menu/menu-payload.ts";
import { loadPermissionRows } from "../menu/permission-rows.ts";

/** Menu and permission codes of the caller (contract 01 §1.4). */
export const routes: RouteModule = (api, { db }) => {
  const payloadOf = async (userId: string) => {
    const rows = await loadPermissionRows(db.kysely);
    const { permissionIds } = await loadGrants(db.kysely, userId);
    return buildPermissionPayload(rows, permissionIds);
  };

  api.get(
    "/sys/permission/getUserPermissionByToken",
    { config: { permission: "session", beforePasswordChange: true } },
    async (request) => ok(await payloadOf(callerOf(request).userId)),
  );

  api.get("/sys/permission/getPermCode", { config: { permission: "session" } }, async (request) => {
    const { codeList, auth, allAuth } = await payloadOf(callerOf(request).userId);
    return ok({ codeList, auth, allAuth, sysSafeMode: true });
  });
};
