import { uploadLimits } from "../../../runtime/schema/upload-limits.ts";
import { messages } from "../../messages.ts";

/** What a field takes. */
export interface UploadRules {
  readonly images: boolean;
  /** Files at most; 0 = any number. */
  readonly count: number;
}

/** Why a file cannot be sent, told before anything is; undefined for a good one. */
export function uploadProblem(file: File, rules: UploadRules): string | undefined {
  const extension = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? "";
  if (rules.images && !file.type.includes("image")) return messages.upload.notImage;
  if (!extensionsOf(rules).includes(extension)) return messages.upload.wrongType(extension);
  const mega = maxMb();
  if (file.size > mega * 1024 * 1024) return messages.upload.tooLarge(file.name, mega);
  return file.size === 0 ? messages.upload.isEmpty(file.name) : undefined;
}

/** What the operator allows one file; the server writes it into the page where it is not the usual. */
export function maxMb(): number {
  const told = globalThis.document?.querySelector('meta[name="upload-max-mb"]')?.getAttribute("content");
  return Number(told) || uploadLimits.usualMb;
}

/** For the browser's file dialog. */
export function acceptOf(rules: UploadRules): string {
  return extensionsOf(rules)
    .map((extension) => `.${extension}`)
    .join(",");
}

function extensionsOf(rules: UploadRules): readonly string[] {
  return rules.images ? uploadLimits.imageExtensions : uploadLimits.fileExtensions;
}
