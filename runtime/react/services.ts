import type { Row } from "../model/resolved-model.ts";
import type { Narrowing } from "../record/narrowing.ts";
import type { DictOption, Envelope } from "../wire/envelope.ts";

export interface RequestOptions {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path below the context path, for example `/member/member/list`. */
  readonly url: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly data?: unknown;
  readonly signal?: AbortSignal;
  /** ≤ 64 characters; the same key answers the same for 24 hours. Sent with every add and every answer. */
  readonly idempotencyKey?: string | undefined;
  /** Share of the body sent or received so far, 0…1; for uploads, imports and exports. */
  readonly onProgress?: (share: number) => void;
}

/** Why an upload ends that nobody will continue. */
export const uploadCancelled = "upload cancelled";

export interface UploadOptions {
  /** What the file is for, also its first folder (contract 08 §8.4). */
  readonly biz: string;
  /** Path below the API that takes the file; the common upload by default. */
  readonly action?: string | undefined;
  /** Key of the answer that holds the path; `message` by default. */
  readonly responseName?: string | undefined;
  /** Whether the session's token goes along; it does by default. */
  readonly token?: boolean | undefined;
  /** Aborted with `uploadCancelled`, what the server has of the file is thrown away; otherwise it may be continued. */
  readonly signal?: AbortSignal;
  /** Share sent so far, 0…1. */
  readonly onProgress?: (share: number) => void;
}

/** A call that did not succeed, after the console's error catalogue had its say. */
export class RequestError extends Error {
  /** HTTP status; 0 when the server could not be reached. */
  readonly status: number;
  /** The envelope as far as one arrived: `result` holds `{ current }` on 409, `{ fieldErrors }` on a validation. */
  readonly envelope: Envelope | undefined;
  /** Under which the server's log knows the call; undefined when no answer came. */
  readonly requestId: string | undefined;

  constructor(message: string, status: number, envelope: Envelope | undefined, requestId?: string) {
    super(message);
    this.status = status;
    this.envelope = envelope;
    this.requestId = requestId;
  }
}

/** The number of the failed call that a reason tells of. */
export const requestIdOf = (reason: unknown): string | undefined =>
  reason instanceof RequestError ? reason.requestId : undefined;

/** What people read of a reason. */
export const textOfReason = (reason: unknown): string => (reason instanceof Error ? reason.message : String(reason));

export interface PermissionEntry {
  /** Comma-separated codes. */
  readonly action: string;
  /** "1" visible, "2" data or disable permission. */
  readonly type: string;
  readonly status?: string;
}

/** What somebody typed and did not save. */
export interface Draft {
  readonly values: Row;
  /** Epoch milliseconds. */
  readonly savedAt: number;
}

/**
 * Input that is not saved yet. A page that holds some is not closed, refreshed or left without a question, and an ended
 * session does not reload it.
 */
export interface UnsavedWork {
  /** Begins to watch a form, which is asked whenever something is about to close; the answer ends it. */
  watch(isDirty: () => boolean): () => void;
  /** What this person typed there before and never saved. */
  readDraft(key: string): Draft | undefined;
  /** Keeps what is typed now, in this browser only; undefined when there is nothing to keep any more. Never secrets. */
  writeDraft(key: string, values: Row | undefined): void;
}

/** Rows that others save while tables show them. */
export interface LiveRows {
  /** @param heard gets a row as it is stored now and as this person may see it; not for the table's own news */
  join(model: string, heard: (row: Row) => void): LiveTable;
}

/** Says when documents are others than when they were read. */
export interface DocumentNews {
  /** Counts the changes that were heard of. */
  readonly round: number;
  subscribe(listener: () => void): () => void;
}

export interface LiveTable {
  /** These rows were saved here: whoever shows them reads them anew. */
  changed(ids: readonly string[]): void;
  leave(): void;
}

/**
 * What the console hands to screens. The runtime and the renderers reach the outside only through this object,
 * so a screen runs the same in the console, in a test and in a preview.
 */
export interface ConsoleServices {
  /** Resolves with the `result` of a successful envelope; rejects with RequestError. */
  request<Result>(options: RequestOptions): Promise<Result>;
  /**
   * The whole answer, for a part that shows the message itself. A failure is not shown by the console: it rejects with
   * RequestError and the part that asked shows it.
   */
  send(options: RequestOptions): Promise<Envelope>;
  /**
   * A question of a control that somebody waits for; resolves as `request` does. It is given up soon, and the console does
   * not show a failure: it rejects with RequestError, and the control says why, with a way to ask again.
   */
  lookUp<Result>(options: RequestOptions): Promise<Result>;
  /** For files: the body as it comes, with the file name the server gave. */
  download(options: RequestOptions): Promise<{ readonly blob: Blob; readonly fileName: string }>;
  /**
   * Stores a file; it belongs to the person until a row that names it is saved. Resolves with its path. A failure is not
   * shown by the console: the control that asked shows it beside the file.
   */
  upload(file: File, options: UploadOptions): Promise<string>;
  /** `reason`: the failure that the text tells of. */
  notify(level: "success" | "info" | "warning" | "error", text: string, reason?: unknown): void;
  /** Resolves true when the person confirmed. */
  confirm(options: {
    readonly title: string;
    readonly content?: string;
    readonly danger?: boolean;
    readonly okText?: string;
    /** Shown this once, to copy; then there is nothing to cancel. */
    readonly secret?: string;
    /** Aborted when there is nothing to ask any more: the question goes away, answered with no. */
    readonly signal?: AbortSignal;
  }): Promise<boolean>;
  navigate(to: string): void;
  /** Of the times that the server sends; absent: that of an installation that sets no other. */
  readonly timeZone?: string;
  /** Absent where there is no live channel. */
  readonly liveRows?: LiveRows;
  /** Absent where documents stay as they are: a preview, a test. */
  readonly documents?: DocumentNews;
  /** Functions of the console that documents call by name (action `call`). */
  readonly handlers?: Readonly<Record<string, (args: Readonly<Record<string, unknown>>) => Promise<void>>>;
  readonly user: {
    readonly id: string;
    readonly username: string;
    readonly realname: string;
    /** The greeting of the hour, with the name. */
    readonly welcome?: string;
    readonly orgCode: string;
    readonly roles: readonly string[];
  };
  hasPermission(code: string): boolean;
  readonly permissions: { readonly auth: readonly PermissionEntry[]; readonly allAuth: readonly PermissionEntry[] };
  readonly dictionaries: {
    /** What is known now; undefined while it has never been loaded. */
    peek(code: string): readonly DictOption[] | undefined;
    load(code: string): Promise<readonly DictOption[]>;
    /** Options of a table dictionary whose text contains the keyword; rows in use only. */
    search(model: string, keyword: string, limit: number, where?: Narrowing): Promise<readonly DictOption[]>;
  };
  /** Address of a stored file for an `<img>` (ERR-05, decision 0194). */
  fileUrl(path: string): string;
  /** The page's own; absent where nothing can be lost: a preview, a test. */
  readonly unsaved?: UnsavedWork;
}
