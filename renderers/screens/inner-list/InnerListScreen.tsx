import { useMemo, useState } from "react";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import { useEvent } from "../../layouts/use-event.ts";
import { type MayLeave, SubLists } from "../../sub-lists/SubLists.tsx";
import type { TableBranches } from "../../table/table-layout.ts";
import { ListScreen, type ListScreenProps } from "../list/ListScreen.tsx";
import type { ListExtension } from "../list/list-extension.ts";
import type { ListShared } from "../list/list-shared.ts";

/** A list whose rows open: below an open row stand its sub-lists, in tabs. Several may be open. */
export function InnerListScreen(props: ListScreenProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [guards] = useState(() => new Map<string, MayLeave>());
  const toggle = useEvent(async (key: string) => {
    const mayLeave = open.has(key) ? guards.get(key) : undefined;
    if (mayLeave && !(await mayLeave())) return;
    setOpen((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  });
  const extension = useMemo<ListExtension>(
    () => ({ branches: (shared) => branchesOf(shared, { open, guards, toggle: (key) => void toggle(key) }) }),
    [open, guards, toggle],
  );
  return <ListScreen {...props} extension={extension} />;
}

interface OpenRows {
  readonly open: ReadonlySet<string>;
  /** What is asked before an open row closes, by its key. */
  readonly guards: Map<string, MayLeave>;
  toggle(key: string): void;
}

function branchesOf(shared: ListShared, { open, guards, toggle }: OpenRows): TableBranches {
  const { store } = shared;
  const { model } = store.plan;
  return {
    place: "lead",
    stateOf: (row) => (open.has(store.keyOf(row)) ? "open" : "closed"),
    depthOf: () => 0,
    onToggle: (row) => toggle(store.keyOf(row)),
    body: (row) => (
      <SubLists
        plan={store.plan}
        row={row}
        name={nameOf(row, model.titleField)}
        services={store.services}
        dictionaries={shared.dictionaries}
        context={shared.context}
        onSaved={(result) => void store.loadSaved(result)}
        guard={(mayLeave) => {
          const key = store.keyOf(row);
          guards.set(key, mayLeave);
          return () => void guards.delete(key);
        }}
      />
    ),
  };
}

/** What a row is called: its title field, in words where it is a reference. */
export function nameOf(row: Row, titleField: string): string {
  return String(row[`${titleField}_dictText`] ?? row[titleField] ?? "");
}
