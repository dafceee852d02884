import type { FastifyRequest } from "fastify";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { decideAction } from "../../runtime/permission/action.ts";
import { callerOf } from "../auth/access.ts";
import type { Caller } from "../auth/caller.ts";
import { writeOperationLog } from "../auth/sign-in-log.ts";
import { splitList } from "../auth/user-store.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { refuse } from "../http/refusal.ts";
import { readId, readRowBody } from "../models/engine-parts.ts";
import { controlsOf, type FormControl, menuRowOf, setControls } from "../online/forms/rights/controls.ts";
import { rightOf } from "../online/forms/rights/right-codes.ts";
import { holdersOfRights, rightRows } from "../online/forms/rights/right-rows.ts";
import { readForm, type StoredForm } from "../online/forms/stored-forms.ts";
import { changedRoles, giveRight, type RoleChoice } from "./grants/give-right.ts";

type Call = FastifyRequest<{ Querystring: Readonly<Record<string, string | undefined>> }>;

const base = "/online/cgform/head";
const reading = { config: { permission: "system:role:list", platform: true } } as const;
const controlling = { config: { permission: "system:permission:add", platform: true, stepUp: true } } as const;

/** The console's page of a form's rights: every button and field with the roles that hold it (decision 0112). */
export const routes: RouteModule = (api, { db, engine, clock, newId }) => {
  api.get(`${base}/rights`, reading, async (request: Call) => {
    refuseStranger(callerOf(request));
    const form = await stored(request.query.id);
    const text = (request.query.title ?? "").replaceAll("*", "").trim();
    const rows = await rightRows(db.kysely, [form, ...subsOf(form)], await menuRowOf(db.kysely, form.head.id));
    return ok(rows.filter(({ title, kind }) => text === "" || (kind !== "open" && String(title).includes(text))));
  });

  /** The roles that open the form. */
  api.get(`${base}/rightRoles`, reading, async (request: Call) => {
    refuseStranger(callerOf(request));
    const menuId = await menuRowOf(db.kysely, (await stored(request.query.id)).head.id);
    const roles = ((await holdersOfRights(db.kysely, [menuId])).get(menuId) ?? []).filter(({ isRole }) => isRole);
    return ok(roles.map(({ id, name, code }) => ({ id, roleName: name, roleCode: code })));
  });

  /** Who may see and change a field, press a button or open the form; all of it or, when a part is refused, nothing. */
  api.put(`${base}/rights`, controlling, async (request) => {
    const giver = callerOf(request);
    const { id, formId, kind, name, ...body } = readRowBody(request.body);
    const form = await stored(id);
    const own = [form, ...subsOf(form)].find(({ head }) => head.id === formId);
    if (!own) throw new AppError("ROW_NOT_FOUND");
    const menuId = await menuRowOf(db.kysely, form.head.id);
    const wishes = wishesOf(own, String(kind), String(name), body);
    await refuseRoles(wishes, giver);
    const lines = await db.transaction(async (trx) => {
      const before = await controlsOf(trx, own);
      const changes = wishes.flatMap(({ code, isOn }) => {
        const control = before.find((one) => one.code === code);
        return control && isOn !== undefined ? [{ control, isOn }] : [];
      });
      await setControls({ trx, engine }, menuId, changes, giver);
      const after = await controlsOf(trx, own);
      const save = { trx, giver, now: clock(), models: engine.models, newId };
      const told: string[] = [];
      for (const { code, roles } of wishes) {
        const permissionId = code === undefined ? menuId : after.find((one) => one.code === code)?.id;
        if (permissionId !== undefined) told.push(...(await giveRight(save, permissionId, roles)));
      }
      return told;
    });
    for (const line of lines) await writeOperationLog(db.kysely, request, giver, line, 3);
    return ok(null, "保存成功！");
  });

  async function refuseRoles(wishes: readonly Wish[], giver: Caller): Promise<void> {
    const roles = [...new Set(wishes.flatMap(({ roles }) => changedRoles(roles)))];
    if (roles.length > 0 && !decideAction(giver, "system:role:grant").allowed) throw new AppError("FORBIDDEN");
    for (const role of roles) await engine.requireChangeable("system/role", role, giver);
  }

  async function stored(id: unknown): Promise<StoredForm> {
    const form = await readForm(db.kysely, engine.models, readId(id));
    if (!form) throw new AppError("ROW_NOT_FOUND");
    return form;
  }
};

const subsOf = (form: StoredForm) => form.subs as readonly StoredForm[];

/** Fields and buttons are a designer's to see, roles those of who administers them: this page shows both. */
function refuseStranger(caller: Caller): void {
  if (!decideAction(caller, "online:cgform:list").allowed) throw new AppError("FORBIDDEN");
}

/** One right as the page wants it; without a code it is opening the form, which is always under control. */
interface Wish {
  readonly code: string | undefined;
  readonly isOn: boolean | undefined;
  readonly roles: RoleChoice;
}

const controlKinds: Readonly<Record<string, readonly FormControl["kind"][]>> = {
  button: ["button"],
  field: ["see", "edit"],
};

function wishesOf(form: StoredForm, kind: string, name: string, body: Row): readonly Wish[] {
  if (kind === "open") return [{ code: undefined, isOn: undefined, roles: rolesOf("see", body, true) }];
  const kinds = Object.hasOwn(controlKinds, kind) ? controlKinds[kind] : undefined;
  if (!kinds) throw refuse("参数不识别！");
  return kinds.flatMap((one) => {
    const verb = one === "edit" ? "edit" : "see";
    const isOn = body[`${verb}On`];
    // What the session fills cannot be edited by anybody; the page says nothing about it.
    if (isOn === undefined || isOn === null) return [];
    return [{ code: rightOf(form, one, name).code, isOn: isOn === true, roles: rolesOf(verb, body, isOn === true) }];
  });
}

/** Control that is switched off keeps what was granted. */
function rolesOf(verb: "see" | "edit", body: Row, isOn: boolean): RoleChoice {
  const last = new Set(splitList(body[`${verb}Last`] ?? ""));
  return { last, wanted: isOn ? new Set(splitList(body[`${verb}Roles`] ?? "")) : last };
}
