import type { FastifyRequest } from "fastify";
import { decideAction } from "../../runtime/permission/action.ts";
import { callerOf } from "../auth/access.ts";
import type { Caller } from "../auth/caller.ts";
import { writeOperationLog } from "../auth/sign-in-log.ts";
import { splitList } from "../auth/user-store.ts";
import type { RouteModule } from "../context.ts";
import type { Queryable } from "../db/database.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { quoted, refuse } from "../http/refusal.ts";
import { readId, readRowBody } from "../models/engine-parts.ts";
import { setControls } from "../online/forms/rights/controls.ts";
import { type ReportDefinition, resolveDefinition } from "../online/reports/definition.ts";
import { columnControls, exportControl, reportMenu, reportRightRows } from "../online/reports/report-controls.ts";
import { draftOf } from "../online/reports/versions.ts";
import { changedRoles, giveRight, type RoleChoice } from "./grants/give-right.ts";

type Call = FastifyRequest<{ Querystring: Readonly<Record<string, string | undefined>> }>;

const base = "/online/cgreport/head";
const reading = { config: { permission: "system:role:list", platform: true } } as const;
const controlling = { config: { permission: "system:permission:add", platform: true, stepUp: true } } as const;

/** The page of a report's rights: who opens it, exports it and sees each of its columns (decision 0146). */
export const routes: RouteModule = (api, { db, engine, clock, newId }) => {
  api.get(`${base}/rights`, reading, async (request: Call) => {
    refuseStranger(callerOf(request));
    const text = (request.query.title ?? "").replaceAll("*", "").trim();
    const rows = await reportRightRows(db.kysely, await stored(db.kysely, request.query.id));
    return ok(rows.filter(({ title, kind }) => text === "" || (kind !== "open" && String(title).includes(text))));
  });

  api.put(`${base}/rights`, controlling, async (request) => {
    const giver = callerOf(request);
    const { id, kind, name, seeOn, seeRoles, seeLast } = readRowBody(request.body);
    const definition = await stored(db.kysely, id);
    const isOn = kind === "column" ? seeOn === true : true;
    const last = new Set(splitList(seeLast ?? ""));
    // Control that is switched off keeps what was granted.
    const roles: RoleChoice = { last, wanted: isOn ? new Set(splitList(seeRoles ?? "")) : last };
    await refuseRoles(roles, giver);
    const lines = await db.transaction(async (trx) => {
      const { menuId } = await reportMenu(trx, definition);
      if (kind !== "open") {
        const before = await controlOf(trx, definition, kind, name);
        const change = { control: { ...before, isOn: before.id !== undefined && before.isOn }, isOn };
        await setControls({ trx, engine }, menuId, [change], giver);
      }
      const permissionId = kind === "open" ? menuId : (await controlOf(trx, definition, kind, name)).id;
      const save = { trx, giver, now: clock(), models: engine.models, newId };
      return permissionId === undefined ? [] : giveRight(save, permissionId, roles);
    });
    for (const line of lines) await writeOperationLog(db.kysely, request, giver, line, 3);
    return ok(null, "保存成功！");
  });

  async function refuseRoles(choice: RoleChoice, giver: Caller): Promise<void> {
    const roles = changedRoles(choice);
    if (roles.length > 0 && !decideAction(giver, "system:role:grant").allowed) throw new AppError("FORBIDDEN");
    for (const role of roles) await engine.requireChangeable("system/role", role, giver);
  }
};

const stored = async (db: Queryable, id: unknown): Promise<ReportDefinition> =>
  resolveDefinition(await draftOf(db, readId(id)));

async function controlOf(db: Queryable, definition: ReportDefinition, kind: unknown, name: unknown) {
  const menu = await reportMenu(db, definition);
  if (kind === "export") return exportControl(definition, menu);
  const found = kind === "column" ? columnControls(definition, menu).find((one) => one.name === name) : undefined;
  if (!found) throw refuse(`报表没有可以控制的列${quoted(String(name))}`);
  return found;
}

/** Columns are a designer's to see, roles those of who administers them: this page shows both. */
function refuseStranger(caller: Caller): void {
  if (!decideAction(caller, "online:cgreport:list").allowed) throw new AppError("FORBIDDEN");
}
