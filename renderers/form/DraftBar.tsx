import { formatTime } from "../../runtime/format/time.ts";
import { messages } from "../messages.ts";
import type { UnsavedForm } from "./use-unsaved.ts";

/** Offers what was typed here before and never saved. */
export function DraftBar({ draft }: { readonly draft: UnsavedForm }) {
  if (!draft.offered) return null;
  const time = formatTime(localTime(draft.offered.savedAt), "MM-DD HH:mm");
  return (
    <div className="sc-draft sc-alert sc-picked sc-quiet sc-line sc-airy" role="status">
      <span className="sc-grow">{messages.form.draftFound(time)}</span>
      <button type="button" className="sc-action" onClick={draft.restore}>
        {messages.form.draftRestore}
      </button>
      <button type="button" className="sc-action" onClick={draft.dismiss}>
        {messages.form.draftDismiss}
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
