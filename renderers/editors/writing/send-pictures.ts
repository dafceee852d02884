import { textOfReason } from "../../../runtime/react/services.ts";
import { uploadLimits } from "../../../runtime/schema/upload-limits.ts";
import type { EditorProps } from "../editor-props.ts";
import { loadUploadKind } from "../uploads/upload-kinds.ts";
import { uploadProblem } from "../uploads/upload-rules.ts";
import type { Picture } from "./PictureDialog.tsx";
import { writingMessages } from "./writing-messages.ts";

/** Pictures among what was pasted or dropped; other files are none of a text. */
export const picturesOf = (files: FileList | undefined): readonly File[] =>
  [...(files ?? [])].filter((file) => file.type.startsWith("image/"));

/**
 * Stores pictures that were pasted or dropped into a text. The form waits with saving meanwhile; each one that is refused
 * is told with its reason.
 */
export async function sendPictures(
  files: readonly File[],
  { services, onBusy }: Pick<EditorProps, "services" | "onBusy">,
): Promise<readonly Picture[]> {
  onBusy?.(true);
  try {
    const sent = await Promise.all(files.map((file) => send(file, services)));
    return sent.flatMap((picture) => picture ?? []);
  } finally {
    onBusy?.(false);
  }
}

async function send(given: File, services: EditorProps["services"]): Promise<Picture | undefined> {
  const file = named(given);
  const kind = await loadUploadKind(services, "upload");
  const problem = uploadProblem(file, { images: true, count: 0, kind });
  if (problem !== undefined) {
    services.notify("warning", problem);
    return undefined;
  }
  try {
    const path = await services.upload(file, { biz: "upload" });
    return { src: services.fileUrl(path), alt: file.name.replace(/\.[^.]+$/, "") };
  } catch (reason) {
    services.notify("error", writingMessages.notSent(file.name, textOfReason(reason)), reason);
    return undefined;
  }
}

/** A picture from the clipboard may come without an ending, which the server asks for. */
function named(file: File): File {
  const extension = file.name.split(".").pop()?.toLowerCase() ?? "";
  if (uploadLimits.imageExtensions.some((each) => each === extension)) return file;
  return new File([file], `${file.name || "picture"}.${file.type.split("/")[1] ?? "png"}`, { type: file.type });
}
