import { useMemo, useState } from "react";
import type { RowGuard } from "../../../runtime/react/list-query.ts";
import { ListStore } from "../../../runtime/react/list-store.ts";
import { useEvent } from "../../layouts/use-event.ts";
import { SubLists } from "../../sub-lists/SubLists.tsx";
import { UnsavedBelow } from "../../sub-lists/unsaved-below.ts";
import type { TableBranches } from "../../table/table-layout.ts";
import { ListScreen, type ListScreenProps } from "../list/ListScreen.tsx";
import type { ListExtension } from "../list/list-extension.ts";
import type { ListShared } from "../list/list-shared.ts";
import { nameOf } from "./name-of.ts";
import { rowsOnCard } from "./RowsOnCard.tsx";

/**
 * A list whose rows open: below an open row stand its sub-lists, in tabs. Several may be open. What is not saved in one of
 * them is asked about before it closes, what is not saved in any before the list shows other rows.
 */
export function InnerListScreen(props: ListScreenProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [guards] = useState(() => new Map<string, RowGuard>());
  const below = useMemo(() => new UnsavedBelow(props.services), [props.services]);
  // What was given up does not stand there any more, also in a row that stays in sight.
  const [round, setRound] = useState(0);
  const createStore = useMemo<NonNullable<ListExtension["createStore"]>>(
    () => (plan, services, address, fixed) => {
      const store = new ListStore(plan, services, address, fixed);
      store.guard("rows", {
        get isDirty() {
          return below.isDirty;
        },
        async mayLeave() {
          const may = await below.mayLeave();
          if (may) setRound((before) => before + 1);
          return may;
        },
      });
      return store;
    },
    [below],
  );
  const toggle = useEvent(async (key: string) => {
    const guard = open.has(key) ? guards.get(key) : undefined;
    if (guard && !(await guard.mayLeave())) return;
    setOpen((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  });
  const extension = useMemo<ListExtension>(
    () => ({
      createStore,
      onCard: rowsOnCard,
      branches: (shared) => branchesOf(shared, { open, guards, round, below, toggle: (key) => void toggle(key) }),
    }),
    [createStore, open, guards, round, below, toggle],
  );
  return <ListScreen {...props} extension={extension} />;
}

interface OpenRows {
  readonly open: ReadonlySet<string>;
  /** What is asked before an open row closes, by its key. */
  readonly guards: Map<string, RowGuard>;
  /** Grows when unsaved work was given up. */
  readonly round: number;
  /** Unsaved work below all rows. */
  readonly below: UnsavedBelow;
  toggle(key: string): void;
}

function branchesOf(shared: ListShared, { open, guards, round, below, toggle }: OpenRows): TableBranches {
  const { store } = shared;
  const { model } = store.plan;
  return {
    place: "lead",
    stateOf: (row) => (open.has(store.keyOf(row)) ? "open" : "closed"),
    depthOf: () => 0,
    onToggle: (row) => toggle(store.keyOf(row)),
    body: (row) => (
      <SubLists
        key={round}
        plan={store.plan}
        row={row}
        name={nameOf(row, model.titleField)}
        services={below.services}
        dictionaries={shared.dictionaries}
        context={shared.context}
        onSaved={(result) => void store.loadSaved(result)}
        guard={(unsaved) => {
          const key = store.keyOf(row);
          guards.set(key, unsaved);
          return () => void guards.delete(key);
        }}
      />
    ),
  };
}
