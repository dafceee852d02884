import { renameSync, writeFileSync } from "node:fs";

/** Writes a file below a root that a server watches: it is there whole or not at all. */
export function putDocument(path: string, text: string): void {
  const making = `${path}.making`;
  writeFileSync(making, text);
  renameSync(making, path);
}
