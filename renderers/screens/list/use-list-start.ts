import { useEffect, useRef } from "react";
import type { Preset } from "../../../runtime/compile/plan.ts";
import type { SavedQuery } from "../../../runtime/query/saved-query.ts";
import type { ListStore } from "../../../runtime/react/list-store.ts";
import type { ConsoleServices } from "../../../runtime/react/services.ts";
import { messages } from "../../messages.ts";
import { askableQuery } from "../../super-query/askable-query.ts";
import { dictionariesOf } from "./dictionaries-of.ts";
import type { ListShared } from "./list-shared.ts";

/** Before the first rows are asked for, and only where the address says nothing about what to show. */
export function useDefaultQuery(
  store: ListStore,
  services: ConsoleServices,
  saved: SavedQuery | undefined,
  showColumns: (shown: readonly string[]) => void,
): void {
  useEffect(() => {
    if (!saved) return;
    const { query, omitted } = askableQuery(saved, store.plan, services);
    if (!store.startWith(query)) return;
    if (saved.columns) showColumns(saved.columns);
    if (omitted.length > 0) services.notify("info", messages.list.omittedConditions(saved.title, omitted.join("、")));
  }, [store, services, saved, showColumns]);
}

/** A link may begin what a person goes on with, and do nothing by itself. */
const beginnings: ReadonlySet<Preset | undefined> = new Set<Preset>(["add", "generate", "import"]);

/** Loads rows and dictionaries in parallel, once; `?id=` opens that row's detail over the list, `?press=` a form or question. */
export function useListStart(
  { store, actions, dictionaries }: ListShared,
  params: Readonly<Record<string, unknown>> | undefined,
): void {
  const id = params?.id ?? store.addressedId;
  useEffect(() => {
    dictionaries.load(dictionariesOf(store.plan));
    // A page that comes back from behind another tab shows its rows as they were; a load that was cut off runs again.
    if (store.status === "idle" || store.status === "loading") void store.load();
    const pressed = store.takePressed();
    const button = pressed && store.plan.toolbar.find(({ key, preset }) => key === pressed && beginnings.has(preset));
    if (button) void actions.press(button);
    return () => store.dispose();
  }, [store, actions, dictionaries]);
  const opened = useRef<{ readonly store: ListStore; readonly id: unknown } | undefined>(undefined);
  useEffect(() => {
    // Coming back from behind another tab opens nothing that was closed before.
    const isSeen = opened.current?.store === store && opened.current.id === id;
    opened.current = { store, id };
    if (typeof id !== "string" || id === "" || isSeen) return;
    const row = { [store.plan.table.rowKey]: id };
    // The list writes the address too: a row that is open already stays as it is.
    const isOpen = store.views.some((open) => open.mode === "detail" && open.row && store.keyOf(open.row) === id);
    if (!isOpen) store.openView({ view: "detail", mode: "detail", row, values: {}, button: undefined });
  }, [store, id]);
}
