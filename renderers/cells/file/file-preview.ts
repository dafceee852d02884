import { uploadLimits } from "../../../runtime/schema/upload-limits.ts";

export type PreviewKind = "image" | "pdf" | "text" | "sheet";

const byExtension: Readonly<Record<string, PreviewKind>> = {
  pdf: "pdf",
  txt: "text",
  csv: "text",
  xls: "sheet",
  xlsx: "sheet",
  ...Object.fromEntries(uploadLimits.imageExtensions.map((extension) => [extension, "image"] as const)),
};

/** How a stored file can be looked at in the page; undefined for one that can only be downloaded. */
export function previewKind(path: string): PreviewKind | undefined {
  return byExtension[/\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ""];
}

/** Characters of a text that are shown; the rest is in the file. */
export const textLimit = 200_000;

/** The text of a file: UTF-8, or GB 18030 where the bytes are no UTF-8 (what Excel writes as CSV in China). */
export function readText(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("gb18030").decode(bytes);
  }
}
