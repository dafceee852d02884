/** How the server told what a column is. */
export type GuessBy = "title" | "pinyin" | "likeness" | "content";

/** A file as `POST {base}/importRead` answers it. */
export interface ReadFile {
  readonly fileName: string;
  readonly columns: readonly {
    readonly title: string;
    readonly samples: readonly string[];
    readonly field?: string;
    readonly by?: GuessBy;
  }[];
  readonly fields: readonly StepField[];
  /** Fields that may name stored rows. */
  readonly keys: readonly string[];
  readonly rows: readonly { readonly no: number; readonly cells: readonly string[] }[];
}

export interface StepField {
  readonly name: string;
  readonly title: string;
  readonly required: boolean;
  /** False: it only names rows. */
  readonly writable: boolean;
}

export interface Fault {
  readonly message: string;
  readonly field?: string;
  readonly offers?: readonly string[];
}

/** What `POST {base}/importRows` says. */
export interface Verdict {
  readonly added: number;
  readonly changed: number;
  readonly isStored: boolean;
  /** What was stored, to be taken back by. */
  readonly batchId?: string | null;
  readonly refusal: string | null;
  readonly problems: readonly { readonly no: number; readonly faults: readonly Fault[] }[];
}

export type Keep = "none" | "whole" | "sound";

/** A field's name for each column of the file; null for one that is not imported. */
export type Mapping = readonly (string | null)[];
