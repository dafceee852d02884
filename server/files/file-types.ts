import { uploadLimits as shared } from "../../runtime/schema/upload-limits.ts";

/** What may be uploaded: by extension and by content, both must agree. */
export interface FileType {
  readonly extensions: readonly string[];
  /** Content types that the bytes may show; an empty list means plain text, which has no signature. */
  readonly contents: readonly string[];
  readonly mimeType: string;
  /** Shown in the page; everything else is sent as an attachment. */
  readonly inline: boolean;
}

const zip = ["application/zip"];
const oldOffice = ["application/x-cfb"];

export const fileTypes: readonly FileType[] = [
  { extensions: ["png"], contents: ["image/png", "image/apng"], mimeType: "image/png", inline: true },
  { extensions: ["jpg", "jpeg"], contents: ["image/jpeg"], mimeType: "image/jpeg", inline: true },
  { extensions: ["gif"], contents: ["image/gif"], mimeType: "image/gif", inline: true },
  { extensions: ["webp"], contents: ["image/webp"], mimeType: "image/webp", inline: true },
  { extensions: ["bmp"], contents: ["image/bmp"], mimeType: "image/bmp", inline: true },
  { extensions: ["pdf"], contents: ["application/pdf"], mimeType: "application/pdf", inline: false },
  { extensions: ["doc"], contents: oldOffice, mimeType: "application/msword", inline: false },
  { extensions: ["xls"], contents: oldOffice, mimeType: "application/vnd.ms-excel", inline: false },
  { extensions: ["ppt"], contents: oldOffice, mimeType: "application/vnd.ms-powerpoint", inline: false },
  ...(["docx:wordprocessingml.document", "xlsx:spreadsheetml.sheet", "pptx:presentationml.presentation"] as const).map(
    (entry): FileType => {
      const [extension = "", kind = ""] = entry.split(":");
      const mimeType = `application/vnd.openxmlformats-officedocument.${kind}`;
      return { extensions: [extension], contents: [mimeType, ...zip], mimeType, inline: false };
    },
  ),
  { extensions: ["zip"], contents: zip, mimeType: "application/zip", inline: false },
  { extensions: ["mp4"], contents: ["video/mp4"], mimeType: "video/mp4", inline: false },
  { extensions: ["mp3"], contents: ["audio/mpeg"], mimeType: "audio/mpeg", inline: false },
  { extensions: ["txt", "csv"], contents: [], mimeType: "text/plain; charset=utf-8", inline: false },
];

export function fileTypeOf(extension: string): FileType | undefined {
  return fileTypes.find((type) => type.extensions.includes(extension));
}

/** Bounds of uploads. */
export const uploadLimits = {
  fileBytes: shared.fileBytes,
  partBytes: shared.partBytes,
  nameCharacters: 200,
} as const;
