import { memo, type ReactNode, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import type { GridColumnPlan } from "../../runtime/compile/plan.ts";
import { isBlank } from "../../runtime/format/cell-text.ts";
import { CellView } from "../cells/CellView.tsx";
import { useEvent } from "../layouts/use-event.ts";
import { messages } from "../messages.ts";
import { CellEditor, hintOf } from "./CellEditor.tsx";
import type { EditableGridProps } from "./editable-grid-props.ts";
import { totalText } from "./GridFoot.tsx";
import { GridToolbar, useModelVersion } from "./GridToolbar.tsx";
import { toggle } from "./grid-commands.ts";
import { gridMessages } from "./grid-messages.ts";
import { cellId, type GridParts, isToggle } from "./grid-parts.ts";
import { removeRows } from "./remove-rows.ts";
import { type CardsInSight, useCardsInSight } from "./use-cards-in-sight.ts";
import { offerWrongCells, type WrongCells } from "./wrong-cells.ts";

interface GridCardsProps {
  readonly parts: GridParts;
  readonly title: string;
  readonly hidesTitle: boolean;
  /** One row that belongs to the record: its fields stand open on the form. */
  readonly isSingle: boolean;
  readonly dictVersion: number;
  readonly extra?: ReactNode;
  /** Leads on where no further card is wrong. */
  readonly onBeyond?: EditableGridProps["onBeyond"];
}

/** One card per row; a press on a field opens its editor there. */
export function GridCards({ parts, title, hidesTitle, isSingle, dictVersion, extra, onBeyond }: GridCardsProps) {
  const { model } = parts;
  useModelVersion(parts);
  const { order } = model.store;
  const list = useRef<HTMLUListElement>(null);
  const keptId = model.active?.isEditing ? model.active.id : undefined;
  const inSight = useCardsInSight({ list, ids: order, keptId });
  const go: WrongCells["go"] = useEvent((step, from) => {
    const place = model.nextError(step, from === "start" ? "start" : "on");
    if (!place) return false;
    inSight.show(model.store.indexOf(place.id), "center");
    return true;
  });
  const showAdded = useEvent((id: string) => inSight.show(model.store.indexOf(id), "auto"));
  useLayoutEffect(() => {
    const table = list.current?.closest("section");
    return table ? offerWrongCells(table, { go }) : undefined;
  }, [go]);
  return (
    <>
      {isSingle && order.length > 0 ? null : (
        <GridToolbar
          parts={parts}
          title={hidesTitle ? undefined : title}
          extra={extra}
          isCards
          onAdded={(id) => requestAnimationFrame(() => showAdded(id))}
          onFindWrong={(step) => {
            if (go(step, "here")) return;
            if (onBeyond) onBeyond(step, list.current?.closest("section") ?? undefined);
            else go(step, "start");
          }}
        />
      )}
      {model.findings.problem === undefined ? null : (
        <p className="sc-grid-problem sc-hint sc-bad" role="alert">
          {model.findings.problem}
        </p>
      )}
      <ul ref={list} className="sc-grid-cards sc-boxes" style={heightOf(inSight)}>
        {inSight.cards.map(({ id, index, top }) => (
          <GridCard
            key={id}
            parts={parts}
            id={id}
            index={index}
            top={top}
            measure={inSight.measure}
            columns={model.columns}
            isSingle={isSingle}
            dictVersion={dictVersion}
          />
        ))}
      </ul>
      <CardSums parts={parts} />
    </>
  );
}

/** The room of all cards, where only those in sight are drawn. */
const heightOf = ({ height }: CardsInSight) =>
  height === undefined ? undefined : ({ height, boxSizing: "content-box" } as const);

interface GridCardProps {
  readonly parts: GridParts;
  readonly id: string;
  readonly index: number;
  readonly columns: readonly GridColumnPlan[];
  readonly isSingle: boolean;
  readonly dictVersion: number;
  /** Least width of a field, pixels; absent = as cards on a phone have it. */
  readonly fieldWidth?: number;
  /** Pixels below the top of the list; absent = where the flow puts it. */
  readonly top?: number | undefined;
  readonly measure?: (card: HTMLElement | null) => void;
}

/** The fields of one row; each opens where it stands. */
export const GridCard = memo(function GridCard(props: GridCardProps) {
  const { parts, id, index, columns, isSingle, fieldWidth, top } = props;
  const { model } = parts;
  useSyncExternalStore(
    (listener) => model.onRow(id, listener),
    () => model.rowVersion(id),
  );
  const row = model.store.row(id);
  if (!row) return null;
  const isWrong = columns.some((column) => model.findings.error(id, column.name) !== undefined);
  return (
    <li
      ref={props.measure}
      style={top === undefined ? undefined : { transform: `translateY(${top}px)` }}
      data-index={index}
      id={`${parts.id}-${id}`}
      className={classOf(isWrong, top !== undefined)}
      data-row={id}
    >
      {isSingle ? null : (
        <div className="sc-grid-card-head sc-quiet sc-line">
          <span className="sc-num">{index + 1}</span>
          <span className="sc-grow" />
          {model.canRemove ? (
            <button type="button" className="sc-action sc-action-danger" onClick={() => void removeRows(parts, [id])}>
              {gridMessages.removeRow(1)}
            </button>
          ) : null}
        </div>
      )}
      <div
        className="sc-grid-fields sc-boxes"
        style={fieldWidth ? { gridTemplateColumns: `repeat(auto-fill, minmax(${fieldWidth}px, 1fr))` } : undefined}
      >
        {columns.map((column, at) => {
          const state = model.cellState(id, column);
          if (!state.visible) return null;
          const error = model.findings.error(id, column.name);
          const hint = error === undefined ? model.hint(id, column.name) : undefined;
          const isOpen = model.active?.id === id && model.active.key === column.name && model.active.isEditing;
          const names = [
            "sc-grid-field",
            at === 0 ? "sc-grid-field-wide" : "",
            error === undefined ? "" : "sc-grid-field-wrong",
          ];
          const press = () => {
            if (isToggle(column)) toggle(parts, id, column);
            else {
              model.activate({ id, key: column.name });
              model.edit();
            }
          };
          return (
            <div key={column.name} className={names.filter(Boolean).join(" ")} data-key={column.name}>
              <div className="sc-hint">
                {column.title}
                {column.required && !column.readOnly ? <span className="sc-grid-star">*</span> : null}
              </div>
              {isOpen ? (
                <CellEditor parts={parts} id={id} row={row} column={column} typed={undefined} error={error} />
              ) : (
                <button
                  type="button"
                  id={cellId(parts, id, column.name)}
                  className="sc-grid-value sc-cut sc-num"
                  disabled={state.disabled}
                  aria-label={gridMessages.cell(column.title, index + 1)}
                  onClick={press}
                >
                  {isBlank(row[column.name]) && !state.disabled ? (
                    <span className="sc-grid-hint">{hintOf(column) ?? messages.form.input("")}</span>
                  ) : (
                    <CellView subject={column} plan={column.cell} row={row} context={parts.cells} />
                  )}
                </button>
              )}
              {error === undefined ? null : (
                <span className="sc-hint sc-bad" role="alert">
                  {error}
                </span>
              )}
              {hint === undefined ? null : <span className="sc-hint">{hint}</span>}
            </div>
          );
        })}
      </div>
    </li>
  );
});

const classOf = (isWrong: boolean, isPlaced: boolean): string =>
  ["sc-grid-card sc-box", isWrong ? "sc-grid-card-wrong" : "", isPlaced ? "sc-grid-card-placed" : ""]
    .filter(Boolean)
    .join(" ");

function CardSums({ parts }: { readonly parts: GridParts }) {
  const { store, columns } = parts.model;
  const summed = columns.filter((column) => column.summary !== undefined);
  if (summed.length === 0 || store.size < 2) return null;
  return (
    <dl className="sc-grid-sums sc-over sc-line sc-wrap">
      {summed.map((column) => (
        <div key={column.name}>
          <dt className="sc-hint">
            {column.title}
            {gridMessages[column.summary ?? "sum"]}
          </dt>
          <dd className="sc-num">{totalText(store[column.summary ?? "sum"](column.name), column)}</dd>
        </div>
      ))}
    </dl>
  );
}
