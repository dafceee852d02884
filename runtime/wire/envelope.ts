/** The one answer shape of every call. Success = `success` and code 0 or 200; `timestamp` in epoch milliseconds. */
export interface Envelope<Result = unknown> {
  readonly success: boolean;
  readonly code: number;
  readonly message: string;
  readonly result: Result;
  readonly timestamp: number;
}

/** A page of rows as every `list` call answers it. `current` counts from 1. */
export interface Page<Row = Readonly<Record<string, unknown>>> {
  readonly records: readonly Row[];
  readonly total: number;
  readonly size: number;
  readonly current: number;
  readonly pages: number;
}

/** One option of a dictionary; `title` mirrors `text` (recorded clients read either). */
export interface DictOption {
  readonly value: string;
  readonly text: string;
  readonly title: string;
  readonly color?: string;
  /** What tells a row of a model from its namesakes. */
  readonly subtitle?: string;
  readonly disabled?: boolean;
}

export function isSuccess(envelope: Pick<Envelope, "success" | "code">): boolean {
  const code = Number(envelope.code);
  return envelope.success === true && (code === 0 || code === 200);
}
