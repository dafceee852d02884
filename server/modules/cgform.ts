import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { buttonConditionProblem } from "../../runtime/online-forms/button-condition.ts";
import type { FormFinding, OnlineFormDefinition, OnlineFormHead } from "../../runtime/online-forms/definition.ts";
import { builtInButtons } from "../../runtime/online-forms/form-buttons.ts";
import { isUsableLink } from "../../runtime/online-forms/form-columns.ts";
import { onlineFormMessages as texts } from "../../runtime/online-forms/messages.ts";
import { isFormModel, physicalTable, systemColumns } from "../../runtime/online-forms/names.ts";
import { checkRules } from "../../runtime/online-forms/rules/check-rules.ts";
import { followedRules } from "../../runtime/online-forms/rules/follow-rules.ts";
import { rulesOf } from "../../runtime/online-forms/rules/form-rule.ts";
import { callerOf } from "../auth/access.ts";
import { deniedCodes, formActions } from "../auth/form-rights.ts";
import type { RouteModule } from "../context.ts";
import { notifyOnCommit } from "../db/commit-notices.ts";
import type { Queryable } from "../db/database.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { idempotencyKeyOf } from "../http/idempotency-key.ts";
import { refuse } from "../http/refusal.ts";
import { readId, readIds, readRowBody } from "../models/engine-parts.ts";
import { throwFieldErrors } from "../models/field-errors.ts";
import type { ModelHooks, SaveContext } from "../models/hooks.ts";
import { mergedRows } from "../models/merged-rows.ts";
import { checkForm, formWorld, type Known, shapeFindings, structureOf } from "../online/forms/check-form.ts";
import { enhancementTables, followButtons, followNames, forgetButtons } from "../online/forms/enhance/follow-names.ts";
import { countEnhancements } from "../online/forms/enhance/stored-enhancements.ts";
import { listPageOf } from "../online/forms/form-address.ts";
import { explainFormerNames } from "../online/forms/former-names.ts";
import { becomingTree, newBody, newForm, plainRows } from "../online/forms/new-form.ts";
import { formsChannel } from "../online/forms/online-forms.ts";
import { menuRowsOf } from "../online/forms/rights/controls.ts";
import { formModels, readForm, readNamedForms, type StoredForm } from "../online/forms/stored-forms.ts";
import { unknownCodes } from "../online/forms/unknown-codes.ts";
import { wasSynchronised } from "../online/forms/versions.ts";

type Query = Readonly<Record<string, string | undefined>>;

const base = "/online/cgform";
/** Designing belongs to the platform: tables are shared by all tenants, whose rows stay apart in them. */
const may = (action: string) => ({ config: { permission: `online:cgform:${action}`, platform: true } });

