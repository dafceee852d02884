import type { Conflict } from "../../../runtime/overlay/apply-overlay.ts";
import { isObject, type JsonObject, type ObjectChange } from "../../../runtime/overlay/overlay.ts";
import { checkDraft, isChangeable } from "./check-draft.ts";
import { layOver, type OverlayState, readObject, type StoredOverlay } from "./lay-over.ts";
import { type PublishContext, publishDocument } from "./publish-document.ts";

/** A published change on its way from one installation to another, with the edition of the file that it was made from. */
export interface OverlayEntry {
  readonly path: string;
  readonly overlay: ObjectChange;
  readonly base: JsonObject;
}

/** What `npm run overlay -- export` writes. */
export interface OverlayFile {
  readonly schemaVersion: 1;
  readonly overlays: readonly OverlayEntry[];
}

/** The changes in force, those that a newer file has stopped included; by path. */
export function exportOverlays(states: Iterable<StoredOverlay>): OverlayFile {
  const overlays = [...states]
    .flatMap(({ path, overlay, base }) => (overlay ? [{ path, overlay, base }] : []))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
  return { schemaVersion: 1, overlays };
}

/** @throws Error that says what is wrong with the text */
export function readOverlayFile(text: string): OverlayFile {
  const value = readObject(text);
  if (!value || value.schemaVersion !== 1 || !Array.isArray(value.overlays)) {
    throw new Error("不是 npm run overlay -- export 写的文件");
  }
  for (const [index, entry] of (value.overlays as readonly unknown[]).entries()) {
    const { path, overlay, base } = (isObject(entry) ? entry : {}) as Record<string, unknown>;
    if (typeof path !== "string" || !isChangeable(path) || !/^([a-z0-9][a-z0-9-]*\/)+[a-z0-9][a-z0-9.-]*$/.test(path)) {
      throw new Error(`第 ${index + 1} 项的 path 不是页面或模型：${String(path)}`);
    }
    if (!isObject(overlay) || !isObject(base)) throw new Error(`第 ${index + 1} 项（${path}）缺少 overlay 或 base`);
  }
  return value as unknown as OverlayFile;
}

export interface AppliedOverlay {
  readonly path: string;
  /** Absent: nothing was published. */
  readonly version?: number;
  /** Why nothing was published, in words. */
  readonly refused?: string;
  readonly conflicts: readonly Conflict[];
}

/**
 * Publishes changes that were made elsewhere. What is in force here stays: each change is laid over it, and where both
 * changed one place the change is refused, unless `force` says that it wins. One refusal keeps all from being published.
 */
export async function applyOverlays(
  context: PublishContext,
  { overlays }: OverlayFile,
  { username, force = false }: { readonly username: string; readonly force?: boolean },
): Promise<readonly AppliedOverlay[]> {
  const { current } = context.published.documents;
  const planned = overlays.map((entry) => plan(context, entry, force));
  if (planned.some(({ refused }) => refused !== undefined)) {
    return planned.map(({ path, refused, conflicts }) => ({ path, conflicts, ...(refused ? { refused } : {}) }));
  }
  const applied: AppliedOverlay[] = [];
  for (const { path, text, conflicts } of planned) {
    if (text === undefined || text === current.files.get(path)?.text) {
      applied.push({ path, conflicts });
      continue;
    }
    const expected = context.published.documents.current.fileHashes.get(path) ?? "";
    const version = await publishDocument(context, { userId: "", username }, { path, text, expected });
    applied.push({ path, conflicts, version });
  }
  return applied;
}

interface Planned {
  readonly path: string;
  readonly text?: string;
  readonly refused?: string;
  readonly conflicts: readonly Conflict[];
}

function plan({ published }: PublishContext, entry: OverlayEntry, force: boolean): Planned {
  const { path } = entry;
  const file = published.documents.current.files.get(path);
  const { files, states } = layOver(file ? [file] : [], [{ ...entry, versionNum: 0, username: "", time: "" }]);
  const { problem, conflicts = [] } = states.get(path) ?? {};
  if (problem) return { path, conflicts, refused: problem === "gone" ? "这里没有这个文档" : "这里的文件不是 JSON" };
  if (conflicts.length > 0 && !force) return { path, conflicts, refused: "与这里的内容冲突；--force 以导入的为准" };
  const text = files[0]?.text ?? "";
  const { findings, elsewhere, mayPublish } = checkDraft(published.documents.current, path, text);
  const [first] = [...findings, ...elsewhere].filter(({ severity }) => severity === "error");
  if (!mayPublish) return { path, conflicts, refused: `改后有错误：${first?.file}:${first?.line} ${first?.message}` };
  return { path, text, conflicts };
}

export interface Pull {
  /** Files to write: what is in force says something else than they do. */
  readonly write: readonly { readonly path: string; readonly text: string }[];
  /** Documents that a person has to look at first. */
  readonly left: readonly OverlayState[];
}

/** What `npm run pull` writes for git. */
export function planPull(published: PublishContext["published"]): Pull {
  const changed = [...published.states.values()].filter(({ overlay }) => overlay !== null);
  const isSettled = ({ problem, conflicts }: OverlayState) => problem === undefined && conflicts.length === 0;
  const write = changed.filter(isSettled).flatMap(({ path }) => {
    const text = published.documents.current.files.get(path)?.text ?? "";
    return text === published.files.files.get(path)?.text ? [] : [{ path, text }];
  });
  return { write, left: changed.filter((state) => !isSettled(state)) };
}

/** A change as lines of `place: before → after`, the place by keys. */
export function overlayLines({ base, overlay }: Pick<OverlayEntry, "base" | "overlay">): readonly string[] {
  return linesOf(overlay, base, "");
}

function linesOf(change: unknown, before: unknown, place: string): string[] {
  if (!isObject(change) || "$set" in change) {
    const after = isObject(change) ? change.$set : change;
    if (before === undefined) return [`+ ${place} ${short(after)}`];
    return change === null ? [`- ${place} ${short(before)}`] : [`~ ${place} ${short(before)} → ${short(after)}`];
  }
  if ("$merge" in change || "$remove" in change) {
    const { $merge = [], $remove = [] } = change as { $merge?: readonly JsonObject[]; $remove?: readonly string[] };
    return [
      ...$remove.map((key) => `- ${place}/${key}`),
      ...$merge.flatMap(({ $key, $after, $value, ...rest }) => {
        const at = `${place}/${String($key)}`;
        const where = $after === undefined ? "" : $after === null ? " 排在最前" : ` 排在 ${String($after)} 之后`;
        const own = $value === undefined ? [] : [`+ ${at} ${short($value)}${where}`];
        const moved = $value === undefined && where !== "" ? [`~ ${at}${where}`] : [];
        return [...own, ...moved, ...linesOf(rest, {}, at)];
      }),
    ];
  }
  return Object.entries(change).flatMap(([key, one]) =>
    linesOf(one, isObject(before) ? before[key] : undefined, `${place}/${key}`),
  );
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? "";
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
