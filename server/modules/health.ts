import type { RouteModule } from "../context.ts";
import { AppError } from "../http/errors.ts";

/**
 * For whoever watches the process. None says more than that it answers: `/health` and `/health/ready` with its database,
 * `/health/live` alone; `/health/ready` refuses while the process drains.
 */
export const routes: RouteModule = (api, { db, drain }) => {
  const open = { config: { permission: "public" }, exposeHeadRoute: true } as const;
  const answers = async () => {
    await db.ping();
    return { status: "ok" };
  };
  api.get("/health", open, answers);
  api.get("/health/live", open, async () => ({ status: "ok" }));
  api.get("/health/ready", open, async () => {
    if (drain.isOn) throw new AppError("STOPPING");
    return answers();
  });
};
