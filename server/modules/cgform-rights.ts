import type { FastifyRequest } from "fastify";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { tableTypes } from "../../runtime/online-forms/definition.ts";
import { decideAction } from "../../runtime/permission/action.ts";
import { callerOf } from "../auth/access.ts";
import { type GrantTarget, grantedIds } from "../auth/grant-targets.ts";
import { writeOperationLog } from "../auth/sign-in-log.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { quoted, refuse } from "../http/refusal.ts";
import { readId, readRowBody } from "../models/engine-parts.ts";
import { controlsOf, type FormControl, menuRowOf, setControls } from "../online/forms/rights/controls.ts";
import { rightOf } from "../online/forms/rights/right-codes.ts";
import { columnsOf, idList, ruleRow, wireOf, wireRule, wireTypes } from "../online/forms/rights/wire-rights.ts";
import { readForm, type StoredForm } from "../online/forms/stored-forms.ts";
import { chosenRules, loadRules } from "./grants/data-rules-of.ts";
import { grantWords } from "./grants/grant-words.ts";
import { type GrantChange, saveGrants } from "./grants/save-grants.ts";

type Call = FastifyRequest<{
  Params: Readonly<Record<string, string>>;
  Querystring: Readonly<Record<string, string | undefined>>;
}>;

const base = "/online/cgform/api";
const may = (permission: string, more: { readonly stepUp?: true } = {}) =>
  ({ config: { permission, platform: true, ...more } }) as const;
const asksCode = { stepUp: true } as const;
/** Rights are rows of the menu, so they need the rights of the menu's administration and nothing less. */
const reading = may("online:cgform:list");
const controlling = may("system:permission:add", asksCode);
const ruling = (action: "add" | "edit" | "delete") => may(`system:data-rule:${action}`, asksCode);
const granting = may("system:role:grant,system:depart:grant", asksCode);

/**
 * Rights of online forms as recorded clients set them (contract 06 §6.5). They are rows of the menu below the form's own
 * and data rules of it: the grant drawer, the engine and these calls know the same ones.
 */
