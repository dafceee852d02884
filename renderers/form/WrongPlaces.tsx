import { observer } from "@formily/react";
import { useEffect, useReducer } from "react";
import { words } from "../../runtime/format/words.ts";
import { useStickyTop } from "../layouts/scroll-parent.ts";
import { messages } from "../messages.ts";
import type { FormSession } from "./form-session.ts";

interface WrongPlacesProps {
  readonly session: FormSession;
  /** Goes to the next wrong place of the form, or to the one before. */
  walk(step: 1 | -1): void;
}

/** After a refused save, over the form while it scrolls: how much is wrong and where, and the way there. */
export const WrongPlaces = observer(function WrongPlaces({ session, walk }: WrongPlacesProps) {
  const stickyTop = useStickyTop();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  // Fields are Formily's to watch, rows their table's.
  useEffect(() => {
    const ends = session.wrongRows().map((rows) => rows.onChange(redraw));
    return () => {
      for (const end of ends) end();
    };
  }, [session]);
  const parts = [
    { title: messages.form.fields, count: session.wrongFields },
    ...session.wrongRows().map(({ title, count }) => ({ title, count: count() })),
  ].filter(({ count }) => count > 0);
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  return (
    <div ref={stickyTop} className="sc-form-problem sc-alert sc-line sc-wrap" role="status" style={overForm}>
      <span className="sc-grow">
        {messages.form.fixErrors(total)}
        {words.colon}
        {parts.map(({ title, count }) => `${title} ${count}`).join(words.listComma)}
      </span>
      <button type="button" className="sc-action" onClick={() => walk(-1)}>
        {messages.form.previousWrong}
      </button>
      <button type="button" className="sc-action" onClick={() => walk(1)}>
        {messages.form.nextWrong}
      </button>
    </div>
  );
});

/** It stays in sight while the form scrolls below it. */
const overForm = { position: "sticky", zIndex: 5 } as const;
