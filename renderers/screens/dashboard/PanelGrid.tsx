import type { CSSProperties } from "react";
import type { PanelPlan } from "../../../runtime/compile/panel-plan.ts";
import type { BrokenPart } from "../../../runtime/compile/plan.ts";
import { isTrue } from "../../../runtime/react/scope.ts";
import { BrokenMark } from "../../layouts/BrokenMark.tsx";
import { PanelCard, type PanelCardProps } from "./PanelCard.tsx";
import "./dashboard.css";

interface PanelGridProps extends Omit<PanelCardProps, "plan"> {
  readonly panels: readonly (PanelPlan | BrokenPart)[];
}

/** Panels on 24 columns: those that show now, and in its place a mark for one that nobody can draw. */
export function PanelGrid({ panels, ...shared }: PanelGridProps) {
  return (
    <div className="sc-dashboard-room">
      <div className="sc-dashboard sc-24 sc-boxes">
        {panels.map((panel) =>
          panel.kind === "broken" ? (
            <div
              key={panel.diagnostic.path}
              className="sc-card sc-panel sc-inset sc-stack"
              style={{ "--sc-span": 12 } as CSSProperties}
            >
              <BrokenMark part={panel} />
            </div>
          ) : isTrue(panel.visible, shared.scope) ? (
            <PanelCard key={panel.key} plan={panel} {...shared} />
          ) : null,
        )}
      </div>
    </div>
  );
}
