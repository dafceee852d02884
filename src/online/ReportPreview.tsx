import BarChartOutlined from "@ant-design/icons/BarChartOutlined";
import BorderOuterOutlined from "@ant-design/icons/BorderOuterOutlined";
import LineChartOutlined from "@ant-design/icons/LineChartOutlined";
import PieChartOutlined from "@ant-design/icons/PieChartOutlined";
import PlayCircleOutlined from "@ant-design/icons/PlayCircleOutlined";
import TableOutlined from "@ant-design/icons/TableOutlined";
import { Button, Input, Segmented, Skeleton } from "antd";
import { useEffect, useRef, useState } from "react";
import { useFormScope } from "../../renderers/form/form-context.ts";
import { RequestNumber } from "../../renderers/layouts/RequestNumber.tsx";
import type { ContentProps } from "../../renderers/registered-contents.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { textOfReason } from "../../runtime/react/services.ts";
import { PreviewChart } from "./PreviewChart.tsx";
import { type ChartChoice, type PreviewResult, settleChoice } from "./preview-figures.ts";
import { reportDesignerMessages as texts } from "./report-preview-messages.ts";
import "./report-preview.css";

/** Rows that a preview reads. */
const previewRows = 100;

type Loaded = { readonly kind: "idle" | "loading" } | Ready | { readonly kind: "failed"; readonly reason: unknown };

interface Ready {
  readonly kind: "ready";
  readonly result: PreviewResult;
  readonly sql: string;
  readonly userId: string;
}

/** What was shown last: saving and publishing open the form anew, and the result of the same statement stays. */
let lastShown: Ready | undefined;

function shownBefore(sql: string, userId: string): Loaded {
  const isSame = lastShown !== undefined && lastShown.sql === sql && lastShown.userId === userId;
  return isSame && lastShown ? lastShown : { kind: "idle" };
}

const kinds = [
  ["bar", BarChartOutlined],
  ["line", LineChartOutlined],
  ["pie", PieChartOutlined],
  ["pivot", BorderOuterOutlined],
  ["table", TableOutlined],
] as const;

