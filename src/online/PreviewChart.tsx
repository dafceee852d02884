import { Select } from "antd";
import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { useFormScope } from "../../renderers/form/form-context.ts";
import { LazyBoundary } from "../../renderers/layouts/LazyBoundary.tsx";
import type { ChartSpec } from "../../renderers/panels/chart/chart-spec.ts";
import { figureAt, figureText, nameText } from "../../renderers/panels/panel-props.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { byGroup } from "../../runtime/panels/by-group.ts";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import { axesOf, type ChartChoice, type PreviewResult } from "./preview-figures.ts";
import { reportDesignerMessages as texts } from "./report-preview-messages.ts";

const Pivot = lazyPart(async () => ({
  default: (await import("../../renderers/panels/pivot/PivotPanel.tsx")).PivotPanel,
}));
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

/** The rows with the words of their dictionaries, as readers get them. */
function useWords({ records }: PreviewResult, items: readonly Row[]): readonly Row[] {
  const { dictionaries } = useFormScope();
  const codes = items.flatMap(({ fieldName, dictCode }) =>
    typeof dictCode === "string" && /^\w+$/.test(dictCode) ? [{ name: String(fieldName), code: dictCode }] : [],
  );
  const asked = codes.map(({ code }) => code).join(",");
  useEffect(() => {
    if (asked !== "") dictionaries.load(asked.split(","));
  }, [asked, dictionaries]);
  return records.map((row) => {
    const words = codes.map(({ name, code }) => [
      `${name}_dictText`,
      dictionaries.text({ kind: "code", code }, String(row[name] ?? "")),
    ]);
    return { ...row, ...Object.fromEntries(words.filter(([, text]) => text !== undefined)) };
  });
}

/** The rows of a preview as a chart or a table. */
export const PreviewChart = observer(function PreviewChart({
  title,
  result,
  items,
  choice,
  onChoose,
}: PreviewChartProps) {
  const { columns } = result;
  const records = useWords(result, items);
  const titles = new Map(items.map((item) => [item.fieldName, item.fieldTxt]));
  const titleOf = (name: string) => {
    const known = titles.get(name) ?? columns.find(({ fieldName }) => fieldName === name)?.fieldTxt;
    return String(known || name);
  };
  const { figures, names } = axesOf(columns);
  if (records.length === 0) return <p className="sc-nothing">{texts.noRows}</p>;
  if (choice.kind === "table")
    return <PreviewTable title={title} records={records} columns={columns} titleOf={titleOf} />;
  const { x, y, series } = choice;
  if (x === undefined || y.length === 0) return <p className="sc-nothing">{texts.noFigures}</p>;
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
        {choice.kind === "pie" ? null : (
          <Select
            className="sc-grow"
            size="small"
            allowClear
            aria-label={texts.series}
            placeholder={texts.noSeries}
            value={series ?? null}
            options={options(names.filter(({ fieldName }) => fieldName !== x))}
            onChange={(next) => onChoose({ ...choice, series: next ?? undefined })}
          />
        )}
      </div>
      <LazyBoundary fallback={<div style={{ height }} aria-busy="true" />}>
        {choice.kind === "pivot" ? (
          <PreviewPivot title={title} records={records} lines={[x]} column={series} values={y} titleOf={titleOf} />
        ) : (
          <Chart label={title} height={height} spec={chartSpec(choice.kind, { x, y, series }, records, titleOf)} />
        )}
      </LazyBoundary>
    </>
  );
});

interface Axes {
  readonly x: string;
  readonly y: readonly string[];
  readonly series: string | undefined;
}

/** What ECharts draws of the rows: one point a place, and with `series` one line for each of its values. */
function chartSpec(
  kind: "bar" | "line" | "pie",
  { x, y, series }: Axes,
  records: readonly Row[],
  titleOf: (name: string) => string,
): ChartSpec {
  const split = kind === "pie" ? undefined : series;
  const places = byGroup(records, { x, y, op: "sum", series: split, inTime: kind === "line" });
  const rows = places.rows.slice(0, chartRows);
  if (kind === "pie") {
    return {
      kind,
      parts: rows.map((row) => ({ name: nameText(row, x), value: figureAt(row, y[0] ?? "") ?? 0 })),
    };
  }
  const named = new Map(records.map((row) => [String(row[split ?? ""] ?? ""), nameText(row, split ?? "")]));
  const lines = split === undefined ? y.map(titleOf) : places.lines.map((line) => named.get(line) ?? line);
  return {
    kind,
    stacked: false,
    horizontal: false,
    labels: rows.map((row) => nameText(row, x)),
    series: lines.map((name, index) => ({
      name,
      values: (places.cells[index] ?? []).slice(0, chartRows),
      text: (value) => figureText(value, undefined),
    })),
  };
}

interface PreviewPivotProps {
  readonly title: string;
  readonly records: readonly Row[];
  readonly lines: readonly string[];
  readonly column: string | undefined;
  readonly values: readonly string[];
  titleOf(name: string): string;
}

/** The panel that readers get, over the rows of the preview. */
function PreviewPivot({ title, records, lines, column, values, titleOf }: PreviewPivotProps) {
  const figures = new Map(
    [...lines, ...values].map((name) => [name, { title: titleOf(name), format: "number" as const }]),
  );
  const panel = { type: "pivot" as const, rows: [...lines], ...(column ? { column } : {}), values: [...values] };
  return <Pivot plan={{ title, figures, panel }} rows={records} />;
}

interface PreviewTableProps extends Pick<PreviewResult, "records" | "columns"> {
  readonly title: string;
  titleOf(name: string): string;
}

function PreviewTable({ title, records, columns, titleOf }: PreviewTableProps) {
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
                  {String(row[`${fieldName}_dictText`] ?? row[fieldName] ?? "—")}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
