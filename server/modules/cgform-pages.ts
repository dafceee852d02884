import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { plainName } from "../../runtime/online-forms/names.ts";
import { pageIdOf } from "../../runtime/online-forms/pages/export-pages.ts";
import { callerOf } from "../auth/access.ts";
import type { Caller } from "../auth/caller.ts";
import type { RouteModule } from "../context.ts";
import { readTables } from "../db/tables/actual-table.ts";
import { findFile } from "../files/file-records.ts";
import { isStoredPath } from "../files/file-store.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { refuse } from "../http/refusal.ts";
import { readId, readRowBody } from "../models/engine-parts.ts";
import { mayReadFile } from "../models/may-read-file.ts";
import { addForms } from "../online/forms/add-forms.ts";
import { formWorld } from "../online/forms/check-form.ts";
import { pageFiles, zipOf } from "../online/forms/pages/page-files.ts";
import { importArchive, importInForce, type PageImport } from "../online/forms/pages/plan-import.ts";
import { readArchive } from "../online/forms/pages/read-files.ts";
import { shippedKeys, surroundingsOf } from "../online/forms/pages/surroundings.ts";
import { readForms, readNamedForms } from "../online/forms/stored-forms.ts";

type Query = Readonly<Record<string, string | undefined>>;

const base = "/online/cgform/head";
const may = (action: string) => ({ config: { permission: `online:cgform:${action}`, platform: true } });

/** Forms as documents of `schemas/`, and documents as forms (ONF-04). */
export const routes: RouteModule = (api, context) => {
  const { db, engine, documents, onlineForms, files: store } = context;

  /** The files that a form makes, and what they do not say. */
  api.get<{ Querystring: Query }>(`${base}/pageFiles`, may("list"), async (request) => {
    const { files, findings } = await filesOf(request.query.id);
    const made = [...files].map(([path, text]) => ({ kind: "file", place: path, message: `${text.length} 个字符` }));
    return ok(rowsOf([...made, ...findings]));
  });

  api.get<{ Querystring: Query }>(`${base}/exportPages`, may("list"), async (request, reply) => {
    const { files, tableName } = await filesOf(request.query.id);
    const name = encodeURIComponent(`${pageIdOf(tableName).replace("/", "-")}.zip`);
    return reply
      .type("application/zip")
      .header("Content-Disposition", `attachment; filename*=UTF-8''${name}`)
      .send(Buffer.from(zipOf(files)));
  });

  /** What a form would be that is made of documents: nothing is stored. */
  api.get<{ Querystring: Query }>(`${base}/pagePlan`, may("add"), async (request) => {
    const { file = "", page = "", tableName = "" } = request.query;
    if (file === "" && page === "") return ok(rowsOf([]));
    const { definition, findings } = await plan({ file, page, tableName }, callerOf(request));
    const made = [definition, ...definition.subs].map(({ head, fields }) => ({
      kind: "form",
      place: head.tableTxt,
      message: `表 ${head.tableName}，${fields.length} 个字段`,
    }));
    return ok(rowsOf([...made, ...findings]));
  });

  api.post(`${base}/addFromPages`, may("add"), async (request) => {
    const caller = callerOf(request);
    const { file, page, tableName } = readRowBody(request.body);
    const asked = { file: String(file ?? ""), page: String(page ?? ""), tableName: String(tableName ?? "") };
    const { definition, findings } = await plan(asked, caller);
    const fault = findings.find(({ kind }) => kind === "error");
    if (fault) throw refuse(`${fault.place}：${fault.message}`);
    const [main] = await db.transaction((trx) => addForms({ trx, engine, caller }, [definition]));
    await onlineForms.refresh();
    return ok({ id: main?.id, tableName: definition.head.tableName }, "已新建表单，同步数据库后生效");
  });

  async function filesOf(id: unknown) {
    const forms = await readForms(db.kysely, engine.models);
    const form = forms.get(readId(id));
    if (!form) throw new AppError("ROW_NOT_FOUND");
    const world = formWorld(engine.models, await readNamedForms(db.kysely));
    const store = documents.current;
    const surroundings = await surroundingsOf(db.kysely, form, store);
    const made = await pageFiles(form, {
      world,
      models: engine.models,
      forms,
      surroundings,
      dictionaries: (codes) =>
        readDictionaries(codes.filter((code) => !shippedKeys(store, "system/dict", "dictCode").has(code))),
    });
    return { ...made, tableName: form.head.tableName };
  }

  /** Dictionaries that people made in the console, as shipped rows say them. */
  async function readDictionaries(codes: readonly string[]): Promise<readonly Row[]> {
    if (codes.length === 0) return [];
    const { rows } = await sql<Row & { dictCode: string }>`
      select d.dict_code as "dictCode", d.dict_name as "dictName", i.item_value as "itemValue",
        i.item_text as "itemText", i.sort_order as "sortOrder"
      from sys_dict d join sys_dict_item i on i.dict_id = d.id
      where d.dict_code in (${sql.join(codes)}) and coalesce(d.del_flag, 0) = 0 and coalesce(i.status, 1) = 1
      order by d.dict_code, i.sort_order, i.id`.execute(db.kysely);
    return [...new Set(rows.map(({ dictCode }) => dictCode))].map((dictCode) => {
      const items = rows.filter((row) => row.dictCode === dictCode);
      return {
        dictCode,
        dictName: items[0]?.dictName,
        items: items.map(({ itemValue, itemText, sortOrder }) => ({
          itemValue,
          itemText,
          sortOrder: Number(sortOrder ?? 1),
        })),
      };
    });
  }

  interface Asked {
    readonly file: string;
    readonly page: string;
    readonly tableName: string;
  }

  async function plan({ file, page, tableName }: Asked, caller: Caller): Promise<PageImport> {
    const named = await readNamedForms(db.kysely);
    const tables = await readTables(db.kysely);
    const parts = {
      documents: documents.current,
      models: engine.models,
      world: formWorld(engine.models, named),
      isTaken: (name: string) => named.has(name) || tables.has(name),
      tableName: plainName(tableName),
    };
    return file === "" ? importInForce(page, parts) : importArchive(readArchive(await readUpload(file, caller)), parts);
  }

  /** A file that the caller has uploaded. @throws AppError FILE_NOT_FOUND also for somebody else's */
  async function readUpload(path: string, caller: Caller): Promise<Uint8Array> {
    const record = isStoredPath(path) ? await findFile(db.kysely, path) : undefined;
    if (!record || !(await mayReadFile({ db: db.kysely, engine }, record, caller)))
      throw new AppError("FILE_NOT_FOUND");
    if ((await store.size(record.object)) === undefined) throw new AppError("FILE_NOT_FOUND");
    return buffer(store.read(record.object));
  }
};

/** The rows of a list of findings. */
export function rowsOf(
  findings: readonly { readonly kind: string; readonly place: string; readonly message: string }[],
) {
  const records = findings.map((finding, at) => ({ id: String(at + 1), ...finding }));
  return { records, total: records.length, size: records.length, current: 1, pages: 1 };
}
