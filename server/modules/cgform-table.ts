import type { FastifyRequest } from "fastify";
import { englishWords } from "../../runtime/format/words.en-US.ts";
import { chineseWords } from "../../runtime/format/words.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { tableTypes } from "../../runtime/online-forms/definition.ts";
import { formModelId, formPrefix } from "../../runtime/online-forms/names.ts";
import { decideAction } from "../../runtime/permission/action.ts";
import { callerOf } from "../auth/access.ts";
import type { Caller } from "../auth/caller.ts";
import type { RouteModule } from "../context.ts";
import type { Queryable } from "../db/database.ts";
import { lockSchema } from "../db/migrate.ts";
import { TableChangeRefused } from "../db/tables/table-change-refused.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { idempotencyKeyOf } from "../http/idempotency-key.ts";
import { refuse } from "../http/refusal.ts";
import { readId, readIds, readRowBody } from "../models/engine-parts.ts";
import { wantsEnglish } from "../models/language/reader-texts.ts";
import { englishAffectedWords } from "../online/forms/affected/affected-words.en-US.ts";
import { affectedWords } from "../online/forms/affected/affected-words.ts";
import { findAffected } from "../online/forms/affected/find-affected.ts";
import type { Affected } from "../online/forms/affected/look.ts";
import { type TableChange, tableChange } from "../online/forms/affected/table-change.ts";
import { bringBack, readAside } from "../online/forms/bring-back.ts";
import { checkForm, formWorld } from "../online/forms/check-form.ts";
import { copiedForm, copiedView, nextView } from "../online/forms/copy-form.ts";
import { broughtBack, deletedForms, putTablesAside } from "../online/forms/delete-form.ts";
import { formMenu } from "../online/forms/form-address.ts";
import { importableTables, importedForm } from "../online/forms/import-table.ts";
import { formModels, readForm, readForms, readNamedForms, type StoredForm } from "../online/forms/stored-forms.ts";
import {
  changeTable,
  planSynch,
  StaleForm,
  type SynchMode,
  type SynchPlan,
  synchronise,
  TableInUse,
} from "../online/forms/synchronise.ts";
import { addMadePage, typedText } from "./grants/made-page.ts";

type Query = Readonly<Record<string, string | undefined>>;

const base = "/online/cgform";
const may = (action: string, more: object = {}) => ({
  config: { permission: `online:cgform:${action}`, platform: true, ...more },
});
/** Dropping rows needs more than designing. */
const forceCode = "online:cgform:force";

