import { useEffect, useId, useMemo } from "react";
import { FormBody } from "../../renderers/form/FormBody.tsx";
import { FormItems } from "../../renderers/form/FormItems.tsx";
import { FormScopeProvider } from "../../renderers/form/form-context.ts";
import { recordLogic } from "../../renderers/form/form-logic.ts";
import { FormSession } from "../../renderers/form/form-session.ts";
import { ModelsProvider } from "../../renderers/form/models-context.ts";
import { recordContext } from "../../renderers/form/record-context.ts";
import { useEditors } from "../../renderers/form/use-editors.ts";
import { knownRenderers } from "../../renderers/screens/known-renderers.ts";
import { dictionariesOf } from "../../renderers/screens/list/dictionaries-of.ts";
import { shareStore } from "../../renderers/screens/list/list-shared.ts";
import { readModels } from "../../renderers/screens/read-models.ts";
import { noListTools } from "../../renderers/screens/record/no-list-tools.ts";
import { compileScreen } from "../../runtime/compile/compile-screen.ts";
import type { ListPlan } from "../../runtime/compile/plan.ts";
import type { ViewPlan } from "../../runtime/compile/view-plan.ts";
import "../../renderers/actions/index.gen.ts";
import { RecordStore } from "../../runtime/react/record-store.ts";
import { type ActionHost, runActions } from "../../runtime/react/run-actions.ts";
import { buildScope } from "../../runtime/react/scope.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import type { PreviewPage } from "./use-form-preview.ts";

interface PreviewFormProps {
  readonly page: PreviewPage;
  readonly services: ConsoleServices;
  /** Columns where there is room for one only; undefined = those of the form. */
  readonly columns?: 1;
}

/** The form of a page that is not stored, with its real controls and rules; what is typed goes nowhere. */
export function PreviewForm({ page, services, columns }: PreviewFormProps) {
  const plan = useMemo(() => compileScreen(page.screen, readModels(page.models), knownRenderers), [page]);
  const view = "views" in plan ? plan.views.get("form") : undefined;
  if (!view) return null;
  return <OpenForm plan={plan as ListPlan} view={view} services={services} columns={columns ?? view.columns} />;
}

/** What follows from a change is seen too; what would leave the form or write is refused by the services. */
const hostOf = (services: ConsoleServices, session: FormSession): ActionHost => ({
  services,
  scope: () => buildScope(services, { row: session.row, form: session.row, mode: "add" }),
  open: () => undefined,
  close: () => undefined,
  reload: async () => undefined,
  transition: async () => undefined,
  setValue: (field, value) => session.set({ [field]: value }),
});

interface OpenFormProps {
  readonly plan: ListPlan;
  readonly view: ViewPlan;
  readonly services: ConsoleServices;
  readonly columns: number;
}

const nothing = {};

function OpenForm({ plan, view, services, columns }: OpenFormProps) {
  useEditors(view.items);
  const id = useId();
  const { store, dictionaries, context } = useMemo(
    () => shareStore(new RecordStore(plan, services, ""), noListTools),
    [plan, services],
  );
  useEffect(() => {
    dictionaries.load(dictionariesOf(plan));
    return () => store.dispose();
  }, [store, dictionaries, plan]);
  const session = useMemo(() => {
    const record = recordContext("add", services, dictionaries, nothing);
    return new FormSession(recordLogic(plan, view, nothing, record, new Set()));
  }, [plan, view, services, dictionaries]);
  return (
    <ModelsProvider value={plan.models}>
      <FormBody session={session}>
        <FormScopeProvider
          value={{
            ...{ id, session, plan, services, dictionaries },
            cells: context,
            opened: nothing,
            changed: ({ onChange }) => void runActions(onChange, hostOf(services, session)),
          }}
        >
          <FormItems items={view.items} columns={columns} />
        </FormScopeProvider>
      </FormBody>
    </ModelsProvider>
  );
}
