import { observer } from "mobx-react-lite";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import type { ListActions } from "../../runtime/react/list-actions.ts";
import type { ListStore } from "../../runtime/react/list-store.ts";
import type { CellContext } from "../cells/cell-props.ts";

export interface ViewHostProps {
  readonly store: ListStore;
  readonly actions: ListActions;
  readonly dictionaries: DictionaryCache;
  readonly context: CellContext;
}

/** The forms, details and questions that stand open over a list, each over the one before. */
export const ViewHost = observer(function ViewHost(_props: ViewHostProps) {
  return null;
});
