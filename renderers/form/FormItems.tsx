import { Suspense, useId, useState } from "react";
import type { GroupPlan, ItemPlan, TabsItemPlan } from "../../runtime/compile/view-plan.ts";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import { BrokenMark } from "../layouts/BrokenMark.tsx";
import { FormField } from "./FormField.tsx";
import "../layouts/group.css";
import "./form.css";

/** The editable table comes with the first form that has one. */
const SubTableField = lazyPart(() =>
  import("./SubTableField.tsx").then((module) => ({ default: module.SubTableField })),
);

/** Rows that are read beside the form: a list of their own, saved by its own buttons. */
const RowsBeside = lazyPart(() => import("./RowsBeside.tsx").then((module) => ({ default: module.RowsBeside })));

interface FormItemsProps {
  readonly items: readonly ItemPlan[];
  readonly columns: number;
  /** Title of the group around, so that a table in it does not say the same again. */
  readonly heading?: string | undefined;
}

/** The items of a form: fields on a grid, groups with a bar before their title, tabs. */
export function FormItems({ items, columns, heading }: FormItemsProps) {
  return runsOf(items).map((run) => {
    const [first] = run;
    if (!first) return null;
    if (first.kind === "group") return <FormGroup key={`group-${first.title}`} group={first} columns={columns} />;
    if (first.kind === "tabs") return <FormTabs key={`tabs-${first.tabs[0]?.title}`} tabs={first} columns={columns} />;
    if (first.kind === "subTable") {
      return (
        <Suspense key={first.name} fallback={null}>
          {first.grid ? (
            <SubTableField table={first} hidesTitle={heading === first.title} />
          ) : (
            <RowsBeside table={first} hidesTitle={heading === first.title} />
          )}
        </Suspense>
      );
    }
    return (
      <div key={first.name} className={`sc-form-grid sc-form-grid-${columns}`}>
        {run.map((item) =>
          item.kind === "field" ? (
            <FormField key={item.name} item={item} />
          ) : item.kind === "broken" ? (
            <BrokenMark key={item.name} part={item} />
          ) : null,
        )}
      </div>
    );
  });
}

function FormGroup({ group, columns }: { readonly group: GroupPlan; readonly columns: number }) {
  return (
    <section className="sc-group">
      {group.title ? <h3>{group.title}</h3> : null}
      <FormItems items={group.items} columns={group.columns ?? columns} heading={group.title} />
    </section>
  );
}

/** All tabs stay mounted, so that a check finds the wrong field wherever it stands. */
function FormTabs({ tabs, columns }: { readonly tabs: TabsItemPlan; readonly columns: number }) {
  const [at, setAt] = useState(0);
  const id = useId();
  return (
    <div className="sc-form-tabs">
      <div className="sc-tabs" role="tablist">
        {tabs.tabs.map((tab, index) => (
          <button
            key={tab.title}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-controls={`${id}-${index}`}
            aria-selected={index === at}
            className={index === at ? "sc-tab sc-tab-on" : "sc-tab"}
            onClick={() => setAt(index)}
          >
            {tab.title}
          </button>
        ))}
      </div>
      {tabs.tabs.map((tab, index) => (
        <div
          key={tab.title}
          role="tabpanel"
          id={`${id}-${index}`}
          aria-labelledby={`${id}-tab-${index}`}
          hidden={index !== at}
        >
          <FormItems items={tab.items} columns={columns} />
        </div>
      ))}
    </div>
  );
}

/** Fields that stand together share a grid; groups, tabs and tables stand alone. */
function runsOf(items: readonly ItemPlan[]): ItemPlan[][] {
  const runs: ItemPlan[][] = [];
  for (const item of items) {
    const last = runs.at(-1);
    const joins = item.kind === "field" || item.kind === "broken";
    const lastJoins = last?.[0]?.kind === "field" || last?.[0]?.kind === "broken";
    if (last && joins && lastJoins) last.push(item);
    else runs.push([item]);
  }
  return runs;
}
