import type { Kysely, Transaction } from "kysely";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { Caller } from "../auth/caller.ts";
import type { Database, Tables } from "../db/database.ts";
import type { NewId } from "../db/ids.ts";
import { refuse } from "../http/refusal.ts";
import type { Engine } from "./engine.ts";
import type { HookContext, ModelHooks } from "./hooks.ts";
import type { KeptReads } from "./kept-reads.ts";
import type { TextMemory } from "./known-texts.ts";
import type { ReferencedRows } from "./referenced-rows.ts";
import type { Touch, Touched } from "./touched.ts";

/** Models that change while the server runs, also by another process of it. */
export interface StoredDefinitions {
  /** Settles when the model is as its table is; another process may have changed both. */
  settle(modelId: string): Promise<void>;
  /** Names that fields of the model had a while ago and have no more. */
  retired(modelId: string): ReadonlySet<string>;
}

/** What the engine is made of; everything it needs from outside. */
export interface EngineParts {
  readonly database: Database;
  /** Live: a document read again replaces its entry. */
  readonly models: ReadonlyMap<string, ResolvedModel>;
  readonly hooks: ReadonlyMap<string, ModelHooks>;
  readonly newId: NewId;
  /** Now in the business time zone, `yyyy-MM-dd HH:mm:ss`. */
  readonly clock: () => string;
  /** The business time zone, IANA name. */
  readonly timeZone: string;
  /** Things worth a line in the log, for example an edit without version. */
  readonly note: (event: string, details: Readonly<Record<string, unknown>>) => void;
  /** Definitions that administrators store; without them every model is a document's. */
  readonly stored?: StoredDefinitions | undefined;
  /** What one query may cost, in the planner's units; default `costLimits` of the database. */
  readonly queryBudget?: number | undefined;
}

/** One call that writes: everything in it stands or falls together. */
export interface Work {
  readonly parts: EngineParts;
  readonly engine: Engine;
  readonly trx: Transaction<Tables>;
  /** Counters are raised here, not in the transaction: nobody waits for its end to get a number. */
  readonly beside?: Kysely<Tables> | undefined;
  readonly caller: Caller;
  /** Moment of what is written, in the business time zone. */
  readonly now: string;
  /** Tables written: what processes keep of them is dropped after the commit. */
  readonly touched: Touched;
  /** How often each row was written: what was read of it before the last time is old. */
  readonly writes: Map<string, number>;
  readonly kept: KeptReads;
  /** Texts of rows and dictionary items, as far as this call has not changed them. */
  readonly texts: TextMemory;
  /** Rows added or changed, by model, that the model's rules over several rows look at when the call has done all. */
  readonly grouped: Map<ResolvedModel, Set<string>>;
  /** Rows that references name, read once while a row is prepared, or many that name the same few. */
  readonly referenced?: ReferencedRows;
  /** Random codes given to rows that are stored later: an import checks many rows before it stores the first. */
  readonly drawnCodes?: Set<string>;
  /** The call is a transaction of its own: its last write may take the commit with it. */
  readonly endsWithWrite?: boolean;
  /** A dry run: no serial number is reserved. */
  readonly isTrial?: boolean;
  /** How many numbers of each counter a trial of many rows has taken: the next ones follow them. */
  readonly drawnNumbers?: Map<string, bigint> | undefined;
  /** A document states the write: what it names need not be in use any more, and may be outside the caller's data rules. */
  readonly isStated?: boolean;
  /** The write is the step of this transition. */
  readonly transition?: string;
}

/**
 * The call goes on at the moment at which it got the rows it waited for: of two that change one row, the later one
 * writes the later moment.
 */
export const atPresent = (work: Work): Work => ({ ...work, now: work.parts.clock() });

/** Rows named by references stay what they were while one row is prepared. */
export const withReferences = (work: Work): Work => (work.referenced ? work : { ...work, referenced: new Map() });

const isChanged = (kind: Touch | undefined): boolean => kind !== undefined && kind !== "counted";

/** What `load` gives, kept for the next call unless this one has written one of the tables itself. */
export function readKept<Value>(
  work: Pick<Work, "kept" | "touched">,
  key: string,
  tables: readonly string[],
  load: () => Promise<Value>,
): Promise<Value> {
  return tables.some((table) => isChanged(work.touched.get(table))) ? load() : work.kept.read(key, tables, load);
}

export function modelOf(parts: EngineParts, id: string): ResolvedModel {
  const model = parts.models.get(id);
  if (!model) throw new Error(`no model ${id}`);
  return model;
}

export function hookContext(work: Work, model: ResolvedModel): HookContext {
  return { model, caller: work.caller, trx: work.trx, engine: work.engine, now: work.now, newId: work.parts.newId };
}

/** An id from a request: text of 1 to 64 characters. */
export function readId(value: unknown): string {
  const id = typeof value === "number" ? String(value) : value;
  if (typeof id !== "string" || id === "" || id.length > 64 || id.includes("\u0000")) throw refuse("参数不识别！");
  return id;
}

/** A row from the body of a request. */
export function readRowBody(body: unknown): Row {
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw refuse("参数不识别！");
  return body as Row;
}

export const maxBatchIds = 1_000;

/** `a,b,c,` of the batch calls; a trailing comma is allowed. */
export function readIds(value: unknown): string[] {
  const parts = Array.isArray(value) ? value : typeof value === "string" ? value.split(",") : [];
  const ids = [...new Set(parts.filter((part) => part !== "").map(readId))];
  if (ids.length === 0) throw refuse("参数不识别！");
  if (ids.length > maxBatchIds) throw refuse(`一次最多处理 ${maxBatchIds} 行`);
  return ids;
}
