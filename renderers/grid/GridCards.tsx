import { Button } from "antd";
import { memo, type ReactNode, useState, useSyncExternalStore } from "react";
import type { GridColumnPlan } from "../../runtime/compile/plan.ts";
import { isBlank } from "../../runtime/format/cell-text.ts";
import { CellView } from "../cells/CellView.tsx";
import { messages } from "../messages.ts";
import { CellEditor, hintOf } from "./CellEditor.tsx";
import { totalText } from "./GridFoot.tsx";
import { GridToolbar, useModelVersion } from "./GridToolbar.tsx";
import { toggle } from "./grid-commands.ts";
import { gridMessages } from "./grid-messages.ts";
import { cellId, type GridParts, isToggle } from "./grid-parts.ts";
import { removeRows } from "./remove-rows.ts";

interface GridCardsProps {
  readonly parts: GridParts;
  readonly title: string;
  readonly hidesTitle: boolean;
  /** One row that belongs to the record: its fields stand open on the form. */
  readonly isSingle: boolean;
  readonly dictVersion: number;
  readonly extra?: ReactNode;
}

/** How many cards are drawn at first, and with each press of 再显示. */
const step = 30;

/** One card per row; a press on a field opens its editor there. */
export function GridCards({ parts, title, hidesTitle, isSingle, dictVersion, extra }: GridCardsProps) {
  const { model } = parts;
  useModelVersion(parts);
  const [shown, setShown] = useState(step);
  const { order } = model.store;
  const rest = order.length - shown;
  return (
    <>
      {isSingle && order.length > 0 ? null : (
        <GridToolbar
          parts={parts}
          title={hidesTitle ? undefined : title}
          extra={extra}
          isCards
          onAdded={(id) => {
            setShown((count) => Math.max(count, order.length + 1));
            requestAnimationFrame(() =>
              document.getElementById(`${parts.id}-${id}`)?.scrollIntoView({ block: "nearest" }),
            );
          }}
          onFindWrong={() => {
            const place = model.nextError();
            if (!place) return;
            setShown((count) => Math.max(count, model.store.indexOf(place.id) + 1));
            requestAnimationFrame(() =>
              document.getElementById(`${parts.id}-${place.id}`)?.scrollIntoView({ block: "center" }),
            );
          }}
        />
      )}
      {model.findings.problem === undefined ? null : (
        <p className="sc-grid-problem sc-hint sc-bad" role="alert">
          {model.findings.problem}
        </p>
      )}
      <ul className="sc-grid-cards sc-boxes">
        {order.slice(0, shown).map((id, index) => (
          <GridCard
            key={id}
            parts={parts}
            id={id}
            index={index}
            columns={model.columns}
            isSingle={isSingle}
            dictVersion={dictVersion}
          />
        ))}
      </ul>
      {rest > 0 ? (
        <Button onClick={() => setShown((count) => count + step)}>{gridMessages.showMore(Math.min(step, rest))}</Button>
      ) : null}
      <CardSums parts={parts} />
    </>
  );
}

interface GridCardProps {
  readonly parts: GridParts;
  readonly id: string;
  readonly index: number;
  readonly columns: readonly GridColumnPlan[];
  readonly isSingle: boolean;
  readonly dictVersion: number;
  /** Least width of a field, pixels; absent = as cards on a phone have it. */
  readonly fieldWidth?: number;
}

/** The fields of one row; each opens where it stands. */
export const GridCard = memo(function GridCard({ parts, id, index, columns, isSingle, fieldWidth }: GridCardProps) {
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
      id={`${parts.id}-${id}`}
      className={isWrong ? "sc-grid-card sc-box sc-grid-card-wrong" : "sc-grid-card sc-box"}
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
            </div>
          );
        })}
      </div>
    </li>
  );
});

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
