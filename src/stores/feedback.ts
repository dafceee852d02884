import { action, makeObservable, observable } from "mobx";
import { messages } from "../messages/messages.ts";

export type NoticeLevel = "success" | "info" | "warning" | "error";

export interface Notice {
  readonly id: number;
  readonly level: NoticeLevel;
  readonly title: string | undefined;
  readonly text: string;
  /** The failure that it tells of. */
  readonly reason: unknown;
}

interface NoticeMore {
  readonly title?: string | undefined;
  readonly reason?: unknown;
}

export interface ConfirmOptions {
  readonly title: string;
  readonly content?: string;
  readonly danger?: boolean;
  readonly okText?: string;
  /** A dialog without a way to cancel only informs. */
  readonly cancellable?: boolean;
  /** Shown this once, to copy; then there is nothing to cancel. */
  readonly secret?: string;
  /** Aborted when there is nothing to ask any more: the question goes away, answered with no. */
  readonly signal?: AbortSignal;
}

export interface OpenConfirm extends ConfirmOptions {
  readonly id: number;
  readonly answer: (confirmed: boolean) => void;
}

/** How long a notice stays, in milliseconds; errors stay longer because they say what to do. */
export const noticeMs: Record<NoticeLevel, number> = { success: 3000, info: 4000, warning: 5000, error: 6000 };

/** Notices and confirmations of the whole console; `FeedbackHost` draws them. */
export class FeedbackStore {
  readonly notices = observable.array<Notice>([], { deep: false });
  readonly confirms = observable.array<OpenConfirm>([], { deep: false });
  private lastId = 0;

  constructor() {
    makeObservable(this, { notify: action, dismiss: action, settle: action });
  }

  /** Shows a notice; the same text is never on the screen twice. The answer names it, undefined when it stood there. */
  notify(level: NoticeLevel, text: string, more: NoticeMore = {}): number | undefined {
    if (this.notices.some((notice) => notice.text === text && notice.level === level)) return undefined;
    const id = this.nextId();
    this.notices.push({ id, level, text, title: more.title, reason: more.reason });
    return id;
  }

  dismiss(id: number): void {
    const index = this.notices.findIndex((notice) => notice.id === id);
    if (index >= 0) this.notices.splice(index, 1);
  }

  /** Asks a question; resolves true when the person confirmed. */
  confirm(options: ConfirmOptions): Promise<boolean> {
    return new Promise((resolve) => {
      const question = { okText: messages.common.confirm, ...options, id: this.nextId(), answer: resolve };
      this.openConfirm(question);
      options.signal?.addEventListener("abort", () => this.settle(question, false), { once: true });
    });
  }

  settle(confirm: OpenConfirm, confirmed: boolean): void {
    const index = this.confirms.findIndex(({ id }) => id === confirm.id);
    if (index < 0) return;
    this.confirms.splice(index, 1);
    confirm.answer(confirmed);
  }

  private openConfirm = action((confirm: OpenConfirm) => {
    this.confirms.push(confirm);
  });

  private nextId(): number {
    this.lastId += 1;
    return this.lastId;
  }
}
