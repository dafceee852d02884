import { memo, type ReactNode } from "react";
import type { ButtonPlan, ColumnPlan } from "../../../runtime/compile/plan.ts";
import { isBlank, isOn } from "../../../runtime/format/cell-text.ts";
import { isNumeric } from "../../../runtime/model/field-types.ts";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import type { RowButton } from "../../../runtime/react/button-state.ts";
import { CellView } from "../../cells/CellView.tsx";
import type { CellContext } from "../../cells/cell-props.ts";
import { messages } from "../../messages.ts";
import { RowActions } from "../../table/RowActions.tsx";

interface RowCardProps {
  readonly row: Row;
  readonly columns: readonly ColumnPlan[];
  readonly context: CellContext;
  readonly dictVersion: number;
  readonly actions: readonly RowButton[];
  readonly inline: number;
  /** Absent where nothing could be done with chosen rows. */
  readonly onToggle?: ((row: Row) => void) | undefined;
  readonly isSelected: boolean;
  readonly below?: ((row: Row) => ReactNode) | undefined;
  /** The large picture on top of the card. */
  readonly cover?: ReactNode;
  onPress(button: ButtonPlan, row: Row): void;
}

export interface CardParts {
  readonly title: ColumnPlan | undefined;
  readonly state: ColumnPlan | undefined;
  /** By weight; a card shows the first that its row has. */
  readonly facts: readonly ColumnPlan[];
  readonly pictures: ColumnPlan | undefined;
  readonly sum: ColumnPlan | undefined;
  readonly time: ColumnPlan | undefined;
}

/** How many facts stand on a card beside its title, state and sum. */
const factsOnCard = 3;

/** Which column stands where on a card: key, state, three facts (numbers where words leave room, further times last), pictures and sum, time. */
export function cardParts(columns: readonly ColumnPlan[], isState: (name: string) => boolean): CardParts {
  const left = [...columns];
  const take = (test: (column: ColumnPlan) => boolean) => {
    const at = left.findIndex(test);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  const cellType = (column: ColumnPlan) => (column.cell.kind === "cell" ? column.cell.type : undefined);
  const isNamed = (column: ColumnPlan) => !isNumber(column);
  // A number says nothing without its name, and a title has none.
  const title = take((column) => isNamed(column) && cellType(column) === "link") ?? take(isNamed) ?? take(() => true);
  const isTag = (column: ColumnPlan) => cellType(column) === "dict-tag";
  // Without a flow the contract still calls it `status`; any other category says less.
  const state =
    take(({ name }) => isState(name)) ?? take((column) => isTag(column) && column.name === "status") ?? take(isTag);
  const sum = take((column) => column.cell.kind === "cell" && column.cell.type === "money");
  const pictures = take((column) => cellType(column) === "image");
  const time = take((column) => column.field.type === "datetime");
  const isTime = (column: ColumnPlan) => column.field.type === "datetime";
  const inWords = left.filter((column) => !isNumber(column) && !isTime(column));
  return {
    title,
    state,
    sum,
    pictures,
    time,
    facts: [...inWords, ...left.filter(isNumber), ...left.filter(isTime)],
  };
}

const isNumber = ({ field }: ColumnPlan) => isNumeric(field);

/** A card has no heads: what a row is stands there by its title, what it is not does not. The wire's yes and no are Y and N. */
const isYesNo = ({ field, name }: ColumnPlan, row: Row) =>
  field.type === "boolean" || (field.dict !== undefined && (row[name] === "Y" || row[name] === "N"));

/** One row on a narrow screen. Memoised like a table row. */
export const RowCard = memo(function RowCard(props: RowCardProps) {
  const { row, columns, context, actions, inline, onToggle, onPress } = props;
  const parts = cardParts(columns, (name) => context.isState(name));
  const cell = (column: ColumnPlan | undefined) =>
    column ? <CellView subject={column} plan={column.cell} row={row} context={context} /> : null;
  const fact = (column: ColumnPlan) => {
    if (isYesNo(column, row)) return column.title;
    // A number says nothing without its name.
    const value = cell(column);
    return isNumber(column) ? (
      <>
        {column.title} {value}
      </>
    ) : (
      value
    );
  };
  const hasTime = parts.time !== undefined && !isBlank(row[parts.time.name]);
  const hasPictures = parts.pictures !== undefined && !isBlank(row[parts.pictures.name]);
  return (
    <li className={props.isSelected ? "sc-card sc-row-card sc-boxes sc-picked" : "sc-card sc-row-card sc-boxes"}>
      {props.cover}
      <div className="sc-line">
        {onToggle ? (
          <input
            type="checkbox"
            className="sc-check"
            checked={props.isSelected}
            aria-label={messages.list.selectRow(String(row[parts.title?.name ?? ""] ?? ""))}
            onChange={() => onToggle(row)}
          />
        ) : null}
        <b className="sc-grow sc-cut">{cell(parts.title)}</b>
        {cell(parts.state)}
      </div>
      <div className="sc-line sc-hint">
        {parts.facts
          .filter(
            (column) => !isBlank(row[column.name]) && (!isYesNo(column, row) || isOn(row[column.name], undefined)),
          )
          .slice(0, factsOnCard)
          .map((column) => (
            <span key={column.name} title={column.title} className="sc-cut">
              {fact(column)}
            </span>
          ))}
      </div>
      {parts.sum || hasPictures ? (
        <div className="sc-line">
          <span className="sc-grow">{hasPictures ? cell(parts.pictures) : null}</span>
          {parts.sum ? (
            <>
              <span className="sc-hint sc-cut">{parts.sum.title}</span>
              <b className="sc-big sc-num">
                {isBlank(row[parts.sum.name]) ? "" : "¥"}
                {cell(parts.sum)}
              </b>
            </>
          ) : null}
        </div>
      ) : null}
      {props.below?.(row)}
      {hasTime || actions.length > 0 ? (
        <div className="sc-line sc-row-card-foot sc-over sc-hint">
          <span className="sc-grow sc-num">{hasTime ? cell(parts.time) : null}</span>
          <RowActions buttons={actions} inline={inline} row={row} onPress={onPress} />
        </div>
      ) : null}
    </li>
  );
});
