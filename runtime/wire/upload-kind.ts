/** What the files of one use may be, as `GET /sys/common/upload/kinds` answers it; stored as `system/upload-kind`. */
export interface UploadKind {
  readonly code: string;
  readonly title: string;
  /** Lower case, without the dot; empty = all that the product takes. */
  readonly extensions: readonly string[];
  /** Of one file; null = as the operator set for everything. */
  readonly maxMb: number | null;
  /** In one field; null = as the field says. */
  readonly maxFiles: number | null;
}

/** Whether files of this use may end so. */
export const takesExtension = ({ extensions }: UploadKind, extension: string): boolean =>
  extensions.length === 0 || extensions.includes(extension);

/** MB of one file: a use never allows more than the operator does. */
export const maxMbOf = (kind: UploadKind | undefined, operatorMb: number): number =>
  Math.min(kind?.maxMb ?? operatorMb, operatorMb);

/** `["pdf", "docx"]` → `.pdf、.docx` */
export const extensionList = (extensions: readonly string[], separator = "、"): string =>
  extensions.map((extension) => `.${extension}`).join(separator);