/** Definitions of online forms as recorded clients write and read them (contract 06 §6.5), beside what the models bring. */
export const routes: RouteModule = (api, { db, engine, onlineForms }) => {
  api.post(`${base}/api/addAll`, may("add"), async (request) => {
    const row = await engine.add(formModels.head, asDesigned(newBody(readRowBody(request.body))), callerOf(request), {
      idempotencyKey: idempotencyKeyOf(request),
    });
    await onlineForms.refresh();
    return ok(row.id, "保存成功!");
  });

  /** The console's own row with its lists. */
  api.post(`${base}/head/add`, may("add"), async (request) => {
    const row = await engine.add(formModels.head, asDesigned(newForm(readRowBody(request.body))), callerOf(request), {
      idempotencyKey: idempotencyKeyOf(request),
    });
    await onlineForms.refresh();
    return ok(row, "添加成功！");
  });

  /** The sent rows over the stored ones; rows that are neither sent nor deleted stay. */
  api.put(`${base}/api/editAll`, may("edit"), async (request) => {
    const { head, fields, indexs, deleteFieldIds, deleteIndexIds } = readRowBody(request.body);
    const sent = readRowBody(head);
    const stored = await readForm(db.kysely, engine.models, readId(sent.id));
    if (!stored) throw new AppError("ROW_NOT_FOUND");
    const whole = asDesigned({
      ...headOnly(sent),
      fields: renamed(stored, mergedRows(asRows(stored.fields), placed(stored, plainRows(fields)), deleteFieldIds)),
      indexs: mergedRows(asRows(stored.indexes), plainRows(indexs), deleteIndexIds),
    });
    const row = await engine.edit(formModels.head, whole, callerOf(request), {
      idempotencyKey: idempotencyKeyOf(request),
    });
    await onlineForms.refresh();
    return ok(row.id, "保存成功!");
  });

  for (const method of ["PUT", "POST"] as const) {
    api.route({
      method,
      url: `${base}/head/edit`,
      ...may("edit"),
      handler: async (request) => {
        const whole = asDesigned(await withChanges(readRowBody(request.body)));
        const row = await engine.edit(formModels.head, whole, callerOf(request));
        await onlineForms.refresh();
        return ok(row, "编辑成功!");
      },
    });
  }

  /** The head with what the console says of its lists: `{rows, deleteIds, order}` of those that were changed. */
  async function withChanges(body: Row): Promise<Row> {
    const head = headOnly(body);
    const lists = Object.fromEntries(listNames.flatMap((name) => (isChanges(body[name]) ? [[name, body[name]]] : [])));
    const becomesTree = body.isTree === "Y";
    if (!lists.fields && !becomesTree) return { ...head, ...lists };
    const stored = await readForm(db.kysely, engine.models, readId(body.id));
    if (!stored) throw new AppError("ROW_NOT_FOUND");
    const { rows = [], ...rest } = readRowBody(lists.fields ?? {});
    const tree = becomesTree && stored.head.isTree !== "Y" ? becomingTree(head, asRows(stored.fields)) : undefined;
    const changed = [...renamed(stored, plainRows(rows) ?? []), ...(tree?.fields ?? [])];
    return { ...head, ...tree?.head, ...lists, fields: { deleteIds: [], ...rest, rows: changed } };
  }

  /** Views are asked for by their table's form; the list of forms is without them. */
  api.get<{ Querystring: Query }>(`${base}/head/list`, may("list"), async (request) => {
    return ok(await engine.list(formModels.head, { copyType: "0", ...request.query }, callerOf(request)));
  });

  api.get<{ Querystring: Query }>(`${base}/head/queryByTableNames`, may("list"), async (request) => {
    const names = (request.query.tableNames ?? "").split(",").slice(0, 100);
    const found = await Promise.all(names.map((name) => onlineForms.find(name.trim())));
    const ids = found.flatMap((form) => (form ? [form.head.id] : []));
    return ok(await Promise.all(ids.map((id) => engine.queryById(formModels.head, id, callerOf(request)))));
  });

  const below = (model: string, key: "headId" | "headCode") =>
    api.get<{ Querystring: Query }>(
      `${base}/${model === formModels.field ? "field" : "index"}/listBy${key === "headId" ? "HeadId" : "HeadCode"}`,
      may("list"),
      async (request) => {
        const form = await onlineForms.find(readId(request.query[key]));
        return ok(form ? await engine.listByMainId(model, form.head.id, callerOf(request)) : []);
      },
    );
  below(formModels.field, "headId");
  below(formModels.field, "headCode");
  below(formModels.index, "headId");

  api.get<{ Params: { id: string } }>(`${base}/button/list/:id`, may("list"), async (request) =>
    ok(await engine.listByMainId(formModels.button, readId(request.params.id), callerOf(request))),
  );

  // A button is on the pages of its form as soon as it is saved.
  const saveButton = (save: "add" | "edit", message: string) => async (request: FastifyRequest) => {
    const row = await engine[save](formModels.button, readRowBody(request.body), callerOf(request), {
      idempotencyKey: idempotencyKeyOf(request),
    });
    await onlineForms.refresh();
    return ok(row, message);
  };
  api.post(`${base}/button/add`, may("edit"), saveButton("add", "添加成功！"));
  for (const method of ["PUT", "POST"] as const) {
    api.route({ method, url: `${base}/button/edit`, ...may("edit"), handler: saveButton("edit", "编辑成功!") });
  }
  for (const [call, key] of [
    ["delete", "id"],
    ["deleteBatch", "ids"],
  ] as const) {
    api.delete<{ Querystring: Query }>(`${base}/button/${call}`, may("edit"), async (request) => {
      await engine.remove(formModels.button, readIds(request.query[key]), callerOf(request));
      await onlineForms.refresh();
      return ok(null, "删除成功!");
    });
  }

  /** 0: the name is free; 1: a table or a form has it. */
  api.get<{ Querystring: Query }>(`${base}/api/checkOnlyTable`, may("list"), async (request) => {
    const name = (request.query.tbname ?? "").trim().toLowerCase();
    const form = await onlineForms.find(name);
    if (form) return ok(form.head.id === request.query.id ? 0 : 1);
    const { rows } = await sql`select 1 from pg_class
      where relnamespace = current_schema()::regnamespace and relname = ${name}`.execute(db.kysely);
    return ok(rows.length > 0 ? 1 : 0);
  });
};

