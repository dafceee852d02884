import { observer } from "mobx-react-lite";
import type { ReactNode } from "react";
import type { ButtonPlan, ColumnPlan } from "../../../runtime/compile/plan.ts";
import { formatNumber } from "../../../runtime/format/number.ts";
import { words } from "../../../runtime/format/words.ts";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import type { DictionaryCache } from "../../../runtime/react/dictionary-cache.ts";
import type { ListActions } from "../../../runtime/react/list-actions.ts";
import type { ListStore } from "../../../runtime/react/list-store.ts";
import type { CellContext } from "../../cells/cell-props.ts";
import { messages } from "../../messages.ts";
import { ListState } from "./ListState.tsx";
import { RowCard } from "./RowCard.tsx";
import { SelectionBar } from "./SelectionBar.tsx";
import { isForSelection } from "./Toolbar.tsx";

interface ListCardsProps {
  readonly store: ListStore;
  readonly actions: ListActions;
  readonly dictionaries: DictionaryCache;
  readonly context: CellContext;
  readonly columns: readonly ColumnPlan[];
  rowActions(row: Row): readonly ButtonPlan[];
  /** What a card has besides; keeps its identity, as the cards are memoised. */
  readonly below?: ((row: Row) => ReactNode) | undefined;
  onToggle(row: Row): void;
  onPress(button: ButtonPlan, row: Row): void;
}

/** The rows of a list on a narrow screen: one card each. */
export const ListCards = observer(function ListCards(props: ListCardsProps) {
  const { store, actions, dictionaries, columns } = props;
  const sorted = store.plan.model.fields.get(store.sort.field)?.title ?? store.sort.field;
  const isEmpty = store.rows.length === 0 || store.status === "error" || store.status === "denied";
  const canSelect = store.plan.table.selection === "multiple" && actions.shown(store.plan.toolbar).some(isForSelection);
  const isFirst = store.rows.length === 0 && (store.status === "loading" || store.status === "idle");
  return (
    <>
      <div className="sc-cards-summary sc-line sc-hint sc-num">
        <span className="sc-grow">
          {!isFirst &&
            messages.list.total(formatNumber(store.total, 0)) +
              (knowsOrder(store) ? words.comma + messages.list.sortedBy(sorted, store.sort.order) : "")}
        </span>
        {canSelect && !isEmpty ? (
          <label className="sc-line">
            <input
              type="checkbox"
              className="sc-check"
              checked={store.isPageSelected}
              onChange={() => store.toggleAll()}
            />
            {messages.list.selectAll}
          </label>
        ) : null}
      </div>
      <SelectionBar store={store} actions={actions} />
      <ul className="sc-cards sc-boxes" aria-label={store.plan.title} aria-busy={store.status === "loading"}>
        {isFirst && waiting.map((key) => <WaitingCard key={key} opacity={1 - key / waiting.length} />)}
        {(isEmpty ? [] : store.rows).map((row) => (
          <RowCard
            key={store.keyOf(row)}
            row={row}
            columns={columns}
            context={props.context}
            dictVersion={dictionaries.version}
            actions={props.rowActions(row)}
            inline={store.plan.rowActions.inline}
            isSelected={store.selected.has(store.keyOf(row))}
            onToggle={canSelect ? props.onToggle : undefined}
            below={props.below}
            onPress={props.onPress}
          />
        ))}
      </ul>
      {isEmpty && store.status !== "loading" && store.status !== "idle" ? (
        <div className="sc-card">
          <ListState store={store} actions={actions} />
        </div>
      ) : null}
    </>
  );
});

const waiting = [0, 1, 2, 3];

/** Bars where a card will stand, at its height; appears only after 200 ms and fades downwards. */
function WaitingCard({ opacity }: { readonly opacity: number }) {
  return (
    <li className="sc-card sc-row-card sc-boxes sc-card-wait sc-bones" style={{ opacity }} aria-hidden="true">
      <i style={{ width: "45%" }} />
      <i style={{ width: "65%" }} />
      <i style={{ width: "30%" }} />
    </li>
  );
}

/** Rows of a report, or of a call that no model stores, come in an order of their own unless a column asks for another. */
function knowsOrder({ plan, sort, total }: ListStore): boolean {
  if (sort.field === "" || total === 0) return false;
  return plan.rowUrl !== undefined || plan.table.columns.some((one) => one.sortable && one.field.name === sort.field);
}
