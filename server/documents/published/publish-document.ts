import { applyOverlay } from "../../../runtime/overlay/apply-overlay.ts";
import { diffDocuments } from "../../../runtime/overlay/diff-documents.ts";
import type { JsonObject } from "../../../runtime/overlay/overlay.ts";
import { identify } from "../../../runtime/schema/source-document.ts";
import { authChannel } from "../../auth/authentication.ts";
import type { Caller } from "../../auth/caller.ts";
import type { ServerContext } from "../../context.ts";
import { notifyOnCommit } from "../../db/commit-notices.ts";
import { DatabaseError } from "../../db/database.ts";
import { AppError } from "../../http/errors.ts";
import { quoted, refuse } from "../../http/refusal.ts";
import { pushOnCommit } from "../../live/live-push.ts";
import type { DocumentStore } from "../load-documents.ts";
import { writeMenus } from "../menu/sync-menus.ts";
import { checkDraft, isChangeable } from "./check-draft.ts";
import { readObject, textOf } from "./lay-over.ts";
import { publishedChannel } from "./published-documents.ts";
import { type DocumentVersion, deleteDraft, insertVersion } from "./stored-overlays.ts";

export interface Publication {
  readonly path: string;
  readonly text: string;
  /** Tag of the text that the change was made over. */
  readonly expected: string;
  readonly restoredFrom?: number;
}

/** A document as it is in force; `tag` changes with its text. */
export interface DocumentInForce {
  readonly path: string;
  readonly text: string;
  readonly tag: string;
  /** 0: never published here. */
  readonly version: number;
}

/** What publishing needs of a server; a command puts it together by itself. */
export type PublishContext = Pick<ServerContext, "db" | "published" | "newId" | "clock">;

/** @throws AppError INVALID for a path without a document */
export function documentInForce({ published }: PublishContext, path: string): DocumentInForce {
  const { files, fileHashes } = published.documents.current;
  const file = files.get(path);
  if (!file || !identify(path)) throw refuse(path === "" ? "请从文档列表里打开一个文档" : `没有文档${quoted(path)}`);
  const version = published.states.get(path)?.versionNum ?? 0;
  return { path, text: file.text, tag: fileHashes.get(path) ?? "", version };
}

/**
 * Puts a text in force, as a change of its file: one transaction with the version, the menu rows and the end of the draft.
 *
 * @returns the number of the new version
 * @throws AppError INVALID with the findings as `result`, CONFLICT with what is in force as `result.current`
 */
export async function publishDocument(
  context: PublishContext,
  caller: Pick<Caller, "userId" | "username">,
  asked: Publication,
): Promise<number> {
  const { db, published, newId, clock } = context;
  const { path, text } = asked;
  if (!isChangeable(path)) throw refuse("这种文档只能在文件里修改");
  // Another server may have published a moment ago.
  await published.refresh();
  const inForce = documentInForce(context, path);
  if (inForce.tag !== asked.expected) throw new AppError("CONFLICT", { result: { current: inForce } });
  const { candidate, findings, elsewhere, mayPublish } = checkDraft(published.documents.current, path, text);
  if (!mayPublish) {
    throw new AppError("INVALID", {
      details: { reason: "文档有错误，没有发布" },
      result: { findings: [...findings, ...elsewhere] },
    });
  }
  const [base, wanted] = [readObject(published.files.files.get(path)?.text ?? ""), readObject(text)];
  if (!base || !wanted) throw refuse("文件不是 JSON，不能在它之上发布");
  const state = published.states.get(path);
  // Publishing what is in force settles the conflicts with a newer file, and nothing else.
  const isSettling = state !== undefined && (state.conflicts.length > 0 || state.problem !== undefined);
  const change = diffDocuments(base, wanted);
  const isEmpty = Object.keys(change).length === 0;
  const before = readObject(inForce.text);
  if (before && Object.keys(diffDocuments(before, wanted)).length === 0 && !isSettling) throw refuse("没有改动");
  const version = {
    ...{ id: newId(), path, versionNum: inForce.version + 1, base, username: caller.username, time: clock() },
    overlay: isEmpty ? null : change,
    ...(asked.restoredFrom === undefined ? {} : { restoredFrom: asked.restoredFrom }),
  };
  try {
    await db.transaction(async (trx) => {
      await insertVersion(trx, version);
      await deleteDraft(trx, caller.userId, path);
      await writeMenus(trx, candidate);
      notifyOnCommit(trx, authChannel);
      notifyOnCommit(trx, publishedChannel);
      pushOnCommit(trx, { frame: { cmd: "published", screens: screensOf(candidate, path) } });
    });
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.failure !== "unique") throw error;
    await published.refresh();
    throw new AppError("CONFLICT", { result: { current: documentInForce(context, path) } });
  }
  await published.refresh();
  return version.versionNum;
}

/** Pages that a document changes: its own, or those over the model; not more than fit into a notification. */
function screensOf({ screens }: DocumentStore, path: string): readonly string[] {
  const { kind, id } = identify(path) ?? {};
  const found = kind === "model" ? [...screens].flatMap(([screen, { model }]) => (model === id ? [screen] : [])) : [id];
  return found.flatMap((screen) => screen ?? []).slice(0, 50);
}

/** A version as it read when it was published. */
export const documentOf = ({ base, overlay }: DocumentVersion): JsonObject =>
  overlay ? applyOverlay(base, overlay).document : base;

/** A version over the file of today: what it changed then is changed again, newer parts of the file stay. */
export function textOfVersion(context: PublishContext, version: DocumentVersion): string {
  const file = readObject(context.published.files.files.get(version.path)?.text ?? "");
  if (!file) throw refuse("文件已经没有了，不能恢复");
  return textOf(version.path, version.overlay ? applyOverlay(file, version.overlay, version.base).document : file);
}