/** Bodies of designers: they name only what is there. Imports and copies bring what is to be made later. */
const designed = new WeakSet<Row>();

function asDesigned(body: Row): Row {
  designed.add(body);
  return body;
}

const listNames = ["fields", "indexs", "buttons"];
const isChanges = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && !Array.isArray(value) && ("rows" in value || "deleteIds" in value);

/** Recorded clients send whole rows back with the head; they save the lists by `editAll`. */
const headOnly = ({ fields: _fields, indexs: _indexes, buttons: _buttons, ...head }: Row): Row => head;

/** A field that is sent without its place keeps it. */
function placed(stored: StoredForm, rows: readonly Row[] | undefined): readonly Row[] | undefined {
  const places = new Map(stored.fields.map(({ id, orderNum }) => [id, orderNum]));
  return rows?.map((row) => ({ ...row, orderNum: row.orderNum ?? places.get(row.id as string) }));
}

const asRows = (rows: readonly object[]): readonly Row[] => rows as readonly Row[];

/** A column that has another name than in the table moves its data along at the next synchronisation. */
function renamed(stored: StoredForm, rows: readonly Row[]): readonly Row[] {
  const before = new Map(stored.fields.map((field) => [field.id, field]));
  return rows.map((row) => {
    const former = before.get(row.id as string);
    if (!former || row.dbFieldName === undefined) return row;
    const inTable = former.dbFieldNameOld || former.dbFieldName;
    return { ...row, dbFieldNameOld: inTable === row.dbFieldName ? null : inTable };
  });
}

const headHooks: ModelHooks = {
  async beforeSave(draft, context) {
    const { before, trx, engine } = context;
    if (typeof draft.tableName === "string") draft.tableName = draft.tableName.trim().toLowerCase();
    const former = before && (await readForm(trx, engine.models, String(before.id)));
    if (former) formers.set(context, former);
    if (!before || before.tableName === draft.tableName) return;
    if (await wasSynchronised(trx, String(before.id))) {
      throwFieldErrors({ tableName: "表已建立，表名不能再修改；可以复制为新的表" });
    }
  },
  async afterSave(row, context) {
    await takeIn(String(row.id), context, formers.get(context));
  },
  async afterRead(rows, { database }) {
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => String(id));
    const { rows: found } = await sql<{ physic_id: string }>`select distinct physic_id from onl_cgform_head
      where physic_id in (${sql.join(ids)})`.execute(database);
    const copied = new Set(found.map(({ physic_id }) => physic_id));
    const menus = await menuRowsOf(database, ids);
    for (const row of rows) {
      row.hascopy = copied.has(String(row.id)) ? 1 : 0;
      row.menuId = menus.get(String(row.id)) ?? null;
      row.listPage = listPageOf(row as Row & OnlineFormHead);
    }
  },
  async beforeDelete(rows, { trx }) {
    const ids = rows.map(({ id }) => String(id));
    const { rows: left } = await sql<{ table_name: string }>`select table_name from onl_cgform_head
      where physic_id in (${sql.join(ids)}) and id not in (${sql.join(ids)}) limit 1`.execute(trx);
    if (left[0]) throw refuse(`表单还有视图 ${left[0].table_name}，请先删除视图`);
  },
  async afterDelete(rows, { trx }) {
    const ids = rows.map(({ id }) => String(id));
    for (const table of ["onl_cgform_version", ...enhancementTables] as const) {
      await trx.deleteFrom(table).where("cgform_head_id", "in", ids).execute();
    }
    await keepSubTables(trx);
    notifyOnCommit(trx, formsChannel);
  },
};

/** Forms as they were before the save that is under way, with their lists. */
const formers = new WeakMap<SaveContext, StoredForm>();

/** What is wrong, by the path of the field that is meant. */
type Faults = readonly (readonly [path: string, message: string])[];

