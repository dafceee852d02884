import { formatNumber } from "../../../runtime/format/number.ts";
import { words } from "../../../runtime/format/words.ts";
import { messages } from "../../messages.ts";
import { Ring } from "../chart/Ring.tsx";
import "../chart/chart.css";
import { figureText, nameText, numberAt, type PanelProps, titleOf } from "../panel-props.ts";

/** Parts beyond the fifth are told as one. */
const maxParts = 6;

/** Shares as a ring, with names and percentages beside it. */
export function PiePanel({ plan, rows }: PanelProps) {
  const { panel } = plan;
  if (panel.type !== "pie") return null;
  const all = rows.map((row) => ({ name: nameText(row, panel.name), value: numberAt(row, panel.value) }));
  const rest = all.slice(maxParts - 1);
  const parts =
    all.length > maxParts
      ? [
          ...all.slice(0, maxParts - 1),
          { name: messages.panels.others, value: rest.reduce((sum, part) => sum + part.value, 0) },
        ]
      : all;
  const whole = parts.reduce((sum, part) => sum + part.value, 0);
  const share = (value: number) => (whole > 0 ? `${formatNumber((value / whole) * 100, 1)}%` : "—");
  return (
    <div className="sc-pie">
      <Ring
        label={
          (plan.title ?? "") + words.colon + parts.map((part) => `${part.name} ${share(part.value)}`).join(words.comma)
        }
        parts={parts}
        middle={whole >= 100_000 ? messages.panels.short(whole) : figureText(whole, undefined)}
        caption={titleOf(plan, panel.value)}
      />
      <ul>
        {parts.map((part, index) => (
          <li key={part.name}>
            <i style={{ background: `var(--chart${index % 6})` }} />
            <span title={part.name}>{part.name}</span>
            <b className="sc-num">{share(part.value)}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}
