import { uploadLimits } from "../../../runtime/schema/upload-limits.ts";
import { extensionList, maxMbOf, takesExtension, type UploadKind } from "../../../runtime/wire/upload-kind.ts";
import { uploadCellMessages } from "../../upload-messages.ts";

/** What a field takes. */
export interface UploadRules {
  readonly images: boolean;
  /** Files at most; 0 = any number. */
  readonly count: number;
  /** What its use allows; undefined until it is known: the server decides. */
  readonly kind?: UploadKind | undefined;
}

/** Why a file cannot be sent, told before anything is; undefined for a good one. */
export function uploadProblem(file: File, rules: UploadRules): string | undefined {
  const extension = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? "";
  if (rules.images && !file.type.includes("image")) return uploadCellMessages.field.notImage;
  const known: readonly string[] = rules.images ? uploadLimits.imageExtensions : uploadLimits.fileExtensions;
  if (!known.includes(extension)) return uploadCellMessages.field.wrongType(extension);
  const { kind } = rules;
  if (kind && !takesExtension(kind, extension))
    return uploadCellMessages.notOfKind(kind.title, extensionList(kind.extensions), extension);
  const mega = maxMb(rules);
  if (file.size > mega * 1024 * 1024) return uploadCellMessages.field.tooLarge(file.name, mega);
  return file.size === 0 ? uploadCellMessages.field.isEmpty(file.name) : undefined;
}

/** What the use allows one file, and the operator; the server writes that into the page where it is not the usual. */
export function maxMb({ kind }: Pick<UploadRules, "kind"> = {}): number {
  const told = globalThis.document?.querySelector('meta[name="upload-max-mb"]')?.getAttribute("content");
  return maxMbOf(kind, Number(told) || uploadLimits.usualMb);
}

/** For the browser's file dialog. */
export function acceptOf(rules: UploadRules): string {
  return extensionList(extensionsOf(rules), ",");
}

/** Files at most, of what the field and its use say; 0 = any number. */
export function countOf({ count, kind }: UploadRules): number {
  const most = kind?.maxFiles ?? 0;
  return count === 0 || (most > 0 && most < count) ? most : count;
}

function extensionsOf({ images, kind }: UploadRules): readonly string[] {
  const known: readonly string[] = images ? uploadLimits.imageExtensions : uploadLimits.fileExtensions;
  return kind ? known.filter((extension) => takesExtension(kind, extension)) : known;
}

/** What a field says of the files it takes. */
export function hintOf(rules: UploadRules): string {
  const { images, kind } = rules;
  const [count, mega] = [countOf(rules), maxMb(rules)];
  if (kind && kind.extensions.length > 0)
    return uploadCellMessages.kindHint(extensionList(extensionsOf(rules)), mega, count);
  return images ? uploadCellMessages.field.imageHint(count, mega) : uploadCellMessages.field.fileHint(count, mega);
}
