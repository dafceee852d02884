import { randomUUID } from "node:crypto";
import { authChannel } from "../auth/authentication.ts";
import type { Sessions } from "../auth/sessions.ts";
import type { Database } from "../db/database.ts";
import { type LiveFrame, reloadFrame } from "./frames.ts";
import type { LiveConnection } from "./live-connection.ts";
import { liveChannel, type NamedPush } from "./live-push.ts";

const maxPerUser = 30;
const maxInAll = 20_000;
/** A lost client is found by the second probe that it does not answer: within half a minute. */
export const probeEveryMs = 14_000;
/** Sessions that have run out are ended within this time. */
const sessionsEveryMs = 30_000;
const rememberedPushes = 2_000;
const spreadPerClientMs = 5;

/**
 * The open connections of this process. What is sent anywhere reaches every process through the database's
 * notifications; each hands it to those of its own connections that it is meant for.
 */
export class LiveHub {
  readonly #db: Database;
  readonly #sessions: Sessions;
  readonly #byUser = new Map<string, Set<LiveConnection>>();
  readonly #seen = new Set<string>();
  #count = 0;
  #stops: (() => Promise<void>)[] = [];
  #timers: readonly NodeJS.Timeout[] = [];

  constructor(db: Database, sessions: Sessions) {
    this.#db = db;
    this.#sessions = sessions;
  }

  async start(): Promise<void> {
    this.#stops = [
      await this.#db.listen(liveChannel, (payload) => this.#hear(payload)),
      await this.#db.listen(authChannel, (userId) => void this.#endDeadSessions(userId)),
    ];
    this.#timers = [
      setInterval(() => {
        for (const connection of this.#all()) connection.probe();
      }, probeEveryMs).unref(),
      setInterval(() => void this.#endDeadSessions(""), sessionsEveryMs).unref(),
    ];
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    for (const stop of this.#stops) await stop();
    this.closeAll();
  }

  /** Tells every client to come back; one that does not listen is cut off. */
  closeAll(): void {
    for (const connection of this.#all()) connection.close("restarting");
  }

  /** Takes a connection in until it closes. @returns false when there are too many already; it is told so */
  add(connection: LiveConnection): boolean {
    const { userId } = connection.caller;
    const own = this.#byUser.get(userId) ?? new Set();
    if (own.size >= maxPerUser || this.#count >= maxInAll) {
      connection.close("tooManyConnections");
      return false;
    }
    this.#byUser.set(userId, own.add(connection));
    this.#count += 1;
    connection.onClose(() => {
      if (!own.delete(connection)) return;
      this.#count -= 1;
      if (own.size === 0 && this.#byUser.get(userId) === own) this.#byUser.delete(userId);
    });
    return true;
  }

  get size(): number {
    return this.#count;
  }

  #hear(payload: string): void {
    const push: NamedPush = payload === "" ? { id: randomUUID(), frame: reloadFrame } : JSON.parse(payload);
    if (this.#seen.has(push.id)) return;
    this.#seen.add(push.id);
    const [oldest] = this.#seen;
    if (this.#seen.size > rememberedPushes && oldest !== undefined) this.#seen.delete(oldest);
    this.#send(push);
  }

  #send({ frame, userIds, tenantId }: NamedPush): void {
    const isMeant = ({ caller, kind }: LiveConnection) =>
      kind === "notices" && (tenantId === undefined || caller.tenantId === tenantId);
    if (userIds === undefined) {
      // Everybody will ask for their notices now: the more there are, the longer they take their turns.
      const text = JSON.stringify({ ...frame, spreadMs: Math.round(this.#count * spreadPerClientMs) });
      for (const connection of this.#all()) if (isMeant(connection)) connection.send(text);
      return;
    }
    for (const userId of userIds) {
      const text = JSON.stringify(addressed(frame, userId));
      for (const connection of this.#byUser.get(userId) ?? []) if (isMeant(connection)) connection.send(text);
    }
  }

  /** After a sign-out, a freeze, a forced sign-out: `userId` empty means anybody's. */
  async #endDeadSessions(userId: string): Promise<void> {
    const connections = [...(userId === "" ? this.#all() : (this.#byUser.get(userId) ?? []))];
    if (connections.length === 0) return;
    try {
      const live = await this.#sessions.stillLive(connections.map(({ caller }) => caller.sessionId));
      for (const connection of connections) {
        if (!live.has(connection.caller.sessionId)) connection.close("sessionEnded");
      }
    } catch {
      // The database does not answer; the next round looks again.
    }
  }

  *#all(): Generator<LiveConnection> {
    for (const own of this.#byUser.values()) yield* own;
  }
}

function addressed(frame: LiveFrame, userId: string): LiveFrame {
  return frame.cmd === "user" ? { ...frame, userId } : frame;
}
