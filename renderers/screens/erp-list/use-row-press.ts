import { useLayoutEffect, useRef } from "react";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import type { ListStore } from "../../../runtime/react/list-store.ts";
import { useEvent } from "../../layouts/use-event.ts";

/**
 * A press anywhere on a row of the table beside; its buttons, links and marks keep theirs.
 *
 * @returns a ref for the part beside the table
 */
export function useRowPress(store: ListStore, onPress: (row: Row) => void) {
  const place = useRef<HTMLDivElement>(null);
  const press = useEvent(onPress);
  useLayoutEffect(() => {
    const table = place.current?.parentElement?.querySelector(".sc-list-card");
    const handle = (event: Event) => {
      const target = event.target as Element;
      if (target.closest("button, a, input, label")) return;
      const key = target.closest("tbody tr")?.getAttribute("data-row");
      const row = store.rows.find((each) => store.keyOf(each) === key);
      if (row) press(row);
    };
    table?.addEventListener("click", handle);
    return () => table?.removeEventListener("click", handle);
  }, [store, press]);
  return place;
}
