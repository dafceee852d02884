import type { ReactNode } from "react";
import type { BrokenPart, CellPlan } from "../../runtime/compile/plan.ts";
import { isBlank } from "../../runtime/format/cell-text.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { registeredRenderer, reportRenderer } from "../../runtime/registry/registry.ts";
import { BrokenMark } from "../layouts/BrokenMark.tsx";
import { LazyBoundary } from "../layouts/LazyBoundary.tsx";
import { messages } from "../messages.ts";
import { componentOf } from "../registered-components.ts";
import { CellBoundary, failedCell } from "./CellBoundary.tsx";
import type { CellContext, CellProps, CellSubject } from "./cell-props.ts";
import { textOfCell } from "./cell-text.ts";
import "./cells.css";
import "./index.gen.ts";

interface CellViewProps {
  readonly subject: CellSubject;
  readonly plan: CellPlan | BrokenPart;
  readonly row: Row;
  readonly context: CellContext;
}

/** One value as its cell draws it: “—” for nothing, plain text where text is enough, a component otherwise. */
export function CellView(props: CellViewProps) {
  return cellFace(props);
}

/** The same without a component around it, for tables that draw many cells in a frame. */
export function cellFace({ subject, plan, row, context }: CellViewProps): ReactNode {
  if (plan.kind === "broken") return <BrokenMark part={plan} />;
  const value = row[subject.name];
  if (isBlank(value) && !isSwitch(subject, plan)) return <span className="sc-muted">{messages.dash}</span>;
  const text = textOfCell(subject, plan, row, context);
  const props: CellProps = { value, text, row, subject, plan, context };
  const renderer = registeredRenderer("cell", plan.type);
  if (renderer?.load === "inline") return drawInline(renderer.component as InlineCell, props);
  const Component = componentOf<CellProps>("cell", plan.type);
  if (!Component) return text;
  return (
    <CellBoundary type={plan.type}>
      <LazyBoundary fallback={text}>
        <Component {...props} />
      </LazyBoundary>
    </CellBoundary>
  );
}

/** Nothing counts as off there. */
const isSwitch = ({ dict }: CellSubject, { type }: CellPlan) => type === "switch" && !dict;

type InlineCell = (props: CellProps) => ReactNode;

/** What a boundary is to a component: the one cell fails, its row stays. */
function drawInline(draw: InlineCell, props: CellProps): ReactNode {
  try {
    return draw(props);
  } catch (reason) {
    reportRenderer("cell", props.plan.type, "failed while drawing", reason);
    return failedCell();
  }
}
