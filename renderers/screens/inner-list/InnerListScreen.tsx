import { useMemo, useState } from "react";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import { useEvent } from "../../layouts/use-event.ts";
import { SubLists } from "../../sub-lists/SubLists.tsx";
import type { TableBranches } from "../../table/table-layout.ts";
import { type ListExtension, ListScreen, type ListScreenProps, type ListShared } from "../list/ListScreen.tsx";

/** A list whose rows open: below an open row stand its sub-lists, in tabs. Several may be open. */
export function InnerListScreen(props: ListScreenProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = useEvent((key: string) => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  });
  const extension = useMemo<ListExtension>(
    () => ({ branches: (shared) => branchesOf(shared, open, toggle) }),
    [open, toggle],
  );
  return <ListScreen {...props} extension={extension} />;
}

function branchesOf(shared: ListShared, open: ReadonlySet<string>, toggle: (key: string) => void): TableBranches {
  const { store } = shared;
  const { details, model } = store.plan;
  return {
    place: "lead",
    stateOf: (row) => (open.has(store.keyOf(row)) ? "open" : "closed"),
    depthOf: () => 0,
    onToggle: (row) => toggle(store.keyOf(row)),
    body: (row) => (
      <SubLists
        details={details}
        row={row}
        name={nameOf(row, model.titleField)}
        services={store.services}
        dictionaries={shared.dictionaries}
        context={shared.context}
      />
    ),
  };
}

/** What a row is called: its title field, in words where it is a reference. */
export function nameOf(row: Row, titleField: string): string {
  return String(row[`${titleField}_dictText`] ?? row[titleField] ?? "");
}
