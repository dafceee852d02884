import { Tabs } from "antd";
import type { ReactNode } from "react";
import type { FieldItemPlan, GroupPlan, ItemPlan, TabsItemPlan } from "../../runtime/compile/view-plan.ts";
import { isBlank } from "../../runtime/format/cell-text.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { maySee } from "../../runtime/react/field-rights.ts";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import { hasReadable, mayReadRows } from "../../runtime/react/may-read-rows.ts";
import { keepScope, partMarks } from "../../runtime/react/part-marks.ts";
import { isTrue } from "../../runtime/react/scope.ts";
import { CellView } from "../cells/CellView.tsx";
import { CodeText } from "../code/CodeText.tsx";
import { SafeHtml } from "../html/SafeHtml.tsx";
import { BrokenMark } from "../layouts/BrokenMark.tsx";
import { LazyBoundary } from "../layouts/LazyBoundary.tsx";
import { ProgressBar } from "../layouts/ProgressBar.tsx";
import { SafeMarkdown } from "../markdown/SafeMarkdown.tsx";
import { useDetailScope } from "./detail-context.ts";
import { SubRows } from "./SubRows.tsx";

const ScreenOfRow = lazyPart(async () => ({
  default: (await import("../screens/EmbeddedScreen.tsx")).ScreenOfRow,
}));

interface DetailItemsProps {
  readonly items: readonly ItemPlan[];
  readonly columns: number;
  /** Title of the tab that they are the content of. */
  readonly tab?: string;
}

/** The items of a detail: values in a grid, groups, tabs, rows of relations. */
export function DetailItems({ items, columns, tab }: DetailItemsProps) {
  const { scope, row, services, dictionaries, cells } = useDetailScope();
  const fields = items.filter((item) => item.kind === "field" || item.kind === "broken");
  const others = items.filter((item) => item.kind !== "field" && item.kind !== "broken");
  return (
    <>
      {fields.length > 0 ? (
        <dl className="sc-values sc-boxes sc-pairs sc-num" style={{ "--sc-columns": columns } as React.CSSProperties}>
          {fields.map((item) =>
            item.kind === "field" ? (
              <DetailValue key={item.name} item={item} />
            ) : (
              <BrokenMark key={item.name} part={item} />
            ),
          )}
        </dl>
      ) : null}
      {others.map((item) => {
        if (item.kind === "group")
          return isTrue(item.visible, scope) ? (
            <DetailGroup key={`g-${item.title}`} group={item} columns={columns} />
          ) : null;
        if (item.kind === "tabs") return <DetailTabs key={`t-${item.tabs[0]?.title}`} item={item} columns={columns} />;
        if (item.kind === "subTable")
          return isTrue(item.visible, scope) && mayReadRows(item, services) ? (
            <SubRows key={item.name} table={item} {...{ row, services, dictionaries, cells }} />
          ) : null;
        if (item.kind === "screen")
          return (
            <LazyBoundary key={item.name} fallback={<ProgressBar />}>
              <ScreenOfRow
                item={item}
                title={item.title === tab ? undefined : item.title}
                services={services}
                row={row}
              />
            </LazyBoundary>
          );
        return null;
      })}
    </>
  );
}

/** One label and its value. A field that the person may not see, or whose condition does not hold, is left out. */
function DetailValue({ item }: { readonly item: FieldItemPlan }) {
  const { owner, row, cells, scope, services } = useDetailScope();
  if (!maySee(services, owner, item.field)) return null;
  if (!isTrue(item.visible, scope)) return null;
  return (
    <div
      {...partMarks(item)}
      ref={keepScope(() => scope)}
      style={item.span > 1 ? { gridColumn: `span ${item.span}` } : undefined}
    >
      <dt>{item.title}</dt>
      <dd className={item.field.type === "text" ? "sc-value-text" : undefined}>
        {formatted(item, row) ?? <CellView subject={item} plan={fullCell(item)} row={row} context={cells} />}
      </dd>
    </div>
  );
}

/** Formatted text and code are drawn as they were written; in a list they are words on one line. */
function formatted(item: FieldItemPlan, row: Row): ReactNode {
  const value = row[item.name];
  if (item.cell.kind === "broken" || isBlank(value)) return undefined;
  const { props } = item.cell;
  if (props.type === "html") return <SafeHtml text={String(value)} />;
  if (props.type === "markdown") return <SafeMarkdown text={String(value)} />;
  if (props.type === "code") return <CodeText value={value} language={props.language} label={item.title} />;
  return undefined;
}

/** A detail has room: seconds of times, the whole of long texts. */
function fullCell(item: FieldItemPlan): FieldItemPlan["cell"] {
  if (item.cell.kind === "broken") return item.cell;
  if (item.cell.type === "ellipsis") return { kind: "cell", type: "text", props: { type: "text" } };
  if (item.cell.type === "datetime" && !("format" in item.cell.props && item.cell.props.format)) {
    return { kind: "cell", type: "datetime", props: { type: "datetime", format: "YYYY-MM-DD HH:mm:ss" } };
  }
  return item.cell;
}

function DetailGroup({ group, columns }: { readonly group: GroupPlan; readonly columns: number }) {
  return (
    <section className="sc-group">
      {group.title ? <h3>{group.title}</h3> : null}
      <DetailItems items={group.items} columns={group.columns ?? columns} />
    </section>
  );
}

/** Tabs are drawn when they are opened: rows of a relation are asked for only then. */
function DetailTabs({ item, columns }: { readonly item: TabsItemPlan; readonly columns: number }) {
  const { scope, services } = useDetailScope();
  return (
    <Tabs
      className="sc-detail-tabs"
      destroyOnHidden
      items={item.tabs.flatMap(({ title, items, visible }, at) =>
        isTrue(visible, scope) && hasReadable(items, services)
          ? { key: String(at), label: title, children: <DetailItems items={items} columns={columns} tab={title} /> }
          : [],
      )}
    />
  );
}
