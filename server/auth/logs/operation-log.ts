import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { ResolvedModel } from "../../../runtime/model/resolved-model.ts";
import type { Database } from "../../db/database.ts";
import { routeOf } from "../../http/late-routes.ts";
import { isWriting } from "../access.ts";
import { keyWords, logNames } from "../caller.ts";
import { operationOf } from "./operation-title.ts";
import { oneLine, paramText } from "./safe-text.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** What the call does, in words, for the operation log; `false` for a POST that only reads. */
    operation?: string | false;
  }
}

export interface OperationLogParts {
  readonly db: Database;
  readonly newId: () => string;
  readonly clock: () => string;
  readonly models: () => ReadonlyMap<string, ResolvedModel>;
  readonly contextPath: string;
  /** Something worth a line in the server's own log. */
  readonly note: (event: string, details: Readonly<Record<string, unknown>>) => void;
}

/** Entries that wait are written together, at the latest after this long. */
const flushAfterMs = 300;
const [batchRows, maxWaiting] = [200, 5_000];

type Entry = Readonly<Record<string, unknown>>;

/** Requests whose handler wrote its own entry, in better words. */
const toldAlready = new WeakSet<FastifyRequest>();
const refused = new WeakSet<FastifyRequest>();

const startedAt = new WeakMap<FastifyRequest, number>();

/** Milliseconds since the call arrived; null for one that did not come through the server's hooks. */
export function elapsedMs(request: FastifyRequest): number | null {
  const start = startedAt.get(request);
  return start === undefined ? null : Math.round(performance.now() - start);
}

export function markTold(request: FastifyRequest): void {
  toldAlready.add(request);
}

/**
 * One row of the log for every call of a signed-in person that writes, and for every refused access: who, what, with
 * which parameters, how long, from where. Written beside the calls in batches, so a call never waits for its log; a
 * database that cannot keep up costs entries, never memory, and the server's own log says how many.
 */
export class OperationLog {
  readonly #parts: OperationLogParts;
  #waiting: Entry[] = [];
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(parts: OperationLogParts) {
    this.#parts = parts;
  }

  install(app: FastifyInstance): void {
    app.addHook("onRequest", async (request) => {
      startedAt.set(request, performance.now());
    });
    app.addHook("onError", async (request) => {
      refused.add(request);
    });
    app.addHook("onResponse", async (request, reply) => this.#record(request, reply));
  }

  /** Everything recorded so far is in the table when this settles. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    await this.#writing;
  }

  #record(request: FastifyRequest, reply: FastifyReply): void {
    const { signedIn } = request;
    if (!signedIn || toldAlready.has(request)) return;
    const { operation } = request.routeOptions.config;
    const isWrite = isWriting(request.method, request.routeOptions.config);
    if (!isWrite && reply.statusCode !== 403) return;
    this.#add(this.#entry(request, reply, operation || undefined));
  }

  #entry(request: FastifyRequest, reply: FastifyReply, title: string | undefined): Entry {
    const { newId, clock, models, contextPath } = this.#parts;
    const caller = request.signedIn?.caller;
    const names = caller && logNames(caller);
    const [address = ""] = request.url.split("?", 1);
    const path = address.startsWith(contextPath) ? address.slice(contextPath.length) : address;
    const operation = operationOf(models(), request.method, path);
    const isRefused = refused.has(request) || reply.statusCode >= 400;
    const reason = reply.statusCode === 403 ? "（无权限）" : "";
    return {
      id: newId(),
      version: 1,
      log_type: 2,
      log_content: oneLine(`${title ?? operation.title}${reason}${caller ? keyWords(caller) : ""}`, 1000),
      operate_type: operation.type ?? null,
      userid: oneLine(names?.actor.username ?? "", 64),
      username: oneLine(names?.actor.realname ?? "", 64),
      viewed_user: names?.viewed ?? null,
      ip: request.ip.slice(0, 64),
      method: oneLine(routeOf(request) ?? path, 100),
      request_url: oneLine(address, 255),
      request_type: request.method,
      request_param: sentText(request, operation.model),
      request_id: request.id,
      outcome: isRefused ? "refused" : "ok",
      cost_time: Math.round(reply.elapsedTime),
      create_by: oneLine(names?.actor.username ?? "", 64),
      create_time: clock(),
      tenant_id: caller?.tenantId ?? 0,
    };
  }

  #add(entry: Entry): void {
    if (this.#waiting.length >= maxWaiting) {
      this.#dropped += 1;
      return;
    }
    this.#waiting.push(entry);
    if (this.#waiting.length >= batchRows) void this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), flushAfterMs).unref();
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, batchRows);
      try {
        await insertEntries(this.#parts.db, batch);
      } catch (error) {
        // Kept for the next round: a database that restarts gets them late.
        this.#parts.note("operation log not written", { waiting: this.#waiting.length, reason: String(error) });
        return;
      }
      this.#waiting.splice(0, batch.length);
    }
    if (this.#dropped > 0) this.#parts.note("operation log entries lost", { lost: this.#dropped });
    this.#dropped = 0;
  }
}

/** One parameter for all rows: they travel as one value. */
async function insertEntries(db: Database, entries: readonly Entry[]): Promise<void> {
  const names = Object.keys(entries[0] ?? {});
  const columns = sql.join(names.map((name) => sql.id(name)));
  await sql`insert into sys_log (${columns})
    select ${columns} from json_populate_recordset(null::sys_log, cast(${JSON.stringify(entries)} as json))`.execute(
    db.kysely,
  );
}

/** Fields that not every reader of the log may see are left out like secrets. */
function sentText(request: FastifyRequest, model: ResolvedModel | undefined): string {
  const fields = [...(model?.fields.values() ?? [])];
  const hidden = new Set(
    fields.filter(({ permission }) => permission.see ?? permission.plain).map((field) => field.name),
  );
  const query = Object.keys((request.query as object | undefined) ?? {}).length > 0 ? request.query : undefined;
  const body = request.isMultipart?.() ? undefined : request.body;
  if (query && body) return paramText({ query, body }, 3_900, hidden);
  return paramText(body ?? query, 3_900, hidden);
}
