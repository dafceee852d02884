import type { ListPlan } from "../../runtime/compile/plan.ts";
import { isBlank } from "../../runtime/format/cell-text.ts";
import { formatNumber } from "../../runtime/format/number.ts";
import type { ResolvedField, Row } from "../../runtime/model/resolved-model.ts";
import type { CellContext } from "../cells/cell-props.ts";
import { messages } from "../messages.ts";

interface KeyFiguresProps {
  readonly plan: ListPlan;
  /** Title of the detail: a key that it names is not said twice. */
  readonly title: string;
  readonly row: Row;
  readonly cells: CellContext;
}

/** What a list sums up is what matters of one row: two figures at most, and the key of the row beside them. */
export function KeyFigures({ plan, title, row }: KeyFiguresProps) {
  const figures = figureFields(plan).filter((field) => !isBlank(row[field.name]));
  if (figures.length === 0) return null;
  const key = [...plan.model.fields.values()].find((field) => field.unique && field.fill && !isBlank(row[field.name]));
  return (
    <dl className="sc-figures sc-under sc-ground">
      {figures.map((field) => (
        <div key={field.name} className="sc-grow">
          <dt className="sc-hint">{field.title}</dt>
          <dd className="sc-num">
            {field.type === "money" ? "¥" : ""}
            {formatNumber(row[field.name], field.scale)}
          </dd>
        </div>
      ))}
      {key && !title.includes(String(row[key.name])) ? (
        <div className="sc-grow">
          <dt className="sc-hint">{key.title}</dt>
          <dd className="sc-figures-key sc-num">{String(row[key.name] ?? messages.dash)}</dd>
        </div>
      ) : null}
    </dl>
  );
}

function figureFields(plan: ListPlan): readonly ResolvedField[] {
  return plan.table.totals.flatMap((name) => plan.model.fields.get(name) ?? []).slice(0, 2);
}