/** Runs the statement as it stands in the form, unsaved, and draws what comes. The choice of chart is saved with it. */
export function ReportPreview({ services }: ContentProps) {
  const { session } = useFormScope();
  const { row } = session;
  const sql = typeof row.cgrSql === "string" ? row.cgrSql : "";
  const [loaded, setLoaded] = useState<Loaded>(() => shownBefore(sql, services.user.id));
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({});
  const asked = useRef<AbortController>(undefined);
  useEffect(() => () => asked.current?.abort(), []);
  const listed = Array.isArray(row.params) ? (row.params as readonly Row[]) : [];
  // A line that was just added has no name yet.
  const params = listed.filter(({ paramName }) => typeof paramName === "string" && paramName.trim() !== "");
  const typedOf = (param: Row) => given[String(param.paramName)] ?? String(param.paramValue ?? "");
  const stored = chartOf(row.settings);

  const run = async () => {
    asked.current?.abort();
    const request = new AbortController();
    asked.current = request;
    setLoaded({ kind: "loading" });
    const data = {
      sql,
      dbKey: row.dbSource ?? "",
      runAs: row.runAs,
      params: Object.fromEntries(params.map((param) => [String(param.paramName), typedOf(param)])),
      pageSize: previewRows,
    };
    try {
      const url = "/online/cgreport/head/preview";
      const answer = await services.send({ method: "POST", url, data, signal: request.signal });
      if (request.signal.aborted) return;
      const result = answer.result as PreviewResult;
      lastShown = { kind: "ready", result, sql, userId: services.user.id };
      setLoaded(lastShown);
      // What a new report is first drawn as is what its readers get, until its designer chooses something else. A kind
      // that was chosen while the rows were on their way gets its axes now: without them readers would see no chart.
      const now = chartOf(session.row.settings);
      const isUnsettled = hasChart(session.row.settings) ? now.kind !== "table" && !now.x : row.id === undefined;
      if (isUnsettled) choose(settleChoice(now, result.columns));
    } catch (reason) {
      if (!request.signal.aborted) setLoaded({ kind: "failed", reason });
    }
  };
  const choose = (chart: ChartChoice) => {
    const { settings: now } = session.row;
    const settings = typeof now === "object" && now !== null ? now : {};
    const columns = loaded.kind === "ready" ? loaded.result.columns : undefined;
    session.set({ settings: { ...settings, chart: columns ? settleChoice(chart, columns) : chart } });
  };
  return (
    <section className="report-preview sc-stack sc-grow" aria-label={texts.title}>
      <header className="sc-line sc-wrap sc-under">
        <h3>{texts.title}</h3>
        <Button
          size="small"
          icon={<PlayCircleOutlined aria-hidden="true" />}
          loading={loaded.kind === "loading"}
          disabled={sql.trim() === ""}
          title={sql.trim() === "" ? texts.noSql : undefined}
          onClick={() => void run()}
        >
          {loaded.kind === "ready" ? texts.rerun : texts.run}
        </Button>
        <Segmented
          className="sc-end"
          size="small"
          aria-label={texts.title}
          value={stored.kind}
          onChange={(kind) => choose({ ...stored, kind })}
          options={kinds.map(([value, Icon]) => ({
            value,
            title: texts.kinds[value],
            label: <Icon aria-label={texts.kinds[value]} />,
          }))}
        />
      </header>
      {params.length > 0 ? (
        <fieldset className="report-preview-params sc-boxes">
          <legend className="visually-hidden">{texts.params}</legend>
          {params.map((param) => {
            const name = String(param.paramName);
            return (
              <Input
                key={name}
                size="small"
                aria-label={String(param.paramTxt || name)}
                addonBefore={String(param.paramTxt || name)}
                value={typedOf(param)}
                onChange={(event) => setGiven({ ...given, [name]: event.target.value })}
                onPressEnter={() => void run()}
              />
            );
          })}
        </fieldset>
      ) : null}
      <div className="report-preview-body sc-bar" aria-busy={loaded.kind === "loading"}>
        {loaded.kind === "idle" ? <p className="sc-nothing">{texts.idle}</p> : null}
        {loaded.kind === "loading" ? <Skeleton active title={false} paragraph={{ rows: 5 }} /> : null}
        {loaded.kind === "failed" ? (
          <p className="sc-nothing sc-bad" role="alert">
            {textOfReason(loaded.reason) || texts.failed}
            <RequestNumber reason={loaded.reason} />
          </p>
        ) : null}
        {loaded.kind === "ready" ? (
          <>
            {loaded.sql === sql ? null : <p className="sc-warn sc-hint">{texts.changed}</p>}
            {loaded.result.hasRowRules ? null : <p className="sc-warn sc-hint">{texts.noRowRules}</p>}
            <PreviewChart
              title={texts.chart(String(row.name ?? ""))}
              result={loaded.result}
              items={Array.isArray(row.items) ? (row.items as readonly Row[]) : []}
              choice={settleChoice(stored, loaded.result.columns)}
              onChoose={choose}
            />
          </>
        ) : null}
      </div>
      {loaded.kind === "ready" ? <Figures result={loaded.result} /> : null}
    </section>
  );
}

function Figures({ result: { records, total, ms, explain } }: { readonly result: PreviewResult }) {
  return (
    <footer className="sc-hint sc-over">
      <span role="status">{texts.count(records.length, total, ms)}</span>
      {explain.length > 0 ? (
        <details>
          <summary>{texts.explain}</summary>
          <ol>
            {explain.map((step, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
              <li key={index}>{step}</li>
            ))}
          </ol>
        </details>
      ) : null}
    </footer>
  );
}

const hasChart = (settings: unknown): boolean =>
  (settings as { readonly chart?: unknown } | null | undefined)?.chart !== undefined;

/** The chart that the report keeps; bars until one was chosen. */
function chartOf(settings: unknown): ChartChoice {
  const chart = (settings as { readonly chart?: Partial<ChartChoice> } | null | undefined)?.chart;
  const kind = kinds.some(([name]) => name === chart?.kind) ? (chart?.kind ?? "bar") : "bar";
  return { kind, x: chart?.x, y: Array.isArray(chart?.y) ? chart.y : [], series: chart?.series };
}
