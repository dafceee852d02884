import { decideAction } from "../../runtime/permission/action.ts";
import type { Caller } from "../auth/caller.ts";
import type { Database } from "../db/database.ts";
import { AppError } from "../http/errors.ts";
import type { Engine } from "../models/engine.ts";
import type { LiveConnection } from "./live-connection.ts";

/** Payload: a `TableUpdate` as JSON. */
export const tableChannel = "table-update";
const [maxKey, maxId, maxCaseId] = [100, 64, 64];

/** A row that somebody saved: which one, never what is in it. */
interface TableUpdate {
  /** The model; documents name it as the key of their table. */
  readonly socketKey: string;
  readonly rowId: string;
  /** The table that sent it, which needs no news of itself. */
  readonly caseId: string;
}

interface Viewer {
  readonly connection: LiveConnection;
  /** Who looks now: a right that was taken away since the hand-shake counts. Rejects when the session has ended. */
  caller(): Promise<Caller>;
}

interface Parts {
  readonly db: Database;
  readonly engine: Pick<Engine, "models" | "queryById">;
}

/**
 * The table channel (contract 04 §4.4). A client says that it changed a row that it may edit; every other viewer gets
 * that row as it is stored and as they may see it. What a client writes into a frame reaches nobody.
 */
export class TableUpdates {
  readonly #parts: Parts;
  readonly #viewers = new Set<Viewer>();
  #stopListening: (() => Promise<void>) | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    this.#stopListening = await this.#parts.db.listen(tableChannel, (payload) => void this.#tell(payload));
  }

  async stop(): Promise<void> {
    await this.#stopListening?.();
  }

  /** Takes a viewer in until their connection closes. */
  add(connection: LiveConnection, caller: Viewer["caller"]): void {
    const viewer = { connection, caller };
    this.#viewers.add(viewer);
    connection.onClose(() => this.#viewers.delete(viewer));
    connection.onText((text) => void this.#hear(viewer, readFrame(text)).catch(() => {}));
  }

  async #hear(viewer: Viewer, { type, data }: TableFrame): Promise<void> {
    if (type === "heart_beat") viewer.connection.send(JSON.stringify({ type, data: true }));
    if (type !== "update_vxe_table") return;
    const update = readUpdate(data);
    if (!update || !(await this.#rowFor(await viewer.caller(), update, "edit"))) return;
    await this.#parts.db.notify(tableChannel, JSON.stringify(update));
  }

  /** One look at the row for each person, whatever number of windows they have. */
  async #tell(payload: string): Promise<void> {
    if (payload === "") return;
    const update = JSON.parse(payload) as TableUpdate;
    const { socketKey, caseId } = update;
    const rows = new Map<string, Promise<unknown>>();
    for (const { connection, caller } of this.#viewers) {
      try {
        const now = await caller();
        const who = [now.userId, now.tenantId, now.orgCode].join();
        const asked = rows.get(who) ?? this.#rowFor(now, update, "list");
        rows.set(who, asked);
        const row = await asked;
        if (row)
          connection.send(JSON.stringify({ type: "update_vxe_table", data: { socketKey, args: [row, caseId] } }));
      } catch {
        // Their session has ended, or the database does not answer: they read the rows again when they come back.
      }
    }
  }

  /** The row as the caller sees it; undefined where they may not do that with it, or it is not there for them. */
  async #rowFor(caller: Caller, { socketKey, rowId }: TableUpdate, action: "list" | "edit"): Promise<unknown> {
    const model = this.#parts.engine.models.get(socketKey);
    if (!model || !decideAction(caller, `${model.permissionPrefix}:${action}`).allowed) return undefined;
    try {
      return await this.#parts.engine.queryById(model.id, rowId, caller);
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }
}

interface TableFrame {
  readonly type: unknown;
  readonly data: unknown;
}

/** Anything else than a JSON object is a frame of no type. */
function readFrame(text: string): TableFrame {
  try {
    const { type, data } = Object(JSON.parse(text)) as Partial<TableFrame>;
    return { type, data };
  } catch {
    return { type: undefined, data: undefined };
  }
}

function readUpdate(data: unknown): TableUpdate | undefined {
  const { socketKey, args } = Object(data) as { readonly socketKey?: unknown; readonly args?: unknown };
  const [row, caseId] = Array.isArray(args) ? args : [];
  const { id } = Object(row) as { readonly id?: unknown };
  const isText = (value: unknown, max: number): value is string =>
    typeof value === "string" && value !== "" && value.length <= max;
  const rowId = typeof id === "number" ? String(id) : id;
  if (!isText(socketKey, maxKey) || !isText(rowId, maxId) || !isText(caseId, maxCaseId)) return undefined;
  return { socketKey, rowId, caseId };
}
