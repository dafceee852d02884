import { observer } from "mobx-react-lite";
import { useEffect, useMemo, useRef } from "react";
import type { SubListPlan } from "../../runtime/compile/view-plan.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { memoryAddress } from "../../runtime/react/address-bar.ts";
import type { ListStore } from "../../runtime/react/list-store.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import { useEvent } from "../layouts/use-event.ts";
import { ListScreen } from "../screens/list/ListScreen.tsx";
import type { ListExtension } from "../screens/list/list-extension.ts";
import "./sub-lists.css";

interface RecordListProps {
  readonly list: SubListPlan;
  /** The record that the rows belong to. */
  readonly row: Row;
  readonly services: ConsoleServices;
  onCount?(count: number): void;
  /** Rows have come or gone: what the record sums up of them may be another. */
  onChanged?(): void;
}

/** A whole list below a record: what the list page has, kept to the rows of the one record. */
export function RecordList({ list, row, services, onCount, onChanged }: RecordListProps) {
  const { plan, key } = list;
  const master = row[key.masterField];
  const fixed = useMemo(() => ({ [key.field]: master }), [key.field, master]);
  const address = useMemo(() => memoryAddress(), []);
  const known = useRef<{ readonly master: unknown; readonly count: number }>(undefined);
  const tell = useEvent((count: number) => {
    const { current: before } = known;
    known.current = { master, count };
    onCount?.(count);
    if (before && before.master === master && before.count !== count) onChanged?.();
  });
  const extension = useMemo<ListExtension>(
    () => ({ above: ({ store }) => <TotalTeller store={store} onTotal={tell} /> }),
    [tell],
  );
  return (
    <div className="sc-record-list sc-stack sc-grow">
      {/* What the rows offer may hang on the record: a new version of it makes them anew. */}
      <ListScreen
        key={`${String(master)}:${String(row.version ?? "")}`}
        plan={plan}
        services={services}
        address={address}
        fixed={fixed}
        master={row}
        extension={extension}
      />
    </div>
  );
}

interface TotalTellerProps {
  readonly store: ListStore;
  onTotal(total: number): void;
}

/** Tells how many rows there are, without a figure of its own. */
const TotalTeller = observer(function TotalTeller({ store, onTotal }: TotalTellerProps) {
  const { total, status } = store;
  useEffect(() => {
    if (status === "ready") onTotal(total);
  }, [total, status, onTotal]);
  return null;
});
