import { type CSSProperties, useState } from "react";
import type { PanelPlan } from "../../../runtime/compile/panel-plan.ts";
import type { BrokenPart } from "../../../runtime/compile/plan.ts";
import { pairedSpans, spansOf } from "../../../runtime/panels/pack-rows.ts";
import { isTrue } from "../../../runtime/react/scope.ts";
import { BrokenMark } from "../../layouts/BrokenMark.tsx";
import { useEvent } from "../../layouts/use-event.ts";
import { PanelCard, type PanelCardProps } from "./PanelCard.tsx";
import "./dashboard.css";

const brokenSpan = 12;

/** Panels that stand two in a row: where there is less room than 24 columns need, and on a phone. */
const halves: Readonly<Record<"middle" | "narrow", ReadonlySet<string>>> = {
  middle: new Set(["stat", "rank", "pie"]),
  narrow: new Set(["stat"]),
};

interface PanelGridProps extends Omit<PanelCardProps, "plan" | "widths" | "onDenied"> {
  readonly panels: readonly (PanelPlan | BrokenPart)[];
}

/** Panels on 24 columns: those that show now, and in its place a mark for one that nobody can draw. A denied one leaves no hole. */
export function PanelGrid({ panels, ...shared }: PanelGridProps) {
  const [denied, setDenied] = useState<ReadonlySet<string>>(new Set());
  const deny = useEvent((key: string, isDenied: boolean) =>
    setDenied((before) => {
      if (before.has(key) === isDenied) return before;
      return new Set(isDenied ? [...before, key] : [...before].filter((one) => one !== key));
    }),
  );
  const shown = panels.filter((panel) => panel.kind === "broken" || isTrue(panel.visible, shared.scope));
  const placed = shown.flatMap((panel) => {
    if (panel.kind === "broken") return [{ key: panel.diagnostic.path, span: brokenSpan, type: "broken" }];
    return denied.has(panel.key) ? [] : [{ key: panel.key, span: panel.span, type: panel.panel.type }];
  });
  const spans = spansOf(placed, placed.length < panels.length);
  const inMiddle = pairedSpans(placed, ({ type }) => halves.middle.has(type));
  const inNarrow = pairedSpans(placed, ({ type }) => halves.narrow.has(type));
  const widths = (key: string, own: number) =>
    ({
      "--sc-span": spans.get(key) ?? own,
      "--sc-middle": inMiddle.get(key),
      "--sc-narrow": inNarrow.get(key),
    }) as CSSProperties;
  return (
    <div className="sc-dashboard-room">
      <div className="sc-dashboard sc-24 sc-boxes">
        {shown.map((panel) =>
          panel.kind === "broken" ? (
            <div
              key={panel.diagnostic.path}
              className="sc-card sc-panel sc-inset sc-stack"
              style={widths(panel.diagnostic.path, brokenSpan)}
            >
              <BrokenMark part={panel} />
            </div>
          ) : (
            <PanelCard
              key={panel.key}
              plan={panel}
              widths={widths(panel.key, panel.span)}
              onDenied={deny}
              {...shared}
            />
          ),
        )}
      </div>
    </div>
  );
}
