import { messages } from "../messages.ts";

/** Hands a downloaded file to the browser's download folder. */
export function saveFile(file: { readonly blob: Blob; readonly fileName: string }, name?: string): void {
  const address = URL.createObjectURL(file.blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = file.fileName || name || messages.list.unknownFile;
  link.click();
  // The browser reads the address after the click returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
