import { decideAction } from "../../runtime/permission/action.ts";
import { variableNames } from "../../runtime/permission/row-rules.ts";
import { every } from "../../runtime/query/condition.ts";
import { callerOf } from "../auth/access.ts";
import type { Caller } from "../auth/caller.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { refuse } from "../http/refusal.ts";
import { readRowBody } from "../models/engine-parts.ts";
import { buildTables, dictCodeOf } from "../online/reports/build-tables.ts";
import { designCode, runAsCode, sourceCode } from "../online/reports/report-rights.ts";
import type { ReportColumn } from "../online/reports/sql/report-sql.ts";

type Query = Readonly<Record<string, string | undefined>>;

const base = "/online/cgreport";
const maxPreviewRows = 200;

/** What a designer asks about a text before it is stored (contract 07 §7.2): its columns, its rows, what it may read. */
export const routes: RouteModule = (api, { reports }) => {
  // In the default tenant only: reports belong to the platform, and so do the data sources.
  const design = { permission: `${designCode},online:cgreport:add`, platform: true } as const;
  const reading = { config: { ...design, operation: false } } as const;

  const parse = async (caller: Caller, text: unknown, dbKey: unknown) => {
    const source = await sourceFor(caller, dbKey);
    const sqlText = textOf(text);
    const [columns, params] = [await source.describe(sqlText), await source.params(sqlText)];
    return {
      fields: columns.map(fieldOf),
      params: params.map((paramName, index) => ({
        paramName,
        paramTxt: paramName,
        paramValue: "",
        orderNum: index + 1,
      })),
      dialect: source.dialect,
      hasRowRules: source.hasRowRules,
    };
  };
  api.get<{ Querystring: Query }>(`${base}/head/parseSql`, reading, async (request) =>
    ok(await parse(callerOf(request), request.query.sql, request.query.dbKey)),
  );
  api.post(`${base}/head/parseSql`, reading, async (request) => {
    const { sql, dbKey } = readRowBody(request.body);
    return ok(await parse(callerOf(request), sql, dbKey));
  });

  api.get<{ Querystring: Query }>(`${base}/head/catalogue`, reading, async (request) => {
    const caller = callerOf(request);
    const dbKey = textOf(request.query.dbKey, "");
    const source = await sourceFor(caller, dbKey);
    const tables = dbKey === "" ? reports.sql.catalogue(caller) : [];
    return ok({
      dialect: source.dialect,
      hasRowRules: source.hasRowRules,
      tables: buildTables(tables),
      functions,
      variables: variableNames.map((name) => ({ name, title: variableTitles[name] })),
    });
  });

  /** Runs a text that is not stored, as its designer may see the rows. */
  api.post(`${base}/head/preview`, reading, async (request, reply) => {
    const caller = callerOf(request);
    const { sql, dbKey, params = {}, pageSize = 20, runAs } = readRowBody(request.body);
    const source = await sourceFor(caller, dbKey);
    if (runAs === "report" && !decideAction(caller, runAsCode).allowed) throw new AppError("FORBIDDEN");
    const gone = new AbortController();
    reply.raw.once("close", () => gone.abort());
    const call = {
      text: textOf(sql),
      caller,
      runAs: runAs === "report" ? ("report" as const) : ("caller" as const),
      values: Object.fromEntries(
        Object.entries(readRowBody(params)).map(([name, value]) => [name, String(value ?? "")]),
      ),
      signal: gone.signal,
    };
    const size = Math.min(Math.max(Number(pageSize) || 20, 1), maxPreviewRows);
    // Run first: who has to rest costs the database nothing then, and what ran is described from memory.
    const { rows, total, tookMs } = await source.run({ ...call, where: every(), page: { pageNo: 1, pageSize: size } });
    const columns = await source.describe(call.text);
    const plan = await source.explain(call);
    return ok({
      records: rows,
      total,
      hasMore: total > rows.length,
      ms: Math.round(tookMs),
      columns: columns.map(fieldOf),
      hasRowRules: source.hasRowRules,
      explain: plan?.steps.map(({ depth, text }) => `${"　".repeat(depth)}${text}`) ?? [],
      share: plan?.share ?? null,
    });
  });

  async function sourceFor(caller: Caller, dbKey: unknown) {
    const code = textOf(dbKey, "");
    if (code !== "" && !decideAction(caller, sourceCode).allowed) throw new AppError("FORBIDDEN");
    return reports.source(code);
  }
};

function fieldOf(column: ReportColumn, index: number) {
  return {
    id: `new_${index + 1}`,
    fieldName: column.name,
    fieldTxt: column.title,
    fieldType: column.type === "Boolean" ? "String" : column.type,
    isShow: 1,
    ...dictCodeOf(column.dict),
    orderNum: index + 1,
  };
}

function textOf(value: unknown, absent?: string): string {
  if (typeof value === "string" && value.trim() !== "") return value;
  if (absent !== undefined && (value === undefined || value === null || value === "")) return absent;
  throw refuse("请输入查询语句");
}

/** Offered while typing; what else is allowed is the parser's to say. */
const functions = [
  ...["count", "sum", "avg", "min", "max", "coalesce", "nullif", "round", "floor", "ceil", "abs", "greatest", "least"],
  ...["concat", "substr", "trim", "upper", "lower", "length", "replace", "to_char", "to_date", "date_trunc", "extract"],
  ...["string_agg", "row_number", "rank", "lag", "lead"],
];

const variableTitles: Readonly<Record<(typeof variableNames)[number], string>> = {
  sys_user_code: "登录用户账号",
  sys_user_name: "登录用户姓名",
  sys_user_id: "登录用户编号",
  sys_org_code: "登录用户部门编码",
  sys_multi_org_code: "登录用户的各部门编码",
  sys_date: "当前日期",
  sys_time: "当前时间",
  bpm_status: "流程状态",
  tenant_id: "租户编号",
};
