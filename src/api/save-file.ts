/** Hands a downloaded file to the person under the given name. */
export function saveFile(blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser reads the address after this turn; a minute is enough for every one of them.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
