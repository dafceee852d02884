import { extname } from "node:path";
import { uploadLimits } from "./file-types.ts";

const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * The name that a person will see, from whatever a client sent: the last path part, without control characters.
 *
 * @returns undefined for a name that is empty, too long, hidden, a device, or that hides an executable ending before its
 * last one
 */
export function readUploadName(raw: string): { readonly name: string; readonly extension: string } | undefined {
  const name = (raw.split(/[\\/]/).pop() ?? "").normalize("NFC").trim();
  const extension = extname(name).slice(1).toLowerCase();
  const base = name.slice(0, -(extension.length + 1));
  const isBad =
    !extension ||
    !base ||
    [...name].length > uploadLimits.nameCharacters ||
    name.startsWith(".") ||
    [...name].some((character) => character < " " || character === "\u007f") ||
    reserved.test(base) ||
    /\.(html?|svg|xml|js|mjs|jsp|asp|php|exe|sh|bat|cmd|dll|jar)(\.|$)/i.test(base);
  return isBad ? undefined : { name, extension };
}
