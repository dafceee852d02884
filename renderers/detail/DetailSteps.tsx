import { Steps } from "antd";
import { defaultCell } from "../../runtime/compile/defaults.ts";
import type { ListPlan } from "../../runtime/compile/plan.ts";
import type { ViewPlan } from "../../runtime/compile/view-plan.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { CellView } from "../cells/CellView.tsx";
import type { CellContext } from "../cells/cell-props.ts";

interface DetailStepsProps {
  readonly plan: ListPlan;
  readonly steps: NonNullable<ViewPlan["steps"]>;
  readonly row: Row;
  readonly cells: CellContext;
}

/** How far a record has come. One that left the way, cancelled or given back, shows none: its state stands in the title. */
export function DetailSteps({ plan, steps, row, cells }: DetailStepsProps) {
  const field = plan.model.fields.get(steps.field);
  const at = steps.values.indexOf(String(row[steps.field] ?? ""));
  if (!field || at < 0) return null;
  const subject = { name: field.name, title: field.title, field, dict: field.dict };
  const cell = defaultCell(field);
  const type = cell.type === "dict-tag" ? "dict" : cell.type;
  return (
    <Steps
      size="small"
      style={{ marginBottom: 24 }}
      aria-label={field.title}
      current={at === steps.values.length - 1 ? steps.values.length : at}
      items={steps.values.map((value) => ({
        title: (
          <CellView
            subject={subject}
            plan={{ kind: "cell", type, props: { type } as typeof cell }}
            row={{ [field.name]: value }}
            context={cells}
          />
        ),
      }))}
    />
  );
}
