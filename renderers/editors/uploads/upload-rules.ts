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
  if (file.size > uploadLimits.fileBytes) return messages.upload.tooLarge(file.name);
  return file.size === 0 ? messages.upload.isEmpty(file.name) : undefined;
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
