import { useMemo } from "react";
import type { ButtonPlan } from "../../../runtime/compile/plan.ts";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import type { DictionaryCache } from "../../../runtime/react/dictionary-cache.ts";
import type { ListActions } from "../../../runtime/react/list-actions.ts";
import type { ListStore } from "../../../runtime/react/list-store.ts";

/** The same row gives the same list of buttons, so that its memoised line stays still. */
export function useRowActions(store: ListStore, actions: ListActions, dictionaries: DictionaryCache) {
  const { rows } = store;
  const { version } = dictionaries;
  return useMemo(() => {
    void rows;
    void version;
    const known = new WeakMap<Row, readonly ButtonPlan[]>();
    return (row: Row) => {
      const before = known.get(row);
      if (before) return before;
      const buttons = actions.shown(store.plan.rowActions.items, row);
      known.set(row, buttons);
      return buttons;
    };
  }, [store, actions, rows, version]);
}