/** Checks the definition as it stands now; another structure than before has to be synchronised. */
async function takeIn(id: string, context: SaveContext, former: StoredForm | undefined): Promise<void> {
  const { trx, engine, before, body } = context;
  const stored = await readForm(trx, engine.models, id);
  if (!stored) return;
  const form = former ? await followRules(trx, former, stored) : stored;
  const explain = explainFormerNames(former, form);
  const refuseAll = (faults: Faults) =>
    throwFieldErrors(Object.fromEntries(faults.map(([path, message]) => [path, explain(message)])));
  refuseAll(findingFaults(form, shapeFindings(form)));
  refuseRules(form);
  refuseAll(buttonsFaults(form));
  refuseAll(linkFaults(form, engine.models));
  if (former) await followNames(trx, former, form);
  refuseSystemTable(form, engine.models);
  const world = formWorld(engine.models, await readNamedForms(trx));
  const { model, findings } = checkForm(form, world, knownOf(engine.models));
  refuseAll(findingFaults(form, findings));
  if (designed.has(body)) refuseAll(findingFaults(form, await unknownCodes(trx, form, former)));
  if (!model) throw refuse("表单定义不能使用，请检查字段的设置");
  const structure = form.head.copyType === 1 ? null : structureOf(model);
  if (structure !== (before?.structure ?? null)) {
    const step = before === undefined ? 0 : 1;
    await sql`update onl_cgform_head set structure = ${structure}, is_db_synch = 'N',
      table_version = coalesce(table_version, 1) + ${step}::integer where id = ${id}`.execute(trx);
  }
  await keepSubTables(trx);
  notifyOnCommit(trx, formsChannel);
}

/** Rules speak of fields by their names. */
async function followRules(trx: Queryable, former: StoredForm, form: StoredForm): Promise<StoredForm> {
  if (shapeFindings(form).some(({ key }) => key?.startsWith("head/rules"))) return form;
  const rules = followedRules(former, form);
  if (JSON.stringify(rules) === JSON.stringify(rulesOf(form.head))) return form;
  await sql`update onl_cgform_head set rules = ${JSON.stringify(rules)}::jsonb where id = ${form.head.id}`.execute(trx);
  return { ...form, head: { ...form.head, rules } };
}

function refuseRules(form: StoredForm): void {
  const messages = checkRules(form).flatMap(({ severity, message }) => (severity === "error" ? [message] : []));
  if (messages.length > 0) throwFieldErrors({ rules: messages.slice(0, 5).join("；") });
}

const knownOf = (models: ReadonlyMap<string, ResolvedModel>): Known => ({
  models: new Map(),
  resolvedModels: models,
  screens: new Map(),
  data: new Map(),
});

/** Tables of the product are nobody's to define. */
function refuseSystemTable({ head }: OnlineFormDefinition, models: ReadonlyMap<string, ResolvedModel>): void {
  const table = physicalTable(head.tableName);
  const owner = [...models.values()].find((model) => model.table === table && !model.id.startsWith("online/form/"));
  if (owner) throwFieldErrors({ tableName: `表 ${table} 是系统的表，不能使用` });
}

/** Beside the row and the key that are meant, as the engine answers the faults of sub-rows. */
function findingFaults(form: StoredForm, findings: readonly FormFinding[]): Faults {
  const errors = findings.filter(({ severity }) => severity === "error");
  return errors.map(({ field, key = "", message }) => {
    const at = form.fields.findIndex(({ dbFieldName }) => dbFieldName === field);
    const path = at >= 0 ? `fields[${at}].${key}` : pathOf(key);
    return [path, message || `${titleOf(form, path)}不正确`];
  });
}

