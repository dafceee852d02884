import type { Texts } from "../runtime/language/language.ts";
import type { chineseUploadCell } from "./upload-messages.ts";

export const englishUploadCell: Texts<typeof chineseUploadCell> = {
  imagePopup: "Upload pictures",
  filePopup: "Upload files",
  nothing: "Nothing uploaded",
  done: "Uploaded",
  failed: "Upload failed",
  errorTitle: "Upload failed",
  unknownError: "Unknown error",
  show: "Show why",
  pause: "Pause",
  pauseOne: (name) => `Pause upload of ${name}`,
  goOn: "Continue",
  goOnOne: (name) => `Continue upload of ${name}`,
  paused: (percent) => `Paused (${percent}%)`,
  menu: (name) => `Actions of ${name}`,
  download: "Download",
  remove: "Delete",
  more: "Upload more",
  preview: "Preview",
  noPreview: "The file could not be read; download it to look at it",
  cut: "… download the file for the rest",
  left: "Move forward",
  right: "Move back",
  atFirst: "It is the first already",
  atLast: "It is the last already",
};
