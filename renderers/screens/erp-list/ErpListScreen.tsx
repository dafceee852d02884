import { observer } from "mobx-react-lite";
import { type CSSProperties, useMemo } from "react";
import type { LayoutPlan } from "../../../runtime/compile/plan.ts";
import { EmptyState } from "../../layouts/EmptyState.tsx";
import { useEvent } from "../../layouts/use-event.ts";
import { useMedia, wideQuery } from "../../layouts/use-media.ts";
import { messages } from "../../messages.ts";
import { SubLists } from "../../sub-lists/SubLists.tsx";
import { useTableSettings } from "../../table/use-table-settings.ts";
import { nameOf } from "../inner-list/name-of.ts";
import { rowsOnCard } from "../inner-list/RowsOnCard.tsx";
import { ListScreen, type ListScreenProps } from "../list/ListScreen.tsx";
import type { ListExtension } from "../list/list-extension.ts";
import type { ListShared } from "../list/list-shared.ts";
import { Splitter } from "./Splitter.tsx";
import { useRowPress } from "./use-row-press.ts";
import "./erp-list.css";

/** Master rows above or at the left, the sub-lists of the chosen one in tabs; the line between them moves. */
export function ErpListScreen(props: ListScreenProps) {
  const { layout } = props.plan;
  const first = layout.ratio ?? 0.5;
  const { settings, change } = useTableSettings(`split:${props.plan.id}`, props.services);
  const ratio = settings.share ?? first;
  const setRatio = useEvent((share: number) => change({ share }));
  const isWide = useMedia(wideQuery);
  const split = isWide ? layout.split : "vertical";
  const extension = useMemo<ListExtension>(
    () => ({
      density: "small",
      onCard: rowsOnCard,
      below: (shared) => (
        <>
          <Splitter split={split} ratio={ratio} first={first} resizable={layout.resizable} onChange={setRatio} />
          <Details shared={shared} split={split} />
        </>
      ),
    }),
    [split, ratio, first, layout.resizable, setRatio],
  );
  return (
    <div
      className={split === "horizontal" ? "sc-erp sc-stack sc-erp-beside" : "sc-erp sc-stack"}
      style={split === "horizontal" ? shares(ratio, "left", "right", "fr") : shares(ratio, "master", "detail", "")}
    >
      <ListScreen {...props} extension={extension} />
    </div>
  );
}

/** What the two parts take, as their style reads it. */
const shares = (ratio: number, first: string, second: string, unit: string) =>
  ({ [`--sc-erp-${first}`]: 100 * ratio + unit, [`--sc-erp-${second}`]: 100 * (1 - ratio) + unit }) as CSSProperties;

interface DetailsProps {
  readonly shared: ListShared;
  readonly split: LayoutPlan["split"];
}

/** The second part: follows the row that is chosen in the first. */
const Details = observer(function Details({ shared, split }: DetailsProps) {
  const { store, dictionaries, context } = shared;
  const { plan, services } = store;
  const place = useRowPress(store, (pressed) => {
    if (!store.selected.has(store.keyOf(pressed))) void store.chooseRow(pressed);
  });
  const [chosen] = store.selected.values();
  // The row as the page knows it now; a row of another page stays as it was chosen.
  const row = chosen && (store.rows.find((each) => store.keyOf(each) === store.keyOf(chosen)) ?? chosen);
  return (
    <div ref={place} className="sc-card sc-erp-detail sc-stack">
      {row ? (
        <SubLists
          key={store.keyOf(row)}
          plan={plan}
          row={row}
          name={nameOf(row, plan.model.titleField)}
          services={services}
          dictionaries={dictionaries}
          context={context}
          onSaved={(result) => void store.loadSaved(result)}
          guard={(unsaved) => store.guard("choice", unsaved)}
          aside={
            <span className="sc-quiet sc-cut">
              {messages.list.chosen(plan.model.title)} {nameOf(row, plan.model.titleField)}
            </span>
          }
        />
      ) : (
        <EmptyState
          kind="empty"
          title={messages.list.chooseTitle(plan.model.title)}
          text={messages.list.chooseFirst[split](plan.model.title)}
        />
      )}
    </div>
  );
});
