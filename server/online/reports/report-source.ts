import type { ParsedReport, ReportColumn, ReportPlan, ReportSql, RunRequest, RunResult } from "./sql/report-sql.ts";

/** A run of a text as it stands in a definition. */
export type SourceRun = Omit<RunRequest, "report"> & { readonly text: string };
export type SourcePlanRequest = Pick<SourceRun, "text" | "caller" | "runAs" | "values" | "defaults" | "signal">;

/** Where the rows of a report come from: our own database, or a data source of another system. */
export interface ReportSource {
  /** As people call it, for example `PostgreSQL`. */
  readonly dialect: string;
  /** Whether the caller's row and field rules hold there; another system knows none of them. */
  readonly hasRowRules: boolean;
  /** Names of `${name}` in the order of their first places. @throws AppError INVALID with place */
  params(text: string): Promise<readonly string[]>;
  /** The columns, without the rows. @throws AppError INVALID */
  describe(text: string): Promise<readonly ReportColumn[]>;
  /**
   * The statement that `run` would send, with its values, as text: equal for two callers only when the same rows are theirs
   * to see. @throws AppError INVALID for what the caller may not read
   */
  keyOf(request: SourceRun): Promise<string>;
  /** @throws AppError INVALID, QUERY_TIMEOUT, BUSY */
  run(request: SourceRun): Promise<RunResult>;
  /** Undefined where nobody can tell what a query costs. */
  explain(request: SourcePlanRequest): Promise<ReportPlan | undefined>;
}

/** Texts that are kept parsed. */
const maxParsed = 200;

/** Our own database: read into a tree, given the caller's rules, written back. */
export function ownSource(sql: ReportSql): ReportSource {
  const parsed = new Map<string, Promise<ParsedReport>>();
  const parse = (text: string): Promise<ParsedReport> => {
    const known = parsed.get(text) ?? sql.parse(text);
    parsed.delete(text);
    parsed.set(text, known);
    known.catch(() => parsed.delete(text));
    const [oldest] = parsed.keys();
    if (parsed.size > maxParsed && oldest !== undefined) parsed.delete(oldest);
    return known;
  };
  return {
    dialect: "PostgreSQL",
    hasRowRules: true,
    params: async (text) => {
      const { params } = await parse(text);
      return [...new Set(params.filter(({ kind }) => kind === "param").map(({ name }) => name))];
    },
    describe: async (text) => sql.describe(await parse(text)),
    keyOf: async ({ text, ...request }) => sql.keyOf({ ...request, report: await parse(text) }),
    run: async ({ text, ...request }) => sql.run({ ...request, report: await parse(text) }),
    explain: async ({ text, ...request }) => sql.explain({ ...request, report: await parse(text) }),
  };
}
