import { sql } from "kysely";
import { callerOf } from "../auth/access.ts";
import { makeCaller } from "../auth/make-caller.ts";
import { tenantFor } from "../auth/tenants.ts";
import { findUser } from "../auth/user-store.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { refuse } from "../http/refusal.ts";
import { whyButton, whyField, whyRow } from "./grants/why.ts";

interface WhyQuery {
  readonly userId?: string;
  readonly code?: string;
  readonly model?: string;
  readonly field?: string;
  readonly id?: string;
}

/** "Why?": for a user and a button, a field or a row, every rule that decides with its values. */
export const routes: RouteModule = (api, { db, engine, clock }) => {
  const why = { config: { permission: "system:user:why" } };
  const explained = { config: { ...why.config, isExplanation: true } };

  /** What can be asked about: buttons by their code, models with their fields. */
  api.get("/sys/permission/whyTargets", why, async () => {
    const { rows } = await sql<{ name: string; perms: string; page: string | null }>`
      select row.name, row.perms, page.name as page from sys_permission row
      left join sys_permission page on page.id = row.parent_id
      where coalesce(row.del_flag, 0) = 0 and coalesce(row.perms, '') <> '' order by page.sort_no, row.sort_no, row.id`.execute(
      db.kysely,
    );
    const models = [...engine.models.values()].map((model) => ({
      id: model.id,
      title: model.title,
      fields: [...model.fields.values()].map((field) => ({ name: field.name, title: field.title })),
    }));
    return ok({
      codes: rows.map((row) => ({ code: row.perms, title: [row.page, row.name].filter(Boolean).join(" / ") })),
      models,
    });
  });

  api.get<{ Querystring: WhyQuery }>("/sys/permission/why", explained, async (request) => {
    const { userId = "", code, model: modelId, field, id } = request.query;
    // Who may not see the user learns nothing about them.
    const asker = callerOf(request);
    await engine.queryById("system/user", userId, asker);
    const user = await findUser(db.kysely, { id: userId });
    if (!user) throw refuse("用户不存在！");
    const place = { sessionId: "", orgCode: user.orgCode, tenantId: tenantFor(user, asker) };
    const caller = await makeCaller(db.kysely, { user, ...place });
    if (code) return ok(await whyButton(db.kysely, caller, code.slice(0, 200)));
    const model = modelId === undefined ? undefined : engine.models.get(modelId);
    if (!model) throw refuse("参数不识别！");
    if (id) return ok(await whyRow(db.kysely, model, id.slice(0, 64), caller, asker, clock()));
    const found = field === undefined ? undefined : whyField(model, field, caller);
    if (!found) throw refuse("参数不识别！");
    return ok(found);
  });
};
