import { Button } from "antd";
import { observer } from "mobx-react-lite";
import { type ReactNode, useEffect, useState } from "react";
import { fieldItems } from "../../runtime/compile/flat-items.ts";
import type { ListPlan } from "../../runtime/compile/plan.ts";
import type { ViewPlan } from "../../runtime/compile/view-plan.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import { type ConsoleServices, textOfReason } from "../../runtime/react/services.ts";
import { EmptyState } from "../layouts/EmptyState.tsx";
import { useLoad } from "../layouts/use-load.ts";
import { ViewFrame } from "../layouts/ViewFrame.tsx";
import { messages } from "../messages.ts";

interface RowLoaderProps {
  readonly plan: ListPlan;
  readonly services: ConsoleServices;
  readonly dictionaries: DictionaryCache;
  /** The row as the list knows it: at least its key. */
  readonly row: Row | undefined;
  readonly view: ViewPlan;
  onClose(): void;
  children(row: Row): ReactNode;
}

/**
 * Reads the whole row before a form or detail opens on it: the list may show it masked, cut or out of date.
 * Words that only the list was given are kept. What is drawn in it follows the list, whose rows may come after the row.
 */
export const RowLoader = observer(function RowLoader(props: RowLoaderProps) {
  const { plan, services, dictionaries, row, view, onClose, children } = props;
  const [loaded, setLoaded] = useState<{ readonly row?: Row; readonly error?: unknown }>({});
  const [round, setRound] = useState(0);
  // Not the plan: a form that is open keeps its row, and what was typed, when its document changes.
  const { rowUrl } = plan;
  const { rowKey } = plan.table;
  useLoad(
    (signal) => {
      // The row before stays in sight until the next one is there.
      if (rowUrl === undefined) {
        setLoaded(row ? { row } : { error: messages.conflict.gone });
        return Promise.resolve();
      }
      setLoaded((before) => (before.error ? {} : before));
      const params = { id: row?.[rowKey] };
      return services.request<Row | null>({ method: "GET", url: rowUrl, params, signal }).then(
        (found) => {
          if (signal.aborted) return;
          setLoaded(found ? { row: { ...dictTextsOf(row), ...found } } : { error: messages.conflict.gone });
        },
        (reason) => {
          if (signal.aborted) return;
          setLoaded({ error: reason });
        },
      );
    },
    [rowUrl, rowKey, services, row, round],
  );
  const { row: found } = loaded;
  useEffect(() => {
    if (found) dictionaries.learn(fieldItems(view.items), [found]);
  }, [dictionaries, view, found]);
  if (loaded.row) return children(loaded.row);
  if (!loaded.error) return null;
  return (
    <ViewFrame
      as={view.as}
      title={plan.model.title}
      label={plan.model.title}
      width={view.width}
      footer={null}
      onClose={onClose}
    >
      <EmptyState
        kind="error"
        title={messages.states.errorTitle}
        text={textOfReason(loaded.error)}
        reason={loaded.error}
      >
        <Button type="primary" onClick={() => setRound((count) => count + 1)}>
          {messages.states.retry}
        </Button>
        <Button onClick={onClose}>{messages.form.close}</Button>
      </EmptyState>
    </ViewFrame>
  );
});

function dictTextsOf(row: Row | undefined): Row {
  return Object.fromEntries(Object.entries(row ?? {}).filter(([name]) => name.endsWith("_dictText")));
}
