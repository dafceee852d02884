import type { Transaction } from "kysely";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { Condition } from "../../runtime/query/condition.ts";
import type { Caller } from "../auth/caller.ts";
import type { Queryable, Tables } from "../db/database.ts";
import type { NewId } from "../db/ids.ts";
import type { Engine } from "./engine.ts";
import type { WireQuery } from "./query/parse-list-query.ts";

/** A row under way: wire names, wire values. Hooks change it in place. */
export type Draft = Record<string, unknown>;

export interface HookContext {
  readonly model: ResolvedModel;
  readonly caller: Caller;
  /** The transaction of the call; everything a hook writes stands or falls with it. */
  readonly trx: Transaction<Tables>;
  readonly engine: Engine;
  /** Time of the call, `yyyy-MM-dd HH:mm:ss` in the business time zone. */
  readonly now: string;
  /** Makes ids for rows that a hook writes itself. */
  readonly newId: NewId;
}

export interface SaveContext extends HookContext {
  /** The row as it was; undefined for a new one. */
  readonly before: Row | undefined;
  /** The body as the client sent it, with keys that are no fields (`selectedroles`). */
  readonly body: Row;
}

export type NarrowContext = Pick<ReadContext, "caller" | "database" | "engine">;

export interface ReadContext extends Omit<HookContext, "trx" | "newId"> {
  /** The call's transaction when it writes too, else the database. */
  readonly database: Queryable;
  readonly purpose: "list" | "detail";
  /** The business time zone, IANA name. */
  readonly timeZone: string;
}

/**
 * Special behaviour of one model. Every hook refuses by throwing an AppError; the transaction is rolled back.
 * A file in `server/modules` exports `hooks: Record<modelId, ModelHooks>`; the folder is loaded, not listed.
 */
export interface ModelHooks {
  /** What a query asks by names that are no fields, for example the members of a department; every list, sum and export. */
  narrow?(query: WireQuery, context: NarrowContext): Condition | Promise<Condition>;
  /** After unknown and read-only fields were dropped, before defaults, computed values and checks. */
  beforeValidate?(draft: Draft, context: SaveContext): void | Promise<void>;
  /** The complete valid row, just before it is written; may set read-only fields. */
  beforeSave?(draft: Draft, context: SaveContext): void | Promise<void>;
  /** The row was written. */
  afterSave?(row: Row, context: SaveContext): void | Promise<void>;
  beforeDelete?(rows: readonly Row[], context: HookContext): void | Promise<void>;
  afterDelete?(rows: readonly Row[], context: HookContext): void | Promise<void>;
  /** Rows of the recycle bin are about to be taken back. */
  beforeRestore?(rows: readonly Row[], context: HookContext): void | Promise<void>;
  /** Rows are taken back out of the recycle bin; they are live again within this transaction. */
  afterRestore?(rows: readonly Row[], context: HookContext): void | Promise<void>;
  /** Rows of the recycle bin are about to be removed for good. */
  beforePurge?(rows: readonly Row[], context: HookContext): void | Promise<void>;
  /** Rows left the recycle bin for good; what hangs on them goes with them. */
  afterPurge?(rows: readonly Row[], context: HookContext): void | Promise<void>;
  /** Rows about to be answered, after field permissions and dictionary texts; may remove or add keys. */
  afterRead?(rows: Draft[], context: ReadContext): void | Promise<void>;
}

interface HookModule {
  readonly hooks?: Readonly<Record<string, ModelHooks>>;
}

/** All hooks of `server/modules`, by model id. Two files for one model is a mistake of ours and throws. */
export function loadHooks(): ReadonlyMap<string, ModelHooks> {
  const modules = import.meta.glob<HookModule>(["../modules/*.ts", "!../modules/*.test.ts"], { eager: true });
  const found = new Map<string, ModelHooks>();
  for (const [file, module] of Object.entries(modules)) {
    for (const [modelId, hooks] of Object.entries(module.hooks ?? {})) {
      if (found.has(modelId)) throw new Error(`${file}: model ${modelId} has hooks already`);
      found.set(modelId, hooks);
    }
  }
  return found;
}
