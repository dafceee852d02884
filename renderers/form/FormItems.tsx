import { FormGrid } from "@formily/antd-v5/esm/form-grid";
import type { GroupPlan, ItemPlan } from "../../runtime/compile/view-plan.ts";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import { BrokenMark } from "../layouts/BrokenMark.tsx";
import { LazyBoundary } from "../layouts/LazyBoundary.tsx";
import { mobileQuery, useMedia } from "../layouts/use-media.ts";
import { messages } from "../messages.ts";
import { FormField } from "./FormField.tsx";
import "../layouts/group.css";
import "./form.css";

/** The editable table comes with the first form that has one. */
const SubTableField = lazyPart(() =>
  import("./SubTableField.tsx").then((module) => ({ default: module.SubTableField })),
);

/** Rows that are read beside the form: a list of their own, saved by its own buttons. */
const RowsBeside = lazyPart(() => import("./RowsBeside.tsx").then((module) => ({ default: module.RowsBeside })));

const FormComponent = lazyPart(async () => ({ default: (await import("./FormComponent.tsx")).FormComponent }));

const EmbeddedScreen = lazyPart(async () => ({
  default: (await import("../screens/EmbeddedScreen.tsx")).EmbeddedScreen,
}));

const FormTabs = lazyPart(() => import("./FormTabs.tsx").then((module) => ({ default: module.FormTabs })));

interface FormItemsProps {
  readonly items: readonly ItemPlan[];
  readonly columns: number;
  /** Title of the group around, so that a table in it does not say the same again. */
  readonly heading?: string | undefined;
}

/** The items of a form: fields on a grid, groups with a bar before their title, tabs. */
export function FormItems({ items, columns, heading }: FormItemsProps) {
  const isPhone = useMedia(mobileQuery);
  return runsOf(items).map((run) => {
    const [first] = run;
    if (!first) return null;
    if (first.kind === "group") return <FormGroup key={`group-${first.title}`} group={first} columns={columns} />;
    if (first.kind === "tabs") {
      return (
        <LazyBoundary key={`tabs-${first.tabs[0]?.title}`} fallback={<PartsToCome />}>
          <FormTabs tabs={first} columns={columns} />
        </LazyBoundary>
      );
    }
    if (first.kind === "component") {
      return (
        <LazyBoundary key={first.name} fallback={<PartsToCome />}>
          <FormComponent item={first} />
        </LazyBoundary>
      );
    }
    if (first.kind === "screen") {
      return (
        <LazyBoundary key={first.name} fallback={<PartsToCome />}>
          <EmbeddedScreen item={first} />
        </LazyBoundary>
      );
    }
    if (first.kind === "subTable") {
      return (
        <LazyBoundary key={first.name} fallback={<PartsToCome />}>
          {first.grid ? (
            <SubTableField table={first} hidesTitle={heading === first.title} />
          ) : (
            <RowsBeside table={first} hidesTitle={heading === first.title} />
          )}
        </LazyBoundary>
      );
    }
    return (
      <FormGrid key={first.name} className="sc-form-grid" {...gridOf(isPhone ? 1 : columns)}>
        {run.map((item) =>
          item.kind === "field" ? (
            <FormField key={item.name} item={item} />
          ) : item.kind === "broken" ? (
            <BrokenMark key={item.name} part={item} />
          ) : null,
        )}
      </FormGrid>
    );
  });
}

/** As many columns as the document says, however wide the window is; an item that does not fit begins a new line. */
const gridOf = (columns: number) => ({
  minColumns: columns,
  maxColumns: columns,
  strictAutoFit: true,
  columnGap: 24,
  rowGap: 0,
});

function FormGroup({ group, columns }: { readonly group: GroupPlan; readonly columns: number }) {
  return (
    <section className="sc-group">
      {group.title ? <h3>{group.title}</h3> : null}
      <FormItems items={group.items} columns={group.columns ?? columns} heading={group.title} />
    </section>
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

/** About as tall as a table without lines: what stands below hardly moves when the part comes. */
const PartsToCome = () => (
  <p className="sc-sub-note" aria-busy="true" style={{ minHeight: 200 }}>
    {messages.states.loading}
  </p>
);
