import { callerOf } from "../auth/access.ts";
import { tenantsOf } from "../auth/tenants.ts";
import { findUser, splitList } from "../auth/user-store.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";

/** The tenants that a person may choose among (contract 01 §1.2); `ids` only narrows their own. */
export const routes: RouteModule = (api, { db }) => {
  api.get<{ Querystring: { ids?: unknown } }>(
    "/sys/tenant/queryList",
    { config: { permission: "session" } },
    async (request) => {
      const user = await findUser(db.kysely, { id: callerOf(request).userId });
      const asked = splitList(request.query.ids);
      const own = user ? await tenantsOf(db.kysely, user) : [];
      return ok(asked.length === 0 ? own : own.filter(({ id }) => asked.includes(String(id))));
    },
  );
};