/** What online forms do to the database: synchronising, dropping, copying, taking over tables (contract 06 §6.5). */
export const routes: RouteModule = (api, context) => {
  const { db, engine, documents, onlineForms, clock, newId } = context;

  api.get<{ Querystring: Query }>(`${base}/head/synchPlan`, may("synch"), async (request) => {
    const { form, model, document } = await usable(readId(request.query.id));
    const plan = await planSynch(db, model, modeOf(request.query.mode ?? "normal"), clock());
    return ok(planPage(plan, await affectedBy([form], { document, model })));
  });
  // What nobody reads any more when forms are deleted or removed, or when one is synchronised.
  api.get<{ Querystring: Query }>(`${base}/head/affected`, may("list"), async (request) => {
    const { ids, id, change } = request.query;
    const answer = async (forms: readonly StoredForm[], next?: TableChange["next"]) =>
      ok(affectedPage(await affectedBy(forms, next), wantsEnglish(request)));
    if (change === "synch") {
      const { form, ...next } = await usable(readId(id));
      return answer([form], next);
    }
    if (change === "bringBack") {
      const { form, ...next } = await formerly(readId(id));
      return answer([form], next);
    }
    return answer(await Promise.all(readIds(ids ?? id).map(stored)));
  });

  async function affectedBy(forms: readonly StoredForm[], next: TableChange["next"]): Promise<readonly Affected[]> {
    const { resolvedModels } = documents.current;
    const changes = forms.flatMap((form) => {
      if (form.head.copyType === 1) return [];
      return tableChange(form, resolvedModels.get(formModelId(form.head.id)), next) ?? [];
    });
    if (changes.length === 0) return [];
    const all = [...(await readForms(db.kysely, engine.models)).values()];
    const looks = changes.map((change) =>
      findAffected({ db: db.kysely, documents: documents.current, forms: all, change }),
    );
    const going = new Set(next ? [] : forms.map(({ head }) => head.id));
    const others = (await Promise.all(looks)).flat().filter(({ link }) => !going.has(link?.id ?? ""));
    return [...new Map(others.map((one) => [JSON.stringify(one), one])).values()];
  }

  const synchroniseForm = async (id: unknown, mode: SynchMode, caller: Caller) => {
    if (mode === "force" && !decideAction(caller, forceCode).allowed) throw new AppError("FORBIDDEN");
    const { form, model } = await usable(readId(id));
    const now = clock();
    const { username } = caller;
    const backup = await changing(() => synchronise(db, { form, model, mode, username, now, newId }));
    await onlineForms.refresh();
    return ok({ backup: backup ?? null }, "同步数据库成功！");
  };
  api.post(`${base}/head/bringBack`, may("force"), async (request) => {
    const { aside, form, model } = await formerly(readId(readRowBody(request.body).id));
    const { head } = form;
    const { username } = callerOf(request);
    const backup = await changing(() => bringBack(db, { aside, head, model, username, now: clock(), newId }));
    await onlineForms.refresh();
    return ok({ backup: backup ?? null }, "数据已恢复");
  });
  api.post<{ Params: { id: string; mode: string } }>(`${base}/api/doDbSynch/:id/:mode`, may("synch"), (request) =>
    synchroniseForm(request.params.id, modeOf(request.params.mode), callerOf(request)),
  );
  // The same for documents, whose addresses hold no values.
  api.post(`${base}/head/synch`, may("synch"), (request) => {
    const { id, mode } = readRowBody(request.body);
    return synchroniseForm(id, modeOf(mode), callerOf(request));
  });

  api.delete<{ Querystring: Query }>(`${base}/head/delete`, may("delete"), async (request) => {
    await removeForms([readId(request.query.id)], callerOf(request), true);
    return ok(null, "删除成功!");
  });
  api.delete<{ Querystring: Query }>(`${base}/head/removeRecord`, may("delete"), async (request) => {
    await removeForms([readId(request.query.id)], callerOf(request), false);
    return ok(null, "移除成功!");
  });
  api.delete<{ Querystring: Query }>(`${base}/head/deleteBatch`, may("delete"), async (request) => {
    await removeForms(readIds(request.query.ids), callerOf(request), request.query.flag === "1");
    return ok(null, "批量删除成功！");
  });

  api.post<{ Querystring: Query }>(`${base}/head/copyOnline`, may("add"), async (request) => {
    const form = await stored(readId(request.query.code));
    if (form.head.copyType === 1) throw refuse("视图不能再生成视图");
    const body = copiedView(form, await nextView(db.kysely, form.head.id));
    return ok(await addForm(body, callerOf(request), idempotencyKeyOf(request)), "已生成视图");
  });
  const copyTable = async (request: FastifyRequest, id: unknown, tableName: unknown) => {
    const body = copiedForm(await stored(readId(id)), readId(tableName));
    return ok(await addForm(body, callerOf(request), idempotencyKeyOf(request)), "已复制为新的表");
  };
  api.get<{ Params: { id: string }; Querystring: Query }>(
    `${base}/head/copyOnlineTable/:id`,
    may("add", { changes: true }),
    (request) => copyTable(request, request.params.id, request.query.tableName),
  );
  api.post(`${base}/head/copyTable`, may("add"), (request) => {
    const { id, tableName } = readRowBody(request.body);
    return copyTable(request, id, tableName);
  });

  api.post(`${base}/head/addMenu`, may("menu", { stepUp: true }), async (request) => {
    const { id, name, parentId, roleIds } = readRowBody(request.body);
    const { head } = await stored(readId(id));
    if (head.isDbSynch !== "Y") throw refuse("表单还没有同步数据库，同步后才能加入菜单");
    if (head.tableType === tableTypes.sub) throw refuse("附表的数据在主表的页面中，请把主表加入菜单");
    if (typedText(parentId) === "") throw refuse("请选择上级菜单");
    const page = {
      ...formMenu(head),
      name: typedText(name) || head.tableTxt,
      parentId: typedText(parentId),
      perms: `${formPrefix(head.id)}:list`,
    };
    return addMadePage(context, page, callerOf(request), roleIds);
  });

  api.get<{ Querystring: Query }>(`${base}/head/queryTables`, may("add"), async (request) => {
    const keyword = (request.query.keyword ?? "").trim().toLowerCase();
    const tables = await importableTables(db.kysely, engine.models);
    const deleted = await deletedForms(db.kysely);
    const found = [...tables.values()].filter(({ name }) => name.includes(keyword)).slice(0, 500);
    return ok(
      found.map(({ name, columns }) => ({
        ...{ id: name, tableName: name, columns: columns.size },
        ...(deleted.has(name) ? { tableTxt: deleted.get(name)?.head.tableTxt } : {}),
      })),
    );
  });
  const importTables = async (names: readonly string[], caller: Caller) => {
    const tables = await importableTables(db.kysely, engine.models);
    const deleted = await deletedForms(db.kysely);
    await changing(() =>
      changeTable(db, async (trx) => {
        await lockSchema(trx);
        for (const name of names) {
          const table = tables.get(name);
          if (!table) throw refuse(`没有可以导入的表 ${name}`);
          const form = deleted.get(name);
          const body = form ? await broughtBack(trx, form, table) : importedForm(table);
          await engine.add(formModels.head, body, caller, { trx });
        }
      }),
    );
    await onlineForms.refresh();
    return ok(null, "导入成功！");
  };
  api.post<{ Params: { names: string } }>(`${base}/head/transTables/:names`, may("add"), (request) =>
    importTables(readIds(request.params.names), callerOf(request)),
  );
  api.post(`${base}/head/importTables`, may("add"), (request) =>
    importTables(readIds(readRowBody(request.body).ids), callerOf(request)),
  );

  const stored = (id: string): Promise<StoredForm> => storedIn(db.kysely, id);
  async function storedIn(from: Queryable, id: string): Promise<StoredForm> {
    const form = await readForm(from, engine.models, id);
    if (!form) throw new AppError("ROW_NOT_FOUND");
    return form;
  }

  /** A form whose table can be made. */
  async function usable(id: string): Promise<{ readonly form: StoredForm } & NonNullable<TableChange["next"]>> {
    const form = await stored(id);
    if (form.head.copyType === 1) throw refuse("视图没有自己的表，请同步它的物理表");
    return { form, ...(await compiled(form)) };
  }

  /** A form with what it was when its table was put aside. */
  async function formerly(versionId: string) {
    const aside = await readAside(db.kysely, versionId);
    const form = await stored(aside.headId);
    const then = { ...aside.definition, head: { ...aside.definition.head, id: form.head.id } };
    return { aside, form, ...(await compiled(then)) };
  }

  async function compiled(form: StoredForm): Promise<NonNullable<TableChange["next"]>> {
    const world = formWorld(engine.models, await readNamedForms(db.kysely));
    const { document, model, findings } = checkForm(form, world, documents.current);
    const [first] = findings.filter(({ severity }) => severity === "error");
    const field = form.fields.find(({ dbFieldName }) => dbFieldName === first?.field);
    const place = field?.dbFieldTxt || first?.field;
    if (first || !model) throw refuse(`表单定义不能使用：${place ?? ""} ${first?.message ?? ""}`.trim());
    return { document, model };
  }

  async function changing<Result>(change: () => Promise<Result>): Promise<Result> {
    try {
      return await change();
    } catch (error) {
      if (error instanceof StaleForm) throw refuse("表单定义刚被修改，请刷新后再同步");
      if (error instanceof TableInUse) {
        throw refuse("未做任何修改：这张表正被用时较长的操作（例如导出）使用，请稍后再试");
      }
      if (!(error instanceof TableChangeRefused)) throw error;
      const reasons = error.changes.map(({ reason }) => reason).join("；");
      throw refuse(`未做任何修改：${reasons}`);
    }
  }

  /** @param dropsTables tables go with their forms; one with rows is kept under another name */
  async function removeForms(ids: readonly string[], caller: Caller, dropsTables: boolean): Promise<void> {
    const who = { username: caller.username, now: clock(), newId };
    await changing(() =>
      changeTable(db, async (trx) => {
        await lockSchema(trx);
        const forms = await Promise.all(ids.map((id) => storedIn(trx, id)));
        await engine.remove(formModels.head, ids, caller, { trx });
        if (!dropsTables) return;
        const own = forms.filter(({ head }) => head.copyType !== 1);
        await putTablesAside(trx, own, who);
      }),
    );
    await onlineForms.refresh();
  }

  async function addForm(body: Row, caller: Caller, idempotencyKey: string | undefined): Promise<unknown> {
    const row = await engine.add(formModels.head, body, caller, { idempotencyKey });
    await onlineForms.refresh();
    return row.id;
  }
};

