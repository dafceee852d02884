import { decideAction } from "../../runtime/permission/action.ts";
import { callerOf } from "../auth/access.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { readAggregate } from "../models/aggregate-rows.ts";
import { readRowBody } from "../models/engine-parts.ts";

/** Figures for dashboards: who may list the rows of a model may have them summed. */
export const routes: RouteModule = (api, { engine }) => {
  api.post("/lowcode/aggregate", { config: { permission: "session", operation: false } }, async (request) => {
    const caller = callerOf(request);
    const { model: id, ...body } = readRowBody(request.body);
    const model = engine.models.get(String(id));
    // Which models exist is not told to those who may not see them.
    if (!model || !decideAction(caller, `${model.permissionPrefix}:list`).allowed) throw new AppError("FORBIDDEN");
    return ok(await engine.aggregate(model.id, readAggregate(body), caller));
  });
};
