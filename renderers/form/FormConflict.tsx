import type { ListPlan } from "../../runtime/compile/plan.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import type { CellContext } from "../cells/cell-props.ts";
import { LazyBoundary } from "../layouts/LazyBoundary.tsx";
import { ProgressBar } from "../layouts/ProgressBar.tsx";
import type { RelationRows } from "./ConflictDialog.tsx";
import { conflicts } from "./changes.ts";
import type { FormSession } from "./form-session.ts";
import type { RecordForm } from "./use-record-form.ts";

const ConflictDialog = lazyPart(() =>
  import("./ConflictDialog.tsx").then((module) => ({ default: module.ConflictDialog })),
);

interface FormConflictProps {
  readonly form: RecordForm;
  readonly plan: ListPlan;
  /** As it was opened. */
  readonly row: Row;
  readonly services: ConsoleServices;
  readonly cells: CellContext;
  /** Opens the form anew on the row as it is now. */
  onReopen(row: Row): void;
}

/** What a form shows when its save found that somebody else was faster. */
export function FormConflict({ form, plan, row, services, cells, onReopen }: FormConflictProps) {
  const { session, saving, draft } = form;
  const { theirs } = saving;
  if (!theirs) return null;
  return (
    <LazyBoundary fallback={<ProgressBar />}>
      <ConflictDialog
        conflicts={conflicts(plan.model, row, session.row, theirs)}
        relations={relationRows(plan, session)}
        services={services}
        model={plan.model}
        opened={row}
        theirs={theirs}
        cells={cells}
        onKeepMine={(rows) => form.saveOver(theirs.version, rows)}
        onTakeTheirs={() => {
          draft.settle();
          onReopen(theirs);
        }}
        onBack={saving.clear}
      />
    </LazyBoundary>
  );
}

/** The relations that the form would save, for a comparison with what somebody else saved. */
function relationRows(plan: ListPlan, session: FormSession): readonly RelationRows[] {
  return session.changedRows(false).flatMap((name) => {
    const relation = plan.model.relations[name];
    const model = relation && relation.kind !== "tree" ? plan.models.get(relation.model) : undefined;
    if (!relation || !model) return [];
    const mine = session.row[name] as readonly Row[];
    return [{ relation: name, title: relation.title ?? model.title, model, opened: session.openedRows(name), mine }];
  });
}
