import { isSame } from "../../../runtime/overlay/overlay.ts";
import { DatabaseError } from "../../db/database.ts";
import { readObject } from "./lay-over.ts";
import type { PublishContext } from "./publish-document.ts";
import { insertVersion } from "./stored-overlays.ts";

/**
 * Ends published changes that the files say by themselves now, as after `npm run pull`: the next change of such a file is
 * then nobody's conflict. A version "as in the file" keeps the history whole.
 *
 * @returns paths of the documents whose change ended
 */
export async function settleCaughtUp({ db, published, newId, clock }: PublishContext): Promise<readonly string[]> {
  const settled: string[] = [];
  for (const { path, overlay, versionNum, problem, conflicts } of published.states.values()) {
    const base = readObject(published.files.files.get(path)?.text ?? "");
    const inForce = readObject(published.documents.current.files.get(path)?.text ?? "");
    if (!overlay || problem || conflicts.length > 0 || !base || !isSame(base, inForce)) continue;
    const version = { id: newId(), path, versionNum: versionNum + 1, overlay: null, base };
    try {
      await db.transaction((trx) => insertVersion(trx, { ...version, username: "system", time: clock() }));
      settled.push(path);
    } catch (error) {
      // Another server starts at the same moment.
      if (!(error instanceof DatabaseError) || error.failure !== "unique") throw error;
    }
  }
  if (settled.length > 0) await published.refresh();
  return settled;
}
