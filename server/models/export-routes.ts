import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";
import type { Caller } from "../auth/caller.ts";
import type { CellValue } from "../excel/sheet.ts";
import { writeXls, xlsRowLimit } from "../excel/workbook.ts";
import { writeCsv } from "../excel/write-csv.ts";
import { writeXlsx } from "../excel/write-xlsx.ts";
import type { WireQuery } from "../query/parse-list-query.ts";
import { refuse } from "../query/refusal.ts";
import type { Engine } from "./engine.ts";
import { readIds } from "./engine-parts.ts";
import { type ExportColumn, exportColumns } from "./export-sheet.ts";

interface ExportParts {
  readonly engine: Engine;
  readonly callerOf: (request: FastifyRequest) => Caller;
  /** Records who exported what (threats §10). */
  readonly log: (request: FastifyRequest, caller: Caller, text: string) => Promise<void>;
}

/** Parameters of the export itself; everything else is the list's query. */
const ownParameters = ["selections", "exportFields", "format", "fileName"] as const;

/** `GET {base}/exportXls` of every model (contract 08 §8.1); `format` is xls (default, as recorded), xlsx or csv. */
export function registerExportRoutes(api: FastifyInstance, models: Iterable<ResolvedModel>, parts: ExportParts): void {
  for (const model of models) {
    const url = `${model.base}/exportXls`;
    if (api.hasRoute({ method: "GET", url: `${api.prefix}${url}` })) continue;
    api.get(url, { config: { permission: `${model.permissionPrefix}:export` } }, async (request, reply) => {
      const caller = parts.callerOf(request);
      const query = request.query as WireQuery;
      const columns = exportColumns(model, caller, textOf(query.exportFields));
      const batches = cellBatches(parts.engine, model, query, caller, columns);
      const write = writers[textOf(query.format) ?? "xls"];
      if (!write) throw refuse("导出格式须为 xls、xlsx 或 csv");
      const first = await batches.next(); // a refused query must be an answer, not a broken file
      await parts.log(request, caller, `导出${model.title}，条件：${filterText(query)}`);
      return write(reply, model, caller, columns, resumed(first, batches));
    });
  }
}

type Batches = AsyncGenerator<readonly (readonly CellValue[])[]>;
type Writer = (
  reply: FastifyReply,
  model: ResolvedModel,
  caller: Caller,
  columns: readonly ExportColumn[],
  batches: Batches,
) => Promise<FastifyReply>;

const writers: Readonly<Record<string, Writer | undefined>> = {
  async xlsx(reply, model, caller, columns, batches) {
    const type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    return named(reply, `${model.title}.xlsx`, type).send(writeXlsx(headingOf(model, caller), columns, batches));
  },
  async csv(reply, model, _caller, columns, batches) {
    const titles = columns.map((column) => column.title);
    return named(reply, `${model.title}.csv`, "text/csv; charset=utf-8").send(writeCsv(titles, batches));
  },
  async xls(reply, model, caller, columns, batches) {
    const rows: (readonly CellValue[])[] = [];
    for await (const batch of batches) {
      rows.push(...batch);
      if (rows.length > xlsRowLimit) throw refuse(`.xls 最多 ${xlsRowLimit} 行，请改用 .xlsx 或 .csv 导出`);
    }
    const titles = columns.map((column) => column.title);
    const bytes = await writeXls(headingOf(model, caller), titles, rows);
    return named(reply, `${model.title}.xls`, "application/vnd.ms-excel").send(Buffer.from(bytes));
  },
};

const headingOf = (model: ResolvedModel, caller: Caller) => ({
  title: `${model.title}列表数据`,
  subtitle: `导出人:${caller.realname || caller.username}`,
});

function named(reply: FastifyReply, fileName: string, type: string): FastifyReply {
  return reply
    .type(type)
    .header("Content-Disposition", `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`)
    .header("Cache-Control", "no-store");
}

async function* cellBatches(
  engine: Engine,
  model: ResolvedModel,
  query: WireQuery,
  caller: Caller,
  columns: readonly ExportColumn[],
): Batches {
  const filters = Object.fromEntries(
    Object.entries(query).filter(([name]) => !(ownParameters as readonly string[]).includes(name)),
  );
  const ids = textOf(query.selections) === undefined ? undefined : readIds(query.selections);
  const fields = columns.map((column) => column.field);
  for await (const rows of engine.exportRows(model.id, filters, caller, { ids, fields })) {
    yield rows.map((row) => columns.map((column) => column.value(row)));
  }
}

async function* resumed(first: IteratorResult<readonly (readonly CellValue[])[]>, rest: Batches): Batches {
  if (!first.done) yield first.value;
  yield* rest;
}

function filterText(query: WireQuery): string {
  const filters = Object.entries(query).filter(([name, value]) => name !== "_t" && value !== "");
  return filters.map(([name, value]) => `${name}=${String(value)}`).join(" ") || "无";
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
