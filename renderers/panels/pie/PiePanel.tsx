import { formatNumber } from "../../../runtime/format/number.ts";
import { words } from "../../../runtime/format/words.ts";
import { byGroup } from "../../../runtime/panels/by-group.ts";
import { Chart } from "../chart/Chart.tsx";
import { panelMessages } from "../panel-messages.ts";
import { figureText, nameText, numberAt, type PanelProps, titleOf } from "../panel-props.ts";

/** Parts beyond the fifth are told as one. */
const maxParts = 6;

/** Shares as a ring, with names and percentages beside it. */
export function PiePanel({ plan, rows: every, onPick }: PanelProps) {
  const { panel } = plan;
  if (panel.type !== "pie") return null;
  const sums = byGroup(every, { x: panel.name, y: [panel.value], op: "sum", inTime: false }).rows;
  // The largest first, so that what is told as one is the smallest.
  const rows = [...sums].sort((a, b) => numberAt(b, panel.value) - numberAt(a, panel.value));
  const all = rows.map((row) => ({ name: nameText(row, panel.name), value: numberAt(row, panel.value) }));
  const rest = all.length > maxParts ? all.slice(maxParts - 1) : [];
  const parts =
    rest.length > 0
      ? [
          ...all.slice(0, maxParts - 1),
          { name: panelMessages.others, value: rest.reduce((sum, part) => sum + part.value, 0) },
        ]
      : all;
  const whole = parts.reduce((sum, part) => sum + part.value, 0);
  const share = (value: number) => (whole > 0 ? `${formatNumber((value / whole) * 100, 1)}%` : "—");
  return (
    <div className="sc-pie sc-origin sc-line sc-grow">
      {/* The sum stands in the ring, and the chart's own buttons at the end of the whole panel. */}
      <div className="sc-ring sc-middle">
        <Chart
          title={plan.title}
          label={
            (plan.title ?? "") +
            words.colon +
            parts.map((part) => `${part.name} ${share(part.value)}`).join(words.comma)
          }
          height={176}
          isToldBeside
          spec={{ kind: "pie", parts }}
          // The last part of many stands for several rows.
          {...(onPick ? { onPick: (at) => (at < all.length - rest.length ? onPick(rows[at] ?? {}) : undefined) } : {})}
        />
        <p className="sc-stack sc-hint" aria-hidden="true">
          <b className="sc-num">{whole >= 100_000 ? panelMessages.short(whole) : figureText(whole, undefined)}</b>
          {titleOf(plan, panel.value)}
        </p>
      </div>
      <ul className="sc-grow sc-ruled">
        {parts.map((part, index) => (
          <li key={part.name} className="sc-line">
            <i className="sc-key" style={{ background: `var(--chart${index % 6})` }} />
            <span className="sc-two-lines" title={part.name}>
              {part.name}
            </span>
            <span className="sc-num sc-end sc-still">{share(part.value)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
