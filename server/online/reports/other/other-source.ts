import { quoted, refuse } from "../../../http/refusal.ts";
import type { OpenSource, SourceColumn, SourceSession } from "../../data-sources/source-pools.ts";
import type { ReportSource, SourceRun } from "../report-source.ts";
import type { ReportColumn, RunResult, WireColumnType } from "../sql/report-sql.ts";
import { maxReportRows, reportDeadlineMs } from "../sql/report-sql.ts";

/** One statement for a source, its values apart. */
export interface SourceStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What differs between the kinds of databases. */
export interface OtherDialect {
  readonly title: string;
  readonly typeOf: (typeId: number) => WireColumnType;
  /** @throws AppError INVALID with place */
  params(text: string, session: SourceSession): Promise<readonly string[]>;
  /** The text with nothing in its parameters, for its columns. */
  empty(text: string, session: SourceSession): Promise<SourceStatement>;
  page(request: SourceRun, columns: readonly ReportColumn[], session: SourceSession): Promise<SourceStatement>;
  /** `n` and the sums, in one row. */
  figures(request: SourceRun, columns: readonly ReportColumn[], session: SourceSession): Promise<SourceStatement>;
}

const maxColumns = 500;
/** Rows of one page from another system, in characters: its tables may hold anything. */
const maxPageLength = 32 * 1024 * 1024;

/**
 * Reports over another system's database: read by its account in a read-only transaction, within the same limits as our
 * own. It knows no row or field rules of ours.
 */
export function otherSource(source: OpenSource, dialect: OtherDialect): ReportSource {
  const options = { deadlineMs: reportDeadlineMs };
  const describe = async (session: SourceSession, text: string): Promise<readonly ReportColumn[]> => {
    const statement = await dialect.empty(text, session);
    const { columns } = await session.query(statement.text, statement.values);
    refuseBadNames(columns);
    return columns.map(({ name, typeId }) => ({
      name,
      type: dialect.typeOf(typeId),
      title: name,
      dict: undefined,
      source: undefined,
    }));
  };
  return {
    dialect: dialect.title,
    hasRowRules: false,
    params: (text) => source.read((session) => dialect.params(text, session), options),
    describe: (text) => source.read((session) => describe(session, text), options),
    // It knows no rules, but a text may name who asks: what one person read is nobody else's.
    keyOf: async ({ caller, signal: _signal, ...request }) => {
      const { userId, orgCode, tenantId } = caller;
      return JSON.stringify({ ...request, userId, orgCode, tenantId });
    },
    run: async (request) => {
      const startedAt = performance.now();
      refuseBadPage(request);
      const result = await source.read(
        async (session) => {
          const columns = await describe(session, request.text);
          refuseUnknown(request, columns);
          return runIn(session, dialect, request, columns);
        },
        { ...options, signal: request.signal },
      );
      return { ...result, tookMs: performance.now() - startedAt };
    },
    explain: async () => undefined,
  };
}

async function runIn(
  session: SourceSession,
  dialect: OtherDialect,
  request: SourceRun,
  columns: readonly ReportColumn[],
): Promise<Omit<RunResult, "tookMs">> {
  const page = await dialect.page(request, columns, session);
  const answer = await session.query(page.text, page.values);
  const length = answer.rows.reduce((sum, row) => sum + row.reduce((all, text) => all + (text?.length ?? 0), 0), 0);
  if (length > maxPageLength) throw refuse("一页的内容过大，请减少列或每页行数");
  const figures = await dialect.figures(request, columns, session);
  const [[count, ...sums] = []] = (await session.query(figures.text, figures.values)).rows;
  return {
    rows: answer.rows.map((row) => Object.fromEntries(columns.map(({ name }, index) => [name, row[index] ?? null]))),
    total: Number(count ?? 0),
    totals: Object.fromEntries((request.totals ?? []).map((name, index) => [name, sums[index] ?? null])),
  };
}

function refuseBadPage({ page: { pageNo, pageSize } }: SourceRun): void {
  if (pageNo < 1 || pageSize < 1 || pageSize > maxReportRows) throw refuse(`每页最多 ${maxReportRows} 行`);
}

function refuseBadNames(columns: readonly SourceColumn[]): void {
  if (columns.length === 0) throw refuse("SELECT 没有列");
  if (columns.length > maxColumns) throw refuse(`列过多，最多 ${maxColumns} 列`);
  const names = columns.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw refuse(`列名${quoted(twice)}重复，请用 AS 另起名称`);
  if (names.some((name) => name === "" || name === "?column?" || name === "__proto__")) {
    throw refuse("有的列没有名称，请用 AS 写明");
  }
}

const numeric: ReadonlySet<string> = new Set(["Integer", "Long", "BigDecimal"]);

/** Names of conditions, order and sums are identifiers of the statement: only those that the source has answered. */
function refuseUnknown(request: SourceRun, columns: readonly ReportColumn[]): void {
  const known = new Map(columns.map((column) => [column.name, column]));
  for (const { column } of request.sort ?? []) {
    if (!known.has(column)) throw refuse(`报表没有列${quoted(column)}，不能用来排序`);
  }
  for (const name of request.totals ?? []) {
    if (!numeric.has(known.get(name)?.type ?? "")) throw refuse(`列${quoted(name)}不是数字，不能合计`);
  }
}
