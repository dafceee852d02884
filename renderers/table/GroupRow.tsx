import { Button } from "antd";
import type { ColumnPlan } from "../../runtime/compile/plan.ts";
import { formatNumber } from "../../runtime/format/number.ts";
import { words } from "../../runtime/format/words.ts";
import type { ResolvedField, Row } from "../../runtime/model/resolved-model.ts";
import type { DrawnRow, GroupNode } from "../../runtime/react/row-groups.ts";
import { CellView } from "../cells/CellView.tsx";
import type { CellContext } from "../cells/cell-props.ts";
import { messages } from "../messages.ts";
import { BranchMark } from "./BranchMark.tsx";
import { cellClass } from "./TableRow.tsx";
import type { BranchState } from "./table-layout.ts";

/** Rows of a table under their groups. */
export interface TableGroups {
  readonly rows: readonly DrawnRow[];
  /** Fields with a sum per group. */
  readonly sums: readonly string[];
  readonly fields: ReadonlyMap<string, ResolvedField>;
  stateOf(node: GroupNode): BranchState;
  onPress(node: NonNullable<DrawnRow["node"]>): void;
}

interface GroupRowProps {
  readonly groups: TableGroups;
  readonly row: Row;
  readonly node: NonNullable<DrawnRow["node"]>;
  readonly columns: readonly ColumnPlan[];
  /** Of the list, those that are not shown too: a group is named as its cells are. */
  readonly known: readonly ColumnPlan[];
  /** Columns before the data. */
  readonly lead: number;
  readonly hasActions: boolean;
  readonly context: CellContext;
}

/** Pixels per level. */
const indent = 20;

/** One group with its rows and sums, or the way to more rows of one. */
export function GroupRow({ groups, row, node, columns, known, lead, hasActions, context }: GroupRowProps) {
  const all = lead + columns.length + (hasActions ? 1 : 0);
  const room = { paddingInlineStart: node.depth * indent };
  if (node.kind === "more") {
    return (
      <tr className="sc-tr">
        <td colSpan={all} style={room}>
          <Button type="link" size="small" onClick={() => groups.onPress(node)}>
            {messages.list.moreOfGroup(node.loaded, node.count)}
          </Button>
        </td>
      </tr>
    );
  }
  const sums = new Set(groups.sums.filter((name) => name in row));
  const first = columns.findIndex(({ name }, index) => index > 0 && sums.has(name));
  const place = first < 0 ? columns.length : first;
  const shown = columns.slice(place);
  const state = groups.stateOf(node);
  const title = groups.fields.get(node.field)?.title ?? node.field;
  const name = wordsOf(node);
  const sumOf = (field: string) => formatNumber(row[field], groups.fields.get(field)?.scale);
  const beside = [...sums].filter((field) => !shown.some((column) => column.name === field));
  return (
    <tr
      className="sc-tr sc-tr-group"
      aria-level={node.depth + 1}
      aria-expanded={state === "loading" ? undefined : state === "open"}
    >
      <td colSpan={lead + place}>
        <span className="sc-tree sc-line" style={room}>
          <BranchMark state={state} name={`${title} ${name}`} onToggle={() => groups.onPress(node)} />
          <span className="sc-quiet">
            {title}
            {words.colon}
          </span>
          <span className="sc-cut">{faceOf(node, known, context) ?? name}</span>
          <span className="sc-muted sc-num">
            {words.inBrackets(String(node.count))}
            {beside.map((field) => ` ${groups.fields.get(field)?.title ?? field} ${sumOf(field)}`)}
          </span>
        </span>
      </td>
      {shown.map((column) => (
        <td key={column.name} className={cellClass(column)}>
          {sums.has(column.name) ? <strong>{sumOf(column.name)}</strong> : null}
        </td>
      ))}
      {hasActions ? <td /> : null}
    </tr>
  );
}

const wordsOf = ({ text, value }: GroupNode): string =>
  text ?? (value === null || value === "" ? messages.list.noGroupValue : String(value));

/** The value as the list's own column shows it. */
function faceOf(node: GroupNode, known: readonly ColumnPlan[], context: CellContext) {
  const column = known.find(({ name }) => name === node.field);
  if (!column || node.value === null || node.value === "") return undefined;
  const row = { [node.field]: node.value, [`${node.field}_dictText`]: node.text };
  return <CellView subject={column} plan={column.cell} row={row} context={context} />;
}
