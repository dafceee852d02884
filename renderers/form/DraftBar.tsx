import { formatTime } from "../../runtime/format/time.ts";
import { draftMessages } from "./draft-messages.ts";
import type { UnsavedForm } from "./use-unsaved.ts";

/** Offers what was typed here before and never saved, and shows what of it has no field any more. */
export function DraftBar({ draft }: { readonly draft: UnsavedForm }) {
  const { offered, lost } = draft;
  if (!offered && lost.length === 0) return null;
  const text = offered
    ? draftMessages.found(formatTime(localTime(offered.savedAt), "MM-DD HH:mm"))
    : draftMessages.lost(lost);
  return (
    <div className="sc-draft sc-alert sc-picked sc-quiet sc-line sc-airy" role="status">
      <span className="sc-grow">{text}</span>
      {offered && (
        <button type="button" className="sc-action" onClick={draft.restore}>
          {draftMessages.restore}
        </button>
      )}
      <button type="button" className="sc-action" onClick={draft.dismiss}>
        {offered ? draftMessages.dismiss : draftMessages.read}
      </button>
    </div>
  );
}

/** The moment in the person's own time zone, as the wire writes times. */
function localTime(epochMs: number): string {
  const date = new Date(epochMs);
  const two = (part: number) => String(part).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
