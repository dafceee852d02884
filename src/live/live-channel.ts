/** The part of a WebSocket that the channel needs. */
export interface LiveSocket {
  send(text: string): void;
  close(): void;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
}

interface ChannelParts {
  /** Opens a socket; throws or answers undefined when that cannot be tried. */
  connect(): LiveSocket | undefined;
  /** Connected; `isAgain` when it was before, so that something may have been missed. */
  onOpen(isAgain: boolean): void;
  onFrame(frame: Readonly<Record<string, unknown>>): void;
  /** Lost; it is coming back by itself. The code is that of RFC 6455, 1006 for a connection that just broke. */
  onLost?(code: number): void;
  readonly random?: () => number;
  /** How it is kept alive; as the notice channel by default. */
  readonly beat?: Beat;
}

interface Beat {
  readonly text: string;
  /** After so long without a word. */
  readonly everyMs: number;
  /** So long an answer is waited for. */
  readonly answerMs: number;
}

/** Milliseconds (specification, widgets: notice bell). */
export const reconnectMs = 5_000;
/** Added by chance: a thousand clients of a restarted server come back one after the other. */
export const reconnectJitterMs = 2_500;
export const heartbeatMs = 20_000;
const answerMs = 10_000;
const noticeBeat: Beat = { text: "HeartBeat", everyMs: heartbeatMs, answerMs };

/**
 * A connection that keeps itself alive: a heart-beat when nothing was heard for 20 s, a new connection 5 s and a little
 * after it is lost, for as long as it is wanted. Silent: whoever uses it says what is to be seen of it.
 */
export class LiveChannel {
  private readonly parts: ChannelParts;
  private socket: LiveSocket | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isWanted = false;
  private wasOpen = false;
  isOpen = false;
  private readonly rhythm: Beat;

  constructor(parts: ChannelParts) {
    this.parts = parts;
    this.rhythm = parts.beat ?? noticeBeat;
  }

  /** Says something, where somebody hears it. */
  send(text: string): void {
    if (!this.isOpen) return;
    try {
      this.socket?.send(text);
    } catch {
      this.lost(1006);
    }
  }

  start(): void {
    if (this.isWanted) return;
    this.isWanted = true;
    this.connect();
  }

  stop(): void {
    this.isWanted = false;
    this.wasOpen = false;
    this.drop();
  }

  /** After sleep or a lost network: looks at once instead of waiting for the next round. */
  wake(): void {
    if (!this.isWanted) return;
    if (this.isOpen) this.beat();
    else this.connect();
  }

  private connect(): void {
    this.drop();
    let socket: LiveSocket | undefined;
    try {
      socket = this.parts.connect();
    } catch {
      socket = undefined;
    }
    if (!socket) {
      this.retry();
      return;
    }
    this.socket = socket;
    socket.onopen = () => this.opened();
    socket.onmessage = ({ data }: { readonly data: unknown }) => this.heard(data);
    socket.onclose = ({ code }: { readonly code: number }) => this.lost(code);
    this.wait(answerMs, () => this.lost(1006));
  }

  private opened(): void {
    this.isOpen = true;
    const isAgain = this.wasOpen;
    this.wasOpen = true;
    this.listenFor();
    this.parts.onOpen(isAgain);
  }

  private heard(data: unknown): void {
    this.listenFor();
    const frame = readFrame(data);
    if (frame && frame.cmd !== "heartcheck") this.parts.onFrame(frame);
  }

  private listenFor(): void {
    this.wait(this.rhythm.everyMs, () => this.beat());
  }

  private beat(): void {
    this.wait(this.rhythm.answerMs, () => this.lost(1006));
    try {
      this.socket?.send(this.rhythm.text);
    } catch {
      this.lost(1006);
    }
  }

  private lost(code: number): void {
    const wasOpen = this.isOpen;
    this.drop();
    if (!this.isWanted) return;
    this.retry();
    if (wasOpen) this.parts.onLost?.(code);
  }

  private retry(): void {
    const random = this.parts.random ?? Math.random;
    this.wait(reconnectMs + random() * reconnectJitterMs, () => this.connect());
  }

  private drop(): void {
    clearTimeout(this.timer);
    this.isOpen = false;
    const { socket } = this;
    this.socket = undefined;
    if (!socket) return;
    socket.onopen = null;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
  }

  /** One thing is waited for at a time. */
  private wait(ms: number, then: () => void): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(then, ms);
  }
}

function readFrame(data: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof data !== "string") return undefined;
  try {
    const frame: unknown = JSON.parse(data);
    return typeof frame === "object" && frame !== null && !Array.isArray(frame)
      ? (frame as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}
