import { action, computed, makeObservable, observable, observableRef, runInAction } from "mobx";
import { RequestError } from "../../runtime/react/services.ts";
import type { ApiClient } from "../api/client.ts";
import { LiveChannel, type LiveSocket } from "../live/live-channel.ts";
import { tellPublished } from "../live/published-screens.ts";
import { type Announcement, nothingUnread, readAnnouncement, readUnread, type Unread } from "./announcement.ts";

/** Milliseconds. The poll helper asks while the channel is away. */
export const pollMs = 6_000;
/** A notice to everybody makes everybody ask: each waits by chance, up to what the server says, at most this long. */
const maxSpreadMs = 10_000;
const shownUnread = 20;
const shownRead = 10;

interface Parts {
  readonly client: Pick<ApiClient, "request">;
  /** Opens the channel of the signed-in person; undefined when nobody is. */
  connect(): LiveSocket | undefined;
  /** Notices that came while the console was open, each once, oldest first. */
  onArrivals?(arrivals: readonly Announcement[]): void;
  /** Documents are others now; what came with them is named in the frame. */
  onDocuments?(frame: Readonly<Record<string, unknown>>): void;
  readonly random?: () => number;
}

/** A notice that is open: what the list told of it, and the whole of it when it has come. */
export interface ShownNotice {
  readonly id: string;
  readonly listed: Announcement | undefined;
  readonly whole: Promise<Announcement>;
}

/**
 * The notices of the signed-in person. The tables on the server are the truth: a message of the channel, a connection
 * that is back and the person's own doing each make it ask again.
 */
