import { type CSSProperties, useEffect, useReducer, useState } from "react";
import type { ItemPlan } from "../../runtime/compile/view-plan.ts";
import { buildScope, isTrue } from "../../runtime/react/scope.ts";
import { CardTools } from "./card-tools.ts";
import { FormItems } from "./FormItems.tsx";
import { useFormScope } from "./form-context.ts";
import type { FormSession } from "./form-session.ts";
import "./form-cards.css";

interface FormCardsProps {
  readonly items: readonly ItemPlan[];
  readonly columns: number;
}

/** The items of a form page, each on a card of the 24 columns; one below the other where there is no room. */
export function FormCards({ items, columns }: FormCardsProps) {
  const { services, opened } = useFormScope();
  const scope = buildScope(services, { row: opened });
  const shown = items.filter((item) => item.kind !== "screen" || isTrue(item.visible, scope));
  return (
    <div className="sc-form-cards-room">
      <div className="sc-form-cards sc-24 sc-boxes">
        {shown.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items of a document stay where they are
          <FormCard key={index} item={item} columns={columns} />
        ))}
      </div>
    </div>
  );
}

function FormCard({ item, columns }: { readonly item: ItemPlan; readonly columns: number }) {
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const { session } = useFormScope();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => session.onChange(redraw), [session]);
  const span = "cardSpan" in item ? item.cardSpan : 24;
  const isShown = item.kind !== "group" || hasShown(item.items, session);
  const style = { "--sc-span": span, ...(isShown ? {} : { display: "none" }) } as CSSProperties;
  if (item.kind !== "group") {
    return (
      <section className="sc-card sc-form-card sc-stack" data-kind={item.kind} style={style}>
        <FormItems items={[item]} columns={columns} />
      </section>
    );
  }
  return (
    <section className="sc-card sc-form-card sc-stack" data-kind="group" style={style} aria-label={item.title}>
      <header className="sc-line sc-wrap sc-under">
        <h3>{item.title}</h3>
        <div ref={setTools} className="sc-line sc-wrap sc-grow" />
      </header>
      <div className="sc-form-card-body sc-bar sc-stack sc-grow">
        <CardTools value={tools}>
          <FormItems items={item.items} columns={item.columns ?? columns} heading={item.title} />
        </CardTools>
      </div>
    </section>
  );
}

/** Whether anything of a group is there; a group whose fields are all hidden takes its card with it. */
function hasShown(items: readonly ItemPlan[], session: FormSession): boolean {
  return items.some((item) => {
    if (item.kind === "group") return hasShown(item.items, session);
    return item.kind !== "field" || session.state(item.name).visible;
  });
}
