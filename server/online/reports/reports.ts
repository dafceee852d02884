import { sql } from "kysely";
import type { ReportDict } from "../../../runtime/model/report-dict.ts";
import { decideAction } from "../../../runtime/permission/action.ts";
import type { DictOption } from "../../../runtime/wire/envelope.ts";
import type { Caller } from "../../auth/caller.ts";
import type { Database } from "../../db/database.ts";
import type { DocumentSource } from "../../documents/document-source.ts";
import { AppError } from "../../http/errors.ts";
import { quoted, refuse } from "../../http/refusal.ts";
import type { Dictionaries } from "../../models/dict/dictionaries.ts";
import { findHead, type ReportDefinition, readDraft, readPublished, resolveDefinition } from "./definition.ts";
import type { WireValues } from "./read-report-query.ts";
import { refuseColumns } from "./refuse-columns.ts";
import { ReportCache } from "./report-cache.ts";
import { itemsFor } from "./report-columns.ts";
import { loadDictOptions, maxOptions } from "./report-dictionaries.ts";
import { designCode, mayExport, mayRun, runAsCode } from "./report-rights.ts";
import { ownSource, type ReportSource } from "./report-source.ts";
import { refuseUnrunnable, runReport } from "./run-report.ts";
import type { ReportSql } from "./sql/report-sql.ts";

interface ReportsParts {
  readonly db: Database;
  readonly documents: DocumentSource;
  readonly dictionaries: Dictionaries;
  readonly sql: ReportSql;
  /** Data sources of other systems, by code. @throws AppError INVALID */
  readonly otherSource: (code: string) => Promise<ReportSource>;
  readonly clock: () => string;
  readonly note: (event: string, details: object) => void;
}

/** A report that somebody may run, with where its rows come from. */
export interface OpenReport {
  readonly definition: ReportDefinition;
  readonly source: ReportSource;
  readonly caller: Caller;
  readonly isDraft: boolean;
  /** Number of the published version; undefined for a draft, and for a report that runs as it ships. */
  readonly version: number | undefined;
}

/** Online reports as the routes run them. */
export class Reports {
  readonly #parts: ReportsParts;
  readonly #own: ReportSource;
  readonly #cache = new ReportCache();

  constructor(parts: ReportsParts) {
    this.#parts = parts;
    this.#own = ownSource(parts.sql);
  }

  /** What designers complete their text with. */
  get sql(): ReportSql {
    return this.#parts.sql;
  }

  /** @param code of a data source; empty: our own database */
  async source(code: string): Promise<ReportSource> {
    return code === "" ? this.#own : this.#parts.otherSource(code);
  }

  /**
   * A report by id or code: the published version to who was given it, the draft to who designs.
   *
   * @throws AppError INVALID for one that is not there or not published, FORBIDDEN
   */
  async open(idOrCode: string, caller: Caller, options: { readonly draft: boolean }): Promise<OpenReport> {
    const db = this.#parts.db.kysely;
    const head = await findHead(db, idOrCode.slice(0, 64));
    if (!head) throw refuse(`没有报表${quoted(idOrCode)}`);
    const stored = options.draft ? await readDraft(db, head.id) : await readPublished(db, head);
    if (options.draft && !decideAction(caller, designCode).allowed) throw new AppError("FORBIDDEN");
    if (!stored) throw refuse(`报表${quoted(idOrCode)}还没有发布`);
    const definition = resolveDefinition(stored);
    if (options.draft) refuseAsReport(definition, caller);
    else if (!mayRun(this.#parts.documents.current, definition.head, caller)) throw new AppError("FORBIDDEN");
    const version = options.draft ? undefined : head.publishedVersion;
    const source = await this.source(definition.head.dbSource);
    return { definition, source, caller, isDraft: options.draft, version };
  }

  /** What its readers could not run, or would read as bare values. @throws AppError INVALID that names what is wrong */
  async refuseUnreadable(definition: ReportDefinition): Promise<void> {
    await refuseUnrunnable(definition, await this.source(definition.head.dbSource));
    const { dictionaries, documents, db } = this.#parts;
    const addresses = async () => {
      const { rows } = await sql<{ url: string }>`
        select url from sys_permission where coalesce(url, '') <> '' and coalesce(del_flag, 0) = 0`.execute(db.kysely);
      const ofScreens = [...documents.current.screens.values()].flatMap(({ menu }) => menu?.path ?? []);
      return [...ofScreens, ...rows.map(({ url }) => url)];
    };
    await refuseColumns(definition, { dictionaries, own: this.#own, addresses });
  }

  mayExport({ definition, caller, isDraft }: OpenReport): boolean {
    return isDraft || mayExport(this.#parts.documents.current, definition.head, caller);
  }

  dictOptions({ definition, caller }: OpenReport) {
    const items = itemsFor(definition, caller);
    return loadDictOptions(this.#parts, { head: definition.head, items, caller });
  }

  /**
   * The rows of a report as the options of a dictionary, as the caller may see them.
   *
   * @throws AppError INVALID for a column that the report does not have, FORBIDDEN
   */
  async options({ report: code, value, text }: ReportDict, caller: Caller): Promise<readonly DictOption[]> {
    const report = await this.open(code, caller, { draft: false });
    const { head } = report.definition;
    const names = itemsFor(report.definition, caller).map(({ fieldName }) => fieldName);
    const columns = [value ?? (head.returnValField || names[0]), text ?? (head.returnTxtField || names[1] || names[0])];
    const [valueName = "", textName = ""] = columns;
    for (const name of [valueName, textName]) {
      if (!names.includes(name)) throw refuse(`报表${quoted(head.name)}没有列${quoted(name)}，不能作字典`);
    }
    const { records } = await this.run(report, { pageNo: "1", pageSize: String(maxOptions) });
    const options = new Map(
      records.flatMap((row): [string, DictOption][] => {
        const key = row[valueName];
        if (key === null || key === undefined) return [];
        const words = String(row[textName] ?? key);
        return [[String(key), { value: String(key), text: words, title: words }]];
      }),
    );
    return [...options.values()];
  }

  run(report: OpenReport, query: WireValues, signal?: AbortSignal) {
    return runReport({ ...report, now: this.#parts.clock(), query, signal });
  }

  /** The same for whoever looks at a page: rows that were read a while ago, as long as the designer allows. */
  show(report: OpenReport, query: WireValues, options: { readonly isFresh: boolean; readonly signal?: AbortSignal }) {
    const { definition, isDraft, version = 0 } = report;
    const { id, cacheSeconds: seconds } = definition.head;
    const { isFresh, signal } = options;
    const kept =
      isDraft || seconds === undefined ? undefined : { cache: this.#cache, name: `${id} ${version}`, seconds, isFresh };
    return runReport({ ...report, now: this.#parts.clock(), query, signal, kept });
  }
}

/** A text that leaves the caller's data rules out is tried out by who may write one. */
export function refuseAsReport({ head }: Pick<ReportDefinition, "head">, caller: Caller): void {
  if (head.runAs === "report" && !decideAction(caller, runAsCode).allowed) throw new AppError("FORBIDDEN");
}
