/** What a script works on and what is asked of it, between the server and the process that runs it. */
export interface ScriptCall {
  readonly id: number;
  /** The body of a function of `record`, `user`, `event` and `now`. */
  readonly script: string;
  /** Absent: the script is only read. */
  readonly input?: ScriptInput;
}

export interface ScriptInput {
  /** The row by its columns, as the wire has it. */
  readonly record: Readonly<Record<string, unknown>>;
  readonly user: Readonly<Record<string, unknown>>;
  readonly event: "add" | "edit" | "button";
  readonly now: string;
}

export type ScriptResult =
  /** Values to change by their columns; empty: none. */
  | { readonly kind: "changes"; readonly changes: Readonly<Record<string, unknown>> }
  /** The script does not want it. */
  | { readonly kind: "refused"; readonly message: string }
  | {
      readonly kind: "failed";
      readonly reason: ScriptFailure;
      readonly detail?: string;
      readonly line?: number;
      readonly column?: number;
    };

export type ScriptFailure =
  | "syntax"
  | "thrown"
  | "time"
  | "memory"
  | "recursion"
  | "unsettled"
  | "tooLarge"
  | "wrongKind"
  | "busy"
  | "gone";

export const scriptLimits = { runMs: 100, memoryBytes: 32 * 1024 * 1024, answerChars: 64 * 1024, waiting: 32 };
