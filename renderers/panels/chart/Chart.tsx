import PictureOutlined from "@ant-design/icons/PictureOutlined";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { IconButton } from "../../layouts/IconButton.tsx";
import { saveFile } from "../../layouts/save-file.ts";
import { useEvent } from "../../layouts/use-event.ts";
import { panelMessages } from "../panel-messages.ts";
import { useChartColors } from "./chart-colors.ts";
import { chartOption } from "./chart-options.ts";
import { type ChartSpec, type ChartTable, tableOf } from "./chart-spec.ts";

import { tipOf } from "./chart-tip.ts";
import { initChart, sizeOf } from "./echarts.ts";
import "./chart.css";

export interface ChartProps {
  /** What the chart is called, for who does not see it. */
  readonly label: string;
  /** Its name where the label says more: of the picture that is saved too. */
  readonly title?: string | undefined;
  readonly spec: ChartSpec;
  /** Pixels; as wide as its place. */
  readonly height: number;
  /** The figures stand beside the chart for everybody: no table is needed. */
  readonly isToldBeside?: boolean;
  /** Somebody chose what the place stands for: a name of the axis, a part, a point; places count from 0. */
  onPick?(place: number): void;
}

/**
 * A chart with its figures as a table for those who do not see it. The arrow keys go from place to place and say what
 * stands there; Enter chooses as a press does.
 */
export function Chart({ label, title = label, spec, height, isToldBeside, onPick }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<ReturnType<typeof initChart>>(undefined);
  const colors = useChartColors();
  const table = useMemo(() => tableOf(spec), [spec]);
  const [at, setAt] = useState<number>();
  const [isSaving, setSaving] = useState(false);
  const picked = useEvent((index: number) => onPick?.(index));

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const drawn = initChart(element);
    chart.current = drawn;
    drawn.on("click", ({ dataIndex }) => picked(dataIndex));
    const observer = new ResizeObserver(() => drawn.resize(sizeOf(element)));
    observer.observe(element);
    return () => {
      observer.disconnect();
      drawn.dispose();
      chart.current = undefined;
    };
  }, [picked]);
  useEffect(() => {
    const option = chartOption(spec, colors);
    const tooltip = { ...(option.tooltip as object), className: "sc-chart-tip", confine: true, formatter: tipOf(spec) };
    chart.current?.setOption({ ...option, tooltip }, { notMerge: true });
  }, [spec, colors]);

  const save = async () => {
    if (!chart.current) return;
    setSaving(true);
    try {
      saveFile({ blob: await chartPicture(chart.current, colors.container), fileName: `${title}.png` });
    } finally {
      setSaving(false);
    }
  };
  const go = (next: number) => {
    const index = Math.min(table.rows.length - 1, Math.max(0, next));
    setAt(index);
    chart.current?.dispatchAction({ type: "showTip", seriesIndex: 0, dataIndex: index });
  };
  const leave = () => {
    setAt(undefined);
    chart.current?.dispatchAction({ type: "hideTip" });
  };
  const handleKey = (event: KeyboardEvent) => {
    const last = table.rows.length;
    const next = { ArrowRight: (at ?? -1) + 1, ArrowLeft: (at ?? last) - 1, Home: 0, End: last - 1 }[event.key];
    if (event.key === "Escape" && at !== undefined) leave();
    if (event.key === "Enter" && at !== undefined) onPick?.(at);
    if (next === undefined) return;
    event.preventDefault();
    go(next);
  };
  const said = at === undefined ? undefined : table.rows[at];
  return (
    <div className="sc-chart sc-origin sc-num" data-picks={onPick !== undefined || undefined}>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: the picture's name */}
      <div
        ref={place}
        role="img"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys go through its places
        tabIndex={0}
        style={{ height }}
        onKeyDown={handleKey}
        onBlur={leave}
      />
      <div className="visually-hidden" role="status">
        {said?.map((text, index) => [table.columns[index], text].filter(Boolean).join(" ")).join("，")}
      </div>
      {isToldBeside ? null : <FigureTable label={label} table={table} />}
      <div className="sc-chart-tools sc-unprinted">
        <IconButton
          label={panelMessages.savePicture(title)}
          icon={<PictureOutlined aria-hidden="true" />}
          loading={isSaving}
          onClick={() => void save()}
        />
      </div>
    </div>
  );
}

function FigureTable({ label, table }: { readonly label: string; readonly table: ChartTable }) {
  return (
    // A table is as high as its rows, whatever a class says: what hides it stands around it.
    <div className="visually-hidden">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            {table.columns.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
              <th key={index} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
            <tr key={index}>
              {row.map((text, column) =>
                column === 0 ? (
                  <th key="name" scope="row">
                    {text}
                  </th>
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
                  <td key={column}>{text}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Pixels of the picture for one of the page. */
const scale = 2;

/** The chart as a PNG file on the ground that it stands on. */
async function chartPicture(chart: ReturnType<typeof initChart>, ground: string): Promise<Blob> {
  const [width, height] = [chart.getWidth() * scale, chart.getHeight() * scale];
  const picture = new Image(width, height);
  picture.src = chart.getDataURL({ type: "svg", backgroundColor: ground });
  await picture.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  canvas.getContext("2d")?.drawImage(picture, 0, 0, width, height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the browser made no picture"))), "image/png"),
  );
}
