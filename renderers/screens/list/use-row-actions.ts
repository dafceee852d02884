import { useMemo } from "react";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import type { RowButton } from "../../../runtime/react/button-state.ts";
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
    const known = new WeakMap<Row, readonly RowButton[]>();
    return (row: Row) => {
      const before = known.get(row);
      if (before) return before;
      const buttons = actions.ofRow(row);
      known.set(row, buttons);
      return buttons;
    };
  }, [actions, rows, version]);
}
