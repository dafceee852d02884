import type { WireQuery } from "../models/query/parse-list-query.ts";

/** What an export reads: a model by its document id, an online report by id or code, a report over sums by its screen's id. */
export interface ExportSource {
  readonly kind: "model" | "report" | "screen";
  readonly id: string;
}

/**
 * `waiting` until a server takes it, `running` while one renews its lease, then `done`, `failed` or `cancelled`; a file
 * whose days are over is `expired`. Items of dictionary `export_state`.
 */
export type ExportState = "waiting" | "running" | "done" | "failed" | "cancelled" | "expired";

/** Who wants what, as it was given. */
export interface NewExport {
  readonly userId: string;
  readonly username: string;
  readonly tenantId: number;
  /** Department of the session that asked: row rules may name it. */
  readonly orgCode: string;
  readonly source: ExportSource;
  readonly title: string;
  /** The conditions in words. */
  readonly conditions: string;
  readonly format: string;
  /** The language of the file. */
  readonly english: boolean;
  readonly query: WireQuery;
  readonly rowsTotal: number | undefined;
}

export interface ExportTask extends NewExport {
  readonly id: string;
  readonly state: ExportState;
  readonly rowsDone: number;
  readonly message: string | null;
  readonly filePath: string | null;
  readonly fileBytes: number | null;
  readonly mimeType: string | null;
  /** Fingerprint of the rights that the file was made with. */
  readonly rights: string | null;
  readonly createTime: string;
  readonly endTime: string | null;
  /** Epoch milliseconds. */
  readonly expiresAt: number | null;
  /** Counts the servers that began it; a server that lost its lease recognises by it that another one goes on. */
  readonly attempts: number;
}

export const exportLimits = {
  /** Waiting and running exports of one person. */
  open: 3,
  /** Files that are kept for one person; the oldest give way. */
  kept: 20,
  keepMs: 7 * 24 * 60 * 60_000,
  /** Characters of one query, chosen ids included. */
  query: 64_000,
  fileBytes: 2 * 1024 * 1024 * 1024,
  /** Servers that may stop in the middle of one export before it is given up. */
  attempts: 3,
} as const;
