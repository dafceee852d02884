import type { RouteModule } from "../context.ts";

/** For whoever watches the process; says nothing but that it answers and its database does. */
export const routes: RouteModule = (api, { db }) => {
  api.get("/health", { config: { permission: "public" } }, async () => {
    await db.ping();
    return { status: "ok" };
  });
};
