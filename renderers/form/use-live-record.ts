import { useEffect, useRef } from "react";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { LiveTable } from "../../runtime/react/services.ts";
import { useEvent } from "../layouts/use-event.ts";
import { messages } from "../messages.ts";
import type { FormSession } from "./form-session.ts";
import type { RecordFormParts } from "./use-record-form.ts";

interface LiveRecord extends Pick<RecordFormParts, "plan" | "mode" | "row" | "services"> {
  readonly session: FormSession;
  /** The form has editable tables: only they are worked on by several people at once. */
  readonly hasTables: boolean;
  /** The version that a save is based on. */
  version(): unknown;
  /** A save is based on this row from now on. */
  onMerged(stored: Row): void;
}

/**
 * Takes in what somebody else saves of the open record (TBL-20): its rows first, then its own fields and its version, so
 * that the next save is based on it. What cannot be taken in leaves the version as it is, and the save asks as ever.
 *
 * @returns tells the others that the record was saved here
 */
export function useLiveRecord({ plan, mode, row, services, session, hasTables, ...record }: LiveRecord): () => void {
  const live = useRef<LiveTable>(undefined);
  const hear = useEvent(async (stored: Row) => {
    if (String(stored.id) !== String(row.id) || isOlder(stored, record.version())) return;
    const isMerged = await session.mergeRows().catch(() => false);
    if (!isMerged) return;
    session.hear(stored);
    record.onMerged(stored);
    services.notify("info", messages.form.merged(String(stored.updateBy ?? "")));
  });
  const isLive = mode === "edit" && hasTables;
  useEffect(() => {
    if (!isLive) return;
    live.current = services.liveRows?.join(plan.model.id, (stored) => void hear(stored));
    return () => {
      live.current?.leave();
      live.current = undefined;
    };
  }, [isLive, services, plan, hear]);
  return () => live.current?.changed([String(row.id)]);
}

/** Known here already; frames may overtake each other. */
const isOlder = ({ version }: Row, known: unknown): boolean => version === known || Number(version) < Number(known);
