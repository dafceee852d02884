import { Readable } from "node:stream";
import { sql } from "kysely";
import { decideAction } from "../../runtime/permission/action.ts";
import { callerOf } from "../auth/access.ts";
import type { Caller } from "../auth/caller.ts";
import type { RouteModule } from "../context.ts";
import { readTables } from "../db/tables/actual-table.ts";
import { writeXlsx } from "../files/excel/write-xlsx.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { refuse } from "../http/refusal.ts";
import { readIds, readRowBody } from "../models/engine-parts.ts";
import { addForms } from "../online/forms/add-forms.ts";
import { formWorld } from "../online/forms/check-form.ts";
import { convertLegacy, type LegacyForm } from "../online/forms/legacy/convert-legacy.ts";
import { readLegacy } from "../online/forms/legacy/read-legacy.ts";
import { readNamedForms } from "../online/forms/stored-forms.ts";
import { sourceCode } from "../online/reports/report-rights.ts";
import { rowsOf } from "./cgform-pages.ts";

type Query = Readonly<Record<string, string | undefined>>;

const base = "/online/cgform/legacy";
/** A former system is read by its data source, which belongs to the platform like forms do. */
const importing = { config: { permission: "online:cgform:add", platform: true } } as const;

/** Forms of a former system's tables `onl_cgform_*` become ours; nothing of it is changed or run. */
export const routes: RouteModule = (api, context) => {
  const { db, engine, sources, onlineForms } = context;

  /** The forms that there are, with how much of each comes over. */
  api.get<{ Querystring: Query }>(`${base}/list`, importing, async (request) => {
    const { source = "", tableName = "" } = request.query;
    if (source === "") return ok({ ...rowsOf([]), records: [] });
    const part = tableName.replaceAll("*", "").trim().toLowerCase();
    const forms = (await read(source, callerOf(request))).filter(
      ({ formerName, findings }) =>
        formerName.includes(part) || findings.some(({ place }) => place.toLowerCase().includes(part)),
    );
    const records = forms.map((form) => ({
      id: form.id,
      formerName: form.formerName,
      tableName: form.definition?.head.tableName ?? null,
      title: form.definition?.head.tableTxt ?? form.findings[0]?.place ?? form.formerName,
      fields: form.definition?.fields.length ?? null,
      subs: form.definition?.subs.length ?? null,
      changed: countOf(form, "changed"),
      left: countOf(form, "left"),
      kind: form.definition ? (countOf(form, "changed") + countOf(form, "left") > 1 ? "changed" : "taken") : "error",
      message: form.findings.find(({ kind }) => kind === "error")?.message ?? null,
    }));
    return ok({ records, total: records.length, size: records.length, current: 1, pages: 1 });
  });

  /** What became of each part of one form. */
  api.get<{ Querystring: Query }>(`${base}/findings`, importing, async (request) => {
    const [form] = await chosen(request.query.source, [request.query.id ?? ""], callerOf(request));
    return ok(rowsOf(form?.findings ?? []));
  });

  /** The report on every form as a sheet. */
  api.get<{ Querystring: Query }>(`${base}/report`, importing, async (request, reply) => {
    const forms = await read(request.query.source ?? "", callerOf(request));
    const rows = forms.flatMap(({ formerName, definition, findings }) =>
      findings.map(({ kind, place, message }) => [
        formerName,
        definition?.head.tableName ?? "",
        kindWords[kind],
        place,
        message,
      ]),
    );
    const columns = ["旧表名", "新表名", "结果", "位置", "说明"].map((title) => ({
      title,
      kind: "text" as const,
      widthChars: title === "说明" ? 60 : 22,
    }));
    return reply
      .type("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
      .header("Content-Disposition", `attachment; filename*=UTF-8''${encodeURIComponent("旧系统表单导入报告.xlsx")}`)
      .send(writeXlsx({ title: "旧系统表单导入报告", subtitle: "" }, columns, Readable.from([rows])));
  });

  api.post(`${base}/import`, importing, async (request) => {
    const caller = callerOf(request);
    const { source, ids } = readRowBody(request.body);
    const forms = await chosen(source, readIds(ids), caller);
    const refused = forms.find(({ definition }) => definition === undefined);
    if (refused) {
      const reason = refused.findings.find(({ kind }) => kind === "error");
      throw refuse(`${refused.formerName} 不能导入：${reason?.place ?? ""} ${reason?.message ?? ""}`);
    }
    const definitions = forms.flatMap(({ definition }) => definition ?? []);
    await db.transaction((trx) => addForms({ trx, engine, caller }, definitions));
    await onlineForms.refresh();
    return ok({ count: definitions.length }, `已导入 ${definitions.length} 个表单，同步数据库后生效`);
  });

  async function read(code: string, caller: Caller, only?: ReadonlySet<string>): Promise<readonly LegacyForm[]> {
    if (!decideAction(caller, sourceCode).allowed) throw new AppError("FORBIDDEN");
    const tables = await readLegacy(await sources.open(code));
    const named = await readNamedForms(db.kysely);
    const there = await readTables(db.kysely);
    const { rows } = await sql<{ code: string }>`
      select dict_code as code from sys_dict where coalesce(del_flag, 0) = 0`.execute(db.kysely);
    const heads = only ? withSubs(tables, only) : tables.heads;
    return convertLegacy(
      { ...tables, heads },
      {
        world: formWorld(engine.models, named),
        isTaken: (name) => named.has(name) || there.has(name),
        dictionaries: new Set(rows.map((row) => row.code)),
      },
    );
  }

  /** @throws AppError INVALID for ids that are not there */
  async function chosen(source: unknown, ids: readonly string[], caller: Caller): Promise<readonly LegacyForm[]> {
    const code = typeof source === "string" ? source : "";
    if (code === "") throw refuse("请选择数据源");
    const wanted = new Set(ids);
    const forms = (await read(code, caller, wanted)).filter(({ id }) => wanted.has(id));
    if (forms.length === 0) throw refuse("旧系统里没有选中的表单");
    return forms;
  }
};

const kindWords: Readonly<Record<LegacyForm["findings"][number]["kind"], string>> = {
  taken: "已带上",
  changed: "有改动",
  left: "未带上",
  error: "不能使用",
};

const countOf = ({ findings }: LegacyForm, wanted: string): number =>
  findings.filter(({ kind }) => kind === wanted).length;

/** The chosen forms with every sub-table of the source: whose main table is not chosen leaves itself out. */
function withSubs(
  { heads }: { readonly heads: readonly Readonly<Record<string, string | null>>[] },
  only: ReadonlySet<string>,
) {
  return heads.filter((head) => only.has(head.id ?? "") || (head.table_type ?? "") === "3");
}