/** The statements as the rows of a list, and below them who reads what they change. */
function planPage({ statements, ...plan }: SynchPlan, affected: readonly Affected[]) {
  const steps = statements.map(({ refused, ...statement }, at) => ({
    id: String(at + 1),
    ...statement,
    reason: refused?.reason ?? null,
    misfits: refused?.count ?? null,
    misfitIds: refused?.rows.join("、") ?? null,
  }));
  return { ...plan, affected: affected.length, ...pageOf([...steps, ...affectedRows(affected)]) };
}

/** @returns `names` in one sentence too, for a question */
function affectedPage(affected: readonly Affected[], isEnglish: boolean) {
  const kinds = isEnglish ? englishAffectedWords : affectedWords;
  const { listComma } = isEnglish ? englishWords : chineseWords;
  const placed = (place: string) => (place === "" ? "" : isEnglish ? ` (${place})` : `（${place}）`);
  const names = affected.map(({ kind, name, place }) => `${kinds[kind]} ${name}${placed(place)}`);
  return { ...pageOf(affectedRows(affected)), names: names.join(listComma) };
}

const affectedRows = (affected: readonly Affected[]) =>
  affected.map(({ kind, name, place, columns, link }, at) => ({
    id: `a${at + 1}`,
    kind,
    subject: name,
    place,
    uses: columns.join("、"),
    page: link?.page ?? null,
    pageId: link?.id ?? null,
    isAffected: true,
  }));

const pageOf = <Record>(records: readonly Record[]) => ({
  ...{ records, total: records.length, size: records.length, current: 1, pages: 1 },
});

function modeOf(text: unknown): SynchMode {
  if (text !== "normal" && text !== "force") throw refuse("同步方式须为 normal 或 force");
  return text;
}
