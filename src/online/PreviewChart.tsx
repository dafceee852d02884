import { Select } from "antd";
import { Suspense } from "react";
import { figureAt, figureText, nameText } from "../../renderers/panels/panel-props.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { byGroup } from "../../runtime/panels/by-group.ts";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import { axesOf, type ChartChoice, type PreviewResult } from "./preview-figures.ts";
import { reportDesignerMessages as texts } from "./report-preview-messages.ts";

const Chart = lazyPart(async () => ({ default: (await import("../../renderers/panels/chart/Chart.tsx")).Chart }));

/** Names and figures of a chart at most; more would be a smear. */
const chartRows = 50;
const height = 280;

interface PreviewChartProps {
  readonly title: string;
  readonly result: PreviewResult;
  /** The columns as they stand in the form: their titles are those of the report. */
  readonly items: readonly Row[];
  readonly choice: ChartChoice;
  onChoose(choice: ChartChoice): void;
}

/** The rows of a preview as a chart or a table. */
export function PreviewChart({ title, result, items, choice, onChoose }: PreviewChartProps) {
  const { records, columns } = result;
  const titles = new Map(items.map((item) => [item.fieldName, item.fieldTxt]));
  const titleOf = (name: string) => {
    const known = titles.get(name) ?? columns.find(({ fieldName }) => fieldName === name)?.fieldTxt;
    return String(known || name);
  };
  const { figures, names } = axesOf(columns);
  if (records.length === 0) return <p className="sc-nothing">{texts.noRows}</p>;
  if (choice.kind === "table") return <PreviewTable title={title} result={result} titleOf={titleOf} />;
  const { x, y } = choice;
  if (x === undefined || y.length === 0) return <p className="sc-nothing">{texts.noFigures}</p>;
  const places = byGroup(records, { x, y, op: "sum", inTime: choice.kind === "line" });
  const rows = places.rows.slice(0, chartRows);
  const options = (some: typeof columns) =>
    some.map(({ fieldName }) => ({ value: fieldName, label: titleOf(fieldName) }));
  return (
    <>
      <div className="report-preview-axes sc-line">
        <Select
          className="sc-grow"
          size="small"
          aria-label={texts.x}
          value={x}
          options={options(names)}
          onChange={(next) => onChoose({ ...choice, x: next })}
        />
        <Select
          className="sc-grow"
          size="small"
          {...(choice.kind === "pie" ? {} : { mode: "multiple" as const })}
          aria-label={texts.y}
          value={choice.kind === "pie" ? y.slice(0, 1) : [...y]}
          options={options(figures)}
          maxTagCount="responsive"
          onChange={(next) => onChoose({ ...choice, y: [next].flat() as string[] })}
        />
      </div>
      <Suspense fallback={<div style={{ height }} aria-busy="true" />}>
        <Chart
          label={title}
          height={height}
          spec={
            choice.kind === "pie"
              ? {
                  kind: "pie",
                  parts: rows.map((row) => ({ name: nameText(row, x), value: figureAt(row, y[0] ?? "") ?? 0 })),
                }
              : {
                  kind: choice.kind,
                  stacked: false,
                  horizontal: false,
                  labels: rows.map((row) => nameText(row, x)),
                  series: y.map((name) => ({
                    name: titleOf(name),
                    values: rows.map((row) => figureAt(row, name)),
                    text: (value) => figureText(value, undefined),
                  })),
                }
          }
        />
      </Suspense>
    </>
  );
}

interface PreviewTableProps {
  readonly title: string;
  readonly result: PreviewResult;
  titleOf(name: string): string;
}

function PreviewTable({ title, result: { records, columns }, titleOf }: PreviewTableProps) {
  const { figures } = axesOf(columns);
  const isFigure = new Set(figures.map(({ fieldName }) => fieldName));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="report-preview-table" tabIndex={0} aria-label={title}>
      <table className="sc-plain-table">
        <thead>
          <tr>
            {columns.map(({ fieldName }) => (
              <th key={fieldName} scope="col" className={isFigure.has(fieldName) ? "sc-num" : undefined}>
                {titleOf(fieldName)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row of a result has no id
            <tr key={index}>
              {columns.map(({ fieldName }) => (
                <td key={fieldName} className={isFigure.has(fieldName) ? "sc-num" : undefined}>
                  {row[fieldName] === null || row[fieldName] === undefined ? "—" : String(row[fieldName])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
