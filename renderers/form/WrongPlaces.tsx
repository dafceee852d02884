import { observer } from "@formily/react";
import { useEffect, useReducer } from "react";
import { fieldItems } from "../../runtime/compile/flat-items.ts";
import type { FieldItemPlan, ItemPlan } from "../../runtime/compile/view-plan.ts";
import { words } from "../../runtime/format/words.ts";
import { useStickyTop } from "../layouts/scroll-parent.ts";
import { messages } from "../messages.ts";
import type { FormSession } from "./form-session.ts";

interface WrongPlacesProps {
  readonly session: FormSession;
  readonly items: readonly ItemPlan[];
  /** Goes to the next wrong place of the form, or to the one before. */
  walk(step: 1 | -1): void;
}

/** After a refused save, over the form while it scrolls: how much is wrong and where, and the way there. */
export const WrongPlaces = observer(function WrongPlaces({ session, items, walk }: WrongPlacesProps) {
  const stickyTop = useStickyTop();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  // Fields are Formily's to watch, rows their table's.
  useEffect(() => {
    const ends = session.wrongRows().map((rows) => rows.onChange(redraw));
    return () => {
      for (const end of ends) end();
    };
  }, [session]);
  const wrong = new Set(session.wrongFields);
  const fields = fieldItems(items).filter(({ name }) => wrong.has(name));
  const tables = session
    .wrongRows()
    .map(({ title, count }) => ({ title, count: count() }))
    .filter(({ count }) => count > 0);
  const total = tables.reduce((sum, { count }) => sum + count, fields.length);
  if (total === 0) return null;
  return (
    <div ref={stickyTop} className="sc-form-problem sc-alert sc-line sc-wrap" role="status" style={overForm}>
      <span className="sc-grow">
        {messages.form.fixErrors(total)}
        {words.colon}
        {[...titlesOf(fields), ...tables.map(({ title, count }) => `${title} ${count}`)].join(words.listComma)}
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

/** So many fields are called by their names; of more of them the rest is counted. */
const mostNames = 4;

function titlesOf(fields: readonly FieldItemPlan[]): readonly string[] {
  const titles = fields.map(({ title }) => title);
  if (titles.length <= mostNames) return titles;
  const named = titles.slice(0, mostNames - 1);
  return [...named, messages.form.otherFields(titles.length - named.length)];
}

/** It stays in sight while the form scrolls below it. */
const overForm = { position: "sticky", zIndex: 5 } as const;
