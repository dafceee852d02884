import { applyOverlay, type Conflict } from "../../../runtime/overlay/apply-overlay.ts";
import { isObject, isSame, type JsonObject, type ObjectChange } from "../../../runtime/overlay/overlay.ts";
import type { SourceFile } from "../../../runtime/schema/diagnostic.ts";
import { formatDocument } from "../../../runtime/schema/format-document.ts";
import { documentLimits } from "../../../runtime/schema/parse-document.ts";
import { identify } from "../../../runtime/schema/source-document.ts";

/** The newest version of one document's change. */
export interface StoredOverlay {
  readonly path: string;
  readonly versionNum: number;
  /** Null: the file as it is. */
  readonly overlay: ObjectChange | null;
  /** The edition of the file that the change was made from. */
  readonly base: JsonObject;
  readonly username: string;
  readonly time: string;
}

/** How a published change lies over the file of today. */
export interface OverlayState extends StoredOverlay {
  /**
   * Why the change does nothing. `gone`: there is no such file any more; `unreadable`: the file is no JSON; `unfit`: over
   * the file of today it would make a broken document.
   */
  readonly problem?: "gone" | "unreadable" | "unfit";
  /** Places that the file changed too; the published value is in force. */
  readonly conflicts: readonly Conflict[];
}

export interface LaidOver {
  readonly files: readonly SourceFile[];
  readonly states: ReadonlyMap<string, OverlayState>;
}

/** The texts in force: those of the files with what was published laid over them. Pure. */
export function layOver(files: readonly SourceFile[], overlays: Iterable<StoredOverlay>): LaidOver {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const states = new Map<string, OverlayState>();
  for (const stored of overlays) {
    const file = byPath.get(stored.path);
    const value = file && readObject(file.text);
    const problem = !file ? "gone" : !value ? "unreadable" : undefined;
    if (problem || !value || !stored.overlay) {
      states.set(stored.path, { ...stored, conflicts: [], ...(problem && stored.overlay ? { problem } : {}) });
      continue;
    }
    const { document, conflicts } = applyOverlay(value, stored.overlay, stored.base);
    states.set(stored.path, { ...stored, conflicts });
    if (!isSame(document, value)) byPath.set(stored.path, { path: stored.path, text: textOf(stored.path, document) });
  }
  return { files: [...byPath.values()], states };
}

/** A text as an object; undefined for anything else, and for one that the compiler would not read either. */
export function readObject(text: string): JsonObject | undefined {
  if (text.length > documentLimits.characters) return undefined;
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A document as its file would be written. */
export function textOf(path: string, document: JsonObject): string {
  return formatDocument(JSON.stringify(document), identify(path)?.kind ?? "screen");
}