export class NoticeStore {
  unread: Unread = nothingUnread;
  /** The latest of both kinds that were read; asked for by who looks at them. */
  read: readonly Announcement[] = [];
  state: "loading" | "ready" | "failed" = "loading";
  /** The notice that is open, whoever opened it. */
  shown: ShownNotice | undefined;
  private readonly parts: Parts;
  private readonly channel: LiveChannel;
  /** Ids shown once already; undefined until the first answer, which announces nothing. */
  private known: Set<string> | undefined;
  private loading: Promise<void> | undefined;
  private isStale = false;
  /** Why the last question was not answered. */
  failure: unknown;
  private rounds = 0;
  private poll: ReturnType<typeof setTimeout> | undefined;
  private soon: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: Parts) {
    this.parts = parts;
    this.channel = new LiveChannel({
      connect: () => parts.connect(),
      onOpen: (isAgain) => this.connected(isAgain),
      onFrame: (frame) => this.heard(frame),
      onLost: (code) => this.lost(code),
      ...(parts.random ? { random: parts.random } : {}),
    });
    makeObservable<this, "take" | "fail">(this, {
      unread: observableRef,
      read: observableRef,
      state: observable,
      shown: observableRef,
      total: computed,
      show: action,
      take: action,
      fail: action,
      stop: action,
    });
  }

  get total(): number {
    return this.unread.notice.total + this.unread.system.total;
  }

  get isLive(): boolean {
    return this.channel.isOpen;
  }

  start(): void {
    this.channel.start();
    void this.load();
  }

  /** The page is drawn without a bell for now; what is known stays. */
  pause(): void {
    this.channel.stop();
    clearTimeout(this.poll);
    clearTimeout(this.soon);
  }

  /** Nobody is signed in any more: forgets everything. */
  stop(): void {
    this.pause();
    this.rounds += 1;
    this.known = undefined;
    this.unread = nothingUnread;
    this.read = [];
    this.state = "loading";
    this.shown = undefined;
  }

  /** Opens a notice over the page; without an id closes it. What it says is on its way before its dialog is drawn. */
  show(id?: string): void {
    if (id === undefined) {
      this.shown = undefined;
      return;
    }
    const whole = this.open(id);
    // The dialog says what went wrong, once it is there.
    whole.catch(() => undefined);
    this.shown = { id, listed: this.find(id), whole };
  }

  /** The window is looked at again, or the network is back. */
  wake(): void {
    this.channel.wake();
  }

  /** Asks the server; calls that come meanwhile make one more question, so that none is answered by what was before. */
  load(): Promise<void> {
    if (this.loading) {
      this.isStale = true;
      return this.loading;
    }
    this.loading = this.fetch().finally(() => {
      this.loading = undefined;
      if (!this.isStale) return undefined;
      this.isStale = false;
      return this.load();
    });
    return this.loading;
  }

  /** Never fails: without them the bell shows what is unread. */
  async loadRead(): Promise<void> {
    const round = this.rounds;
    const request = { method: "GET", url: "/sys/sysAnnouncementSend/getMyAnnouncementSend" } as const;
    const params = { readFlag: "1", pageSize: shownRead };
    const page = await this.parts.client
      .request<{ readonly records?: unknown } | null>({ ...request, params, quiet: "all" })
      .catch(() => null);
    const rows = Array.isArray(page?.records) ? page.records : [];
    if (page && round === this.rounds) runInAction(() => (this.read = rows.map(readAnnouncement)));
  }

  /** The whole announcement; from now on it counts as read. @throws RequestError with the server's message */
  private async open(id: string): Promise<Announcement> {
    // Before it is read: the number of readers in the answer includes this one.
    await this.mark(id);
    void this.load();
    const wire = await this.parts.client.request<Record<string, unknown> | null>({
      method: "GET",
      url: "/sys/annountCement/queryById",
      params: { id },
      quiet: "all",
    });
    return readAnnouncement(wire ?? {});
  }

  /** Never fails: what could not be marked stays among the unread ones. */
  async markRead(id: string): Promise<void> {
    await this.mark(id);
    await this.load();
  }

  async readAll(): Promise<void> {
    await this.tell("/sys/sysAnnouncementSend/readAll", {});
    await this.load();
  }

  private find(id: string): Announcement | undefined {
    const { notice, system } = this.unread;
    return [...notice.list, ...system.list].find((listed) => listed.id === id);
  }

  private async mark(id: string): Promise<void> {
    await this.tell("/sys/sysAnnouncementSend/editByAnntIdAndUserId", { anntId: id }).catch(() => undefined);
  }

  private tell(url: string, data: unknown): Promise<unknown> {
    return this.parts.client.request({ method: "PUT", url, data, quiet: "all" });
  }

  private async fetch(): Promise<void> {
    const round = this.rounds;
    try {
      const wire = await this.parts.client.request<unknown>({
        method: "GET",
        url: "/sys/annountCement/listByUser",
        params: { pageSize: shownUnread, brief: 1 },
        quiet: "all",
      });
      // An answer that comes after signing out belongs to nobody.
      if (round === this.rounds) this.take(readUnread(wire));
    } catch (error) {
      if (round === this.rounds) this.fail(error);
    }
  }

  private take(unread: Unread): void {
    this.unread = unread;
    this.state = "ready";
    this.failure = undefined;
    const listed = [...unread.notice.list, ...unread.system.list];
    const arrivals = this.known ? listed.filter(({ id }) => !this.known?.has(id)) : [];
    this.known = new Set([...(this.known ?? []), ...listed.map(({ id }) => id)]);
    if (arrivals.length === 0) return;
    this.parts.onArrivals?.([...arrivals].sort((a, b) => (a.sentAt < b.sentAt ? -1 : 1)));
  }

  /** Nothing is said: what is shown stays, and the next sign of the channel asks again. */
  private fail(error: unknown): void {
    if (this.state === "loading") this.state = "failed";
    this.failure = error;
    const status = error instanceof RequestError ? error.status : 0;
    if (status === 401) this.channel.stop();
    // Too many asked at once, or it is starting: what a frame has told must not be lost.
    else if (this.channel.isOpen) this.loadSoon(pollMs + this.random() * pollMs);
  }

  private connected(isAgain: boolean): void {
    clearTimeout(this.poll);
    if (isAgain || this.state !== "ready") void this.load();
  }

  private heard(frame: Readonly<Record<string, unknown>>): void {
    const { cmd, spreadMs, screens } = frame;
    if (cmd === "documents") this.parts.onDocuments?.(frame);
    if (cmd === "published" && Array.isArray(screens)) tellPublished(screens);
    if (cmd === "user") void this.load();
    if (cmd === "topic") this.loadSoon(this.random() * Math.min(maxSpreadMs, Number(spreadMs) || 0));
  }

  private lost(code: number): void {
    // The server has ended this session: a call that is not quiet lets the console say so.
    if (code === sessionEnded) void this.ask();
    this.pollNext();
  }

  private pollNext(): void {
    clearTimeout(this.poll);
    this.poll = setTimeout(() => {
      void this.load().then(() => {
        if (!this.channel.isOpen && this.failure === undefined) this.pollNext();
      });
    }, pollMs);
  }

  private async ask(): Promise<void> {
    try {
      await this.parts.client.request({ method: "GET", url: "/sys/annountCement/listByUser", quiet: "notices" });
    } catch {
      // The console has said it.
    }
  }

  private loadSoon(ms: number): void {
    clearTimeout(this.soon);
    this.soon = setTimeout(() => void this.load(), ms);
  }

  private random(): number {
    return (this.parts.random ?? Math.random)();
  }
}

const sessionEnded = 1008;