/** `fields/2/dbType` → `fields[2].dbType`, `head/tableName` → `tableName`. */
const pathOf = (pointer: string) =>
  pointer
    .replace(/^head\//, "")
    // A rule is a card of its own, not a field for each of its parts.
    .replace(/^rules\/.*/, "rules")
    .replace(/^(\w+)\/(\d+)\//, "$1[$2].")
    .replace(/^indexes/, "indexs");

function titleOf({ fields }: StoredForm, path: string): string {
  if (path === "rules") return "规则的内容超长或格式";
  const [, at, key] = /^fields\[(\d+)\]\.(\w+)$/.exec(path) ?? [];
  if (at === undefined) return `“${path}”`;
  const { dbFieldTxt, dbFieldName = "" } = fields[Number(at)] ?? {};
  return `字段 ${dbFieldTxt || dbFieldName} 的“${key}”`;
}

/** Every main table names its sub-tables. */
async function keepSubTables(trx: Queryable): Promise<void> {
  await sql`update onl_cgform_head main set sub_table_str = found.names
    from (select m.id, (select string_agg(s.table_name, ',' order by s.tab_order_num, s.table_name)
        from onl_cgform_head s where s.table_type = 3 and coalesce(s.copy_type, 0) = 0 and exists (
          select 1 from onl_cgform_field f where f.cgform_head_id = s.id and f.main_table = m.table_name)) as names
      from onl_cgform_head m where m.table_type = 2) found
    where found.id = main.id and main.sub_table_str is distinct from found.names`.execute(trx);
}

/** Why a button cannot be kept, by its field. */
function buttonFaults({ buttonCode, exp }: Row, columns: ReadonlySet<string>): Readonly<Record<string, string>> {
  const problem = buttonConditionProblem(String(exp ?? ""), columns);
  return {
    // Its code is the permission's too: one that every form has would hand the button to whoever holds that.
    ...(takenCodes.has(String(buttonCode)) ? { buttonCode: `按钮编码 ${buttonCode} 是系统的按钮` } : {}),
    ...(problem === undefined ? {} : { exp: problem }),
  };
}

function buttonsFaults({ buttons, fields }: StoredForm): Faults {
  const columns = new Set(fields.map(({ dbFieldName }) => dbFieldName));
  return buttons.flatMap((button, at) =>
    Object.entries(buttonFaults({ ...button }, columns)).map(
      ([key, reason]) => [`buttons[${at}].${key}`, reason] as const,
    ),
  );
}

/** Links that would run something or give away a token, and main tables that are the product's own. */
function linkFaults({ fields }: StoredForm, models: ReadonlyMap<string, ResolvedModel>): Faults {
  const columns = new Set([...fields.map(({ dbFieldName }) => dbFieldName), ...systemColumns.keys()]);
  const product = new Set([...models.values()].filter(({ id }) => !isFormModel(id)).map(({ table }) => table));
  return fields.flatMap(
    ({ fieldHref, mainTable }, at): Faults => [
      ...(fieldHref && !isUsableLink(fieldHref, columns) ? [[`fields[${at}].fieldHref`, texts.badLink] as const] : []),
      ...(mainTable && product.has(mainTable)
        ? [[`fields[${at}].mainTable`, texts.mainTableNoForm(mainTable)] as const]
        : []),
    ],
  );
}

/** A new button of a form is there at once. */
const buttonHooks: ModelHooks = {
  async beforeSave(draft, { trx }) {
    const { rows } = await sql<{ name: string }>`select db_field_name as name from onl_cgform_field
      where cgform_head_id = ${String(draft.cgformHeadId)}`.execute(trx);
    throwFieldErrors(buttonFaults(draft, new Set(rows.map(({ name }) => name))));
  },
  async afterRead(rows, { database }) {
    if (rows.length === 0) return;
    const counts = await countEnhancements(database, [
      ...new Set(rows.map(({ cgformHeadId }) => String(cgformHeadId))),
    ]);
    for (const row of rows) Object.assign(row, counts(String(row.cgformHeadId), String(row.buttonCode)));
  },
  async afterSave({ cgformHeadId, buttonCode }, { trx, before }) {
    const code = String(buttonCode);
    if (before && before.buttonCode !== code) {
      await followButtons(trx, String(cgformHeadId), [[String(before.buttonCode), code]]);
    }
    notifyOnCommit(trx, formsChannel);
  },
  async afterDelete(rows, { trx }) {
    const gone = rows.map(({ cgformHeadId, buttonCode }) => ({
      headId: String(cgformHeadId),
      code: String(buttonCode),
    }));
    await forgetButtons(trx, gone);
    notifyOnCommit(trx, formsChannel);
  },
};

const takenCodes: ReadonlySet<string> = new Set([...builtInButtons, ...formActions, ...Object.values(deniedCodes)]);

export const hooks: Readonly<Record<string, ModelHooks>> = {
  [formModels.head]: headHooks,
  [formModels.button]: buttonHooks,
};