export const routes: RouteModule = (api, { db, engine, clock, newId }) => {
  api.get(`${base}/authColumn/:id`, reading, async (request: Call) => {
    const forms = await withSubs(request.params.id);
    const lists = await Promise.all(
      forms.map(async (form, at) => columnsOf(form, await controlsOf(db.kysely, form), at === 0)),
    );
    return ok(lists.flat());
  });

  /** Every control of a field at once. */
  api.put(`${base}/authColumn`, controlling, async (request) => {
    const { cgformId, code, status } = readRowBody(request.body);
    await controlField(request, cgformId, code, { see: isSet(status), edit: isSet(status) });
    return ok(null, "操作成功！");
  });
  /** One of them: `switchFlag` says which, else the ones that are sent. A field is hidden in lists and forms alike. */
  api.post(`${base}/authColumn`, controlling, async (request) => {
    const { cgformId, code, switchFlag, listShow, formShow, formEditable } = readRowBody(request.body);
    const flag = switchFlag === undefined || switchFlag === null ? "" : String(switchFlag);
    const see = { "": listShow ?? formShow, "1": listShow, "2": formShow }[flag];
    const edit = { "": formEditable, "3": formEditable }[flag];
    await controlField(request, cgformId, code, {
      ...(see === undefined ? {} : { see: isSet(see) }),
      ...(edit === undefined ? {} : { edit: isSet(edit) }),
    });
    return ok(null, "操作成功！");
  });

  api.get(`${base}/authButton/:id`, reading, async (request: Call) => {
    const form = await stored(request.params.id);
    const controls = (await controlsOf(db.kysely, form)).filter(({ kind }) => kind === "button");
    return ok({
      buttonList: form.buttons.filter(({ buttonStatus }) => buttonStatus !== "0"),
      authList: controls.filter(({ id }) => id !== undefined).map(wireOf),
    });
  });
  api.post(`${base}/authButton`, controlling, async (request) => {
    const { cgformId, code, status } = readRowBody(request.body);
    const form = await stored(readId(cgformId));
    await control(request, form, [["button", readId(code), status === undefined || isSet(status)]]);
    const right = rightOf(form, "button", readId(code));
    const after = (await controlsOf(db.kysely, form)).find((one) => one.code === right.code);
    return ok(after && wireOf(after), "操作成功！");
  });
  api.put(`${base}/authButton/:id`, controlling, async (request: Call) => {
    const { form, right } = await ownerOf(request.params.id);
    await control(request, form, [[right.kind, right.name, false]]);
    return ok(null, "操作成功！");
  });

  api.get(`${base}/authPage/:id/:type`, reading, async (request: Call) => {
    const isButton = typeOf(request.params.type) === wireTypes.button;
    const lists = await Promise.all((await withSubs(request.params.id)).map((form) => controlsOf(db.kysely, form)));
    return ok(
      lists
        .flat()
        .filter(({ isOn, kind }) => isOn && (kind === "button") === isButton)
        .map(wireOf),
    );
  });

  const dataRules = async (id: string) => {
    const form = await stored(id);
    const rules = await loadRules(db.kysely, await menuOf(form));
    return rules.map((rule) => wireRule(form.head.id, rule));
  };
  api.get(`${base}/authData/:id`, reading, async (request: Call) => ok(await dataRules(request.params.id ?? "")));
  api.get(`${base}/validAuthData/:id`, reading, async (request: Call) =>
    ok((await dataRules(request.params.id ?? "")).filter(({ status }) => status === 1)),
  );
  api.post(`${base}/authData`, ruling("add"), async (request) => {
    const { cgformId, ...rule } = readRowBody(request.body);
    const form = await stored(readId(cgformId));
    const body = { ...ruleRow(rule), id: undefined, permissionId: await menuOf(form) };
    refuseUnknownColumn(form, body);
    return ok(await engine.add(ruleModel, body, callerOf(request)), "添加成功！");
  });
  api.put(`${base}/authData`, ruling("edit"), async (request) => {
    const { cgformId, ...rule } = readRowBody(request.body);
    const form = await stored(readId(cgformId));
    await ruleOf(form, readId(rule.id));
    refuseUnknownColumn(form, ruleRow(rule));
    return ok(await engine.edit(ruleModel, ruleRow(rule), callerOf(request)), "编辑成功！");
  });
  api.delete(`${base}/authData/:ruleId`, ruling("delete"), async (request: Call) => {
    await engine.remove(ruleModel, [readId(request.params.ruleId)], callerOf(request));
    return ok(null, "删除成功!");
  });

  /** What a role or a department holds of a form, of one type. */
  api.get(`${base}/roleAuth`, may("system:role:list,system:depart:grant"), async (request: Call) => {
    const { roleId, cgformId, type, authMode } = request.query;
    const target = targetOf(readId(roleId), authMode);
    await engine.queryById(grantModels[target.kind], target.id, callerOf(request));
    const wireType = typeOf(type);
    const form = await stored(readId(cgformId));
    const granted = await heldOf(target, form, wireType);
    return ok(
      granted.map((authId) => ({
        ...{ id: `${target.id}-${authId}`, roleId: target.id, authId, type: wireType },
        ...{ cgformId: form.head.id, authMode: authMode ?? "role" },
      })),
    );
  });

  const grants: readonly (readonly [call: string, type: number])[] = [
    ["roleColumnAuth", wireTypes.field],
    ["roleButtonAuth", wireTypes.button],
    ["roleDataAuth", wireTypes.data],
  ];
  for (const [call, type] of grants) {
    api.post(`${base}/${call}/:roleId/:cgformId`, granting, async (request: Call) => {
      const { authId, authMode } = readRowBody(request.body);
      const giver = callerOf(request);
      const target = targetOf(readId(request.params.roleId), authMode);
      if (!decideAction(giver, grantCodes[target.kind]).allowed) throw new AppError("FORBIDDEN");
      await engine.requireChangeable(grantModels[target.kind], target.id, giver);
      const form = await stored(readId(request.params.cgformId));
      const change = await changeOf(target, form, type, new Set(idList(authId)));
      const done = await db.transaction((trx) =>
        saveGrants({ trx, giver, target, now: clock(), models: engine.models, newId }, change),
      );
      await writeOperationLog(db.kysely, request, giver, await grantWords(db.kysely, engine.models, target, done), 3);
      return ok(null, "保存成功！");
    });
  }

  async function changeOf(
    target: GrantTarget,
    form: StoredForm,
    type: number,
    chosen: ReadonlySet<string>,
  ): Promise<GrantChange> {
    const offered = await offeredOf(form, type);
    const stranger = [...chosen].find((id) => !offered.has(id));
    if (stranger !== undefined) throw refuse(`${quoted(stranger)}不是这个表单的权限`);
    if (type !== wireTypes.data) return { wanted: chosen, last: new Set(await heldOf(target, form, type)) };
    const permissionId = await menuOf(form);
    return { wanted: new Set(), last: new Set(), rules: [{ permissionId, wanted: chosen, last: undefined }] };
  }

  async function offeredOf(form: StoredForm, type: number): Promise<ReadonlySet<string>> {
    if (type === wireTypes.data) return new Set((await dataRules(form.head.id)).map(({ id }) => String(id)));
    const lists = await Promise.all((await withSubs(form.head.id)).map((one) => controlsOf(db.kysely, one)));
    const own = lists.flat().filter(({ kind }) => (kind === "button") === (type === wireTypes.button));
    return new Set(own.flatMap(({ id }) => id ?? []));
  }

  async function heldOf(target: GrantTarget, form: StoredForm, type: number): Promise<readonly string[]> {
    const offered = await offeredOf(form, type);
    const held =
      type === wireTypes.data
        ? ((await chosenRules(db.kysely, target)).get(await menuOf(form)) ?? [])
        : await grantedIds(db.kysely, target);
    return held.filter((id) => offered.has(id));
  }

  async function controlField(
    request: FastifyRequest,
    cgformId: unknown,
    code: unknown,
    wanted: { readonly see?: boolean; readonly edit?: boolean },
  ): Promise<void> {
    const form = await stored(readId(cgformId));
    const name = readId(code);
    rightOf(form, "see", name);
    const kinds = (await controlsOf(db.kysely, form)).filter((one) => one.name === name && one.kind !== "button");
    const changes = kinds.flatMap(({ kind }) => {
      const isOn = kind === "button" ? undefined : wanted[kind];
      return isOn === undefined ? [] : [[kind, name, isOn] as const];
    });
    await control(request, form, changes);
  }

  async function control(
    request: FastifyRequest,
    form: StoredForm,
    changes: readonly (readonly [kind: FormControl["kind"], name: string, isOn: boolean])[],
  ): Promise<void> {
    const controls = await controlsOf(db.kysely, form);
    const meant = changes.flatMap(([kind, name, isOn]) => {
      const { code } = rightOf(form, kind, name);
      const one = controls.find((each) => each.code === code);
      return one ? [{ control: one, isOn }] : [];
    });
    const menuId = await menuOf(form);
    await db.transaction((trx) => setControls({ trx, engine }, menuId, meant, callerOf(request)));
  }

  /** The form and right that a row of the menu controls. */
  async function ownerOf(id: string | undefined) {
    const row = await db.kysely
      .selectFrom("sys_permission")
      .select("perms")
      .where("id", "=", readId(id))
      .executeTakeFirst();
    const headId = /^online:cgform:([^:]+):/.exec(String(row?.perms ?? ""))?.[1];
    const form = headId === undefined ? undefined : await readForm(db.kysely, engine.models, headId);
    const right = form && (await controlsOf(db.kysely, form)).find((one) => one.id === id);
    if (!form || !right) throw new AppError("ROW_NOT_FOUND");
    return { form, right };
  }

  async function stored(id: string | undefined): Promise<StoredForm> {
    const form = await readForm(db.kysely, engine.models, readId(id));
    if (!form) throw new AppError("ROW_NOT_FOUND");
    return form;
  }

  /** A form and its sub-tables, whose rights are granted with it. */
  async function withSubs(id: string | undefined): Promise<readonly StoredForm[]> {
    const form = await stored(id);
    return [form, ...(form.subs as readonly StoredForm[])];
  }

  /** The menu row of a form, or of the main table that a sub-table belongs to. */
  async function menuOf({ head, fields }: StoredForm): Promise<string> {
    if (head.tableType !== tableTypes.sub) return menuRowOf(db.kysely, head.id);
    const main = fields.find(({ mainTable }) => mainTable)?.mainTable ?? "";
    const row = await db.kysely
      .selectFrom("onl_cgform_head")
      .select("id")
      .where("table_name", "=", main)
      .executeTakeFirst();
    return menuRowOf(db.kysely, String(row?.id ?? head.id));
  }

  async function ruleOf(form: StoredForm, id: string): Promise<void> {
    const known = await dataRules(form.head.id);
    if (!known.some((rule) => rule.id === id)) throw new AppError("ROW_NOT_FOUND");
  }

  /** A rule of a field that is not there would let nobody see anything. */
  function refuseUnknownColumn(form: StoredForm, { ruleColumn }: Row): void {
    const model = [...engine.models.values()].find(({ id }) => id === `online/form/${form.head.id.toLowerCase()}`);
    if (ruleColumn === undefined || !model || model.fields.has(String(ruleColumn))) return;
    throw refuse(`表单${quoted(form.head.tableTxt)}没有字段${quoted(ruleColumn)}`);
  }
};

const ruleModel = "system/data-rule";
const grantModels = { role: "system/role", depart: "system/depart", departRole: "system/depart-role" } as const;
const grantCodes = { role: "system:role:grant", depart: "system:depart:grant", departRole: "system:depart-role:grant" };

const isSet = (value: unknown): boolean => value === true || String(value) === "1" || value === "true";

function typeOf(text: unknown): number {
  const type = Number(text);
  if (type !== wireTypes.field && type !== wireTypes.button && type !== wireTypes.data) throw refuse("参数不识别！");
  return type;
}

/** Rights are given to roles and departments; a person has what these have. */
function targetOf(id: string, authMode: unknown): GrantTarget {
  const mode = authMode === undefined || authMode === null || authMode === "" ? "role" : String(authMode);
  if (mode === "user") throw refuse("权限不能直接授给用户，请授给用户的角色");
  if (mode !== "role" && mode !== "depart") throw refuse("参数不识别！");
  return { kind: mode, id };
}
