import { Button } from "antd";
import { useEffect, useMemo, useState } from "react";
import type { ButtonPlan, ListPlan } from "../../../runtime/compile/plan.ts";
import type { Row, SortKey } from "../../../runtime/model/resolved-model.ts";
import type { DictionaryCache } from "../../../runtime/react/dictionary-cache.ts";
import { type ConsoleServices, RequestError, textOfReason } from "../../../runtime/react/services.ts";
import { readPage } from "../../../runtime/wire/page.ts";
import type { CellContext } from "../../cells/cell-props.ts";
import { EmptyState } from "../../layouts/EmptyState.tsx";
import { useEvent } from "../../layouts/use-event.ts";
import { ViewFrame } from "../../layouts/ViewFrame.tsx";
import { messages } from "../../messages.ts";
import { DataTable } from "../../table/DataTable.tsx";
import { useTableModel } from "../../table/table-model.ts";
import { recycleBinMessages } from "./recycle-bin-messages.ts";

interface RecycleBinProps {
  readonly plan: ListPlan;
  readonly services: ConsoleServices;
  readonly context: CellContext;
  readonly dictionaries: DictionaryCache;
  /** Rows are back in the list. */
  onRestored(): void;
  onClose(): void;
}

type Loaded =
  | { readonly kind: "loading" }
  | { readonly kind: "ready"; readonly rows: readonly Row[] }
  | { readonly kind: "failed"; readonly reason: unknown };

const width = 960;

/** Deleted rows of a model that keeps them: taken back, or removed for good after a question. */
export function RecycleBin({ plan, services, context, dictionaries, onRestored, onClose }: RecycleBinProps) {
  const { base, title, titleField } = plan.model;
  const [loaded, setLoaded] = useState<Loaded>({ kind: "loading" });
  const [round, setRound] = useState(0);
  const reload = () => setRound((count) => count + 1);
  useEffect(() => {
    void round;
    const request = new AbortController();
    services.request<unknown>({ method: "GET", url: `${base}/deleteList`, signal: request.signal }).then(
      (result) => {
        if (request.signal.aborted) return;
        const { rows } = readPage(result);
        dictionaries.learn(plan.table.columns, rows);
        setLoaded({ kind: "ready", rows });
      },
      (reason) => {
        if (request.signal.aborted) return;
        setLoaded({ kind: "failed", reason });
      },
    );
    return () => request.abort();
  }, [services, dictionaries, plan, base, round]);

  const press = useEvent(async (button: ButtonPlan, row: Row) => {
    const name = String(row[titleField] ?? "");
    const id = encodeURIComponent(String(row.id));
    try {
      if (button.key === "restore") {
        await services.request({ method: "PUT", url: `${base}/back/${id}` });
        onRestored();
      } else {
        const { purge, purgeText } = recycleBinMessages;
        if (!(await services.confirm({ title: purge, content: purgeText(name), danger: true, okText: purge }))) return;
        await services.request({ method: "DELETE", url: `${base}/deletePhysic/${id}` });
      }
      reload();
    } catch (reason) {
      if (!(reason instanceof RequestError)) throw reason;
      services.notify("error", reason.message, reason);
    }
  });
  const columns = useMemo(() => plan.table.columns.map((column) => ({ ...column, sortable: false })), [plan]);
  const model = useTableModel({ columns, rows: loaded.kind === "ready" ? loaded.rows : noRows });
  const heading = recycleBinMessages.title(title);
  return (
    <ViewFrame as="drawer" title={heading} label={heading} width={width} footer={null} onClose={onClose}>
      <div className="sc-card sc-list-card sc-stack">
        <DataTable
          label={heading}
          model={model}
          context={context}
          dictVersion={dictionaries.version}
          density="middle"
          selection="none"
          sort={noSort}
          firstNumber={1}
          actionsWidth={140}
          inline={2}
          totals={noNames}
          queryTotals={undefined}
          loading={loaded.kind === "loading"}
          expectedRows={5}
          empty={<BinState loaded={loaded} title={title} onRetry={reload} />}
          rowTone={noTone}
          rowActions={rowActions}
          onPress={(button, row) => void press(button, row)}
        />
      </div>
    </ViewFrame>
  );
}

function BinState({ loaded, title, onRetry }: { loaded: Loaded; title: string; onRetry(): void }) {
  if (loaded.kind !== "failed") {
    return <EmptyState kind="empty" title={recycleBinMessages.emptyTitle} text={recycleBinMessages.emptyText(title)} />;
  }
  return (
    <EmptyState
      kind="error"
      title={messages.states.errorTitle}
      text={textOfReason(loaded.reason)}
      reason={loaded.reason}
    >
      <Button onClick={onRetry}>{messages.states.retry}</Button>
    </EmptyState>
  );
}

function binButton(key: "restore" | "purge", danger: boolean): ButtonPlan {
  const label = recycleBinMessages[key];
  return {
    key,
    kind: "own",
    preset: undefined,
    label,
    icon: undefined,
    danger,
    permission: undefined,
    states: undefined,
    visible: true,
    disabled: false,
    disabledReason: undefined,
    confirm: undefined,
    confirmWith: undefined,
    view: undefined,
    values: undefined,
    transition: undefined,
    ask: [],
    actions: [],
    source: { key, label, do: [] },
  };
}

const buttons = [binButton("restore", false), binButton("purge", true)];
const rowActions = () => buttons;
const noRows: readonly Row[] = [];
const noNames: readonly string[] = [];
const noSort: SortKey = { field: "", order: "asc" };
const noTone = () => "";
