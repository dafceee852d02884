import { Button } from "antd";
import { observer } from "mobx-react-lite";
import type { ListPlan } from "../../../runtime/compile/plan.ts";
import type { ListStore } from "../../../runtime/react/list-store.ts";
import type { RecordStore } from "../../../runtime/react/record-store.ts";
import type { ConsoleServices } from "../../../runtime/react/services.ts";
import { EmptyState } from "../../layouts/EmptyState.tsx";
import { messages } from "../../messages.ts";

/** What a page over one record shows while it has none. */
export const RecordState = observer(function RecordState({ store }: { readonly store: ListStore | RecordStore }) {
  const { plan, services, status, error } = store;
  if (status === "denied") return <DeniedRecord plan={plan} services={services} />;
  if (status === "error") {
    return (
      <div className="sc-card">
        <EmptyState kind="error" title={messages.states.errorTitle} text={error?.message ?? ""} reason={error}>
          <Button type="primary" onClick={() => void store.load()}>
            {messages.states.retry}
          </Button>
        </EmptyState>
      </div>
    );
  }
  if (status === "ready") return <MissingRecord plan={plan} services={services} />;
  return <div className="sc-host" aria-busy="true" />;
});

interface RecordStateProps {
  readonly plan: ListPlan;
  readonly services: ConsoleServices;
}

/** The address names no record, or one that does not exist for this person. */
export function MissingRecord({ plan, services }: RecordStateProps) {
  return (
    <div className="sc-card">
      <EmptyState
        kind="noResult"
        title={messages.record.missingTitle(plan.model.title)}
        text={messages.record.missingText}
      >
        <Button onClick={() => services.navigate("/")}>{messages.states.backHome}</Button>
      </EmptyState>
    </div>
  );
}

export function DeniedRecord({ plan, services }: RecordStateProps) {
  return (
    <div className="sc-card">
      <EmptyState kind="denied" title={messages.states.deniedTitle} text={messages.states.deniedText(plan.title)}>
        <Button onClick={() => services.navigate("/")}>{messages.states.backHome}</Button>
      </EmptyState>
    </div>
  );
}
