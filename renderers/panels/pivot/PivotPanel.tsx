import { pivotOf } from "../../../runtime/panels/pivot.ts";
import { panelMessages } from "../panel-messages.ts";
import { figureAt, figureText, nameText, type PanelProps, titleOf } from "../panel-props.ts";
import "./pivot.css";

/** As much of a panel as a pivot table needs, so that a preview can draw one. */
interface PivotProps {
  readonly plan: Pick<PanelProps["plan"], "title" | "figures" | "panel">;
  readonly rows: PanelProps["rows"];
}

/** Rows summed up where groups cross, with totals at the right and at the foot. */
export function PivotPanel({ plan, rows }: PivotProps) {
  const { panel } = plan;
  if (panel.type !== "pivot") return null;
  const { rows: lines, column, values, op = "sum" } = panel;
  const facts = rows.map((row) => ({
    line: lines.map((name) => nameText(row, name)),
    column: column === undefined ? "" : nameText(row, column),
    values: values.map((name) => figureAt(row, name)),
  }));
  const pivot = pivotOf(facts, values.length, op);
  const hasColumns = column !== undefined;
  const several = values.length > 1;
  const groups = hasColumns ? [...pivot.columns, panelMessages.total] : [panelMessages.total];
  const figures = (cells: readonly (readonly (number | undefined)[])[]) =>
    cells.flatMap((cell, group) =>
      cell.map((value, at) => (
        <td key={`${groups[group]}-${values[at]}`} className="sc-num">
          {figureText(value, op === "count" ? "number" : plan.figures.get(values[at] ?? "")?.format)}
        </td>
      )),
    );
  const cellsOf = (line: (typeof pivot.lines)[number]) =>
    figures(hasColumns ? [...line.cells, line.total] : [line.total]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="sc-pivot" tabIndex={0} aria-label={plan.title}>
      <table className="sc-plain-table">
        <thead>
          <tr>
            {lines.map((name) => (
              <th key={name} scope="col" rowSpan={hasColumns && several ? 2 : 1}>
                {titleOf(plan, name)}
              </th>
            ))}
            {hasColumns
              ? groups.map((name) => (
                  <th key={name} scope="col" colSpan={values.length} className="sc-num">
                    {name}
                  </th>
                ))
              : values.map((name) => (
                  <th key={name} scope="col" className="sc-num">
                    {titleOf(plan, name)}
                  </th>
                ))}
          </tr>
          {hasColumns && several ? (
            <tr>
              {groups.flatMap((group) =>
                values.map((name) => (
                  <th key={`${group}-${name}`} scope="col" className="sc-num">
                    {titleOf(plan, name)}
                  </th>
                )),
              )}
            </tr>
          ) : null}
        </thead>
        <tbody>
          {pivot.lines.map((line) => (
            <tr key={line.names.join(" ")}>
              {line.names.map((name, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place
                <th key={at} scope="row">
                  {name}
                </th>
              ))}
              {cellsOf(line)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={lines.length}>
              {panelMessages.total}
            </th>
            {cellsOf(pivot.total)}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
