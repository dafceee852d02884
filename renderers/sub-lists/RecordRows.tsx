import SaveOutlined from "@ant-design/icons/SaveOutlined";
import { Button } from "antd";
import { useEffect, useId, useReducer, useRef } from "react";
import type { ListPlan } from "../../runtime/compile/plan.ts";
import type { SubTablePlan, ViewPlan } from "../../runtime/compile/view-plan.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import { buildScope, isTrue } from "../../runtime/react/scope.ts";
import { type ConsoleServices, textOfReason } from "../../runtime/react/services.ts";
import type { CellContext } from "../cells/cell-props.ts";
import { DraftBar } from "../form/DraftBar.tsx";
import { FormConflict } from "../form/FormConflict.tsx";
import { FormScopeProvider } from "../form/form-context.ts";
import { SubTableField } from "../form/SubTableField.tsx";
import { useEditors } from "../form/use-editors.ts";
import { type RecordForm, useRecordForm } from "../form/use-record-form.ts";
import { gridMessages } from "../grid/grid-messages.ts";
import { EmptyState } from "../layouts/EmptyState.tsx";
import { RequestNumber } from "../layouts/RequestNumber.tsx";
import { useEvent } from "../layouts/use-event.ts";
import { messages } from "../messages.ts";
import { mayEditAsItStands } from "./may-edit.ts";
import { useRecordWithRows } from "./use-record-with-rows.ts";
import "../form/form.css";
import "./sub-lists.css";

export interface RecordRowsProps {
  readonly table: SubTablePlan;
  /** The rows as a form of their record. */
  readonly view: ViewPlan;
  /** Of the records. */
  readonly plan: ListPlan;
  /** The record as the list knows it. */
  readonly row: Row;
  readonly services: ConsoleServices;
  readonly dictionaries: DictionaryCache;
  readonly cells: CellContext;
  onCount(count: number): void;
  /** The record was saved with its rows; resolves when the list shows it as it is now. */
  onSaved(result: unknown): void;
}

/** Rows of a record that are edited where they stand, below a list: the record's form, drawn as one table. */
export function RecordRows(props: RecordRowsProps) {
  const { table, onCount, onSaved } = props;
  const isDirty = useRef(() => false);
  const { opened, problem, isStale, again } = useRecordWithRows(props, isDirty);
  const count = opened?.rows.length;
  const tell = useEvent(onCount);
  useEffect(() => {
    if (count !== undefined) tell(count);
  }, [count, tell]);
  if (problem !== undefined) {
    return (
      <EmptyState kind="error" title={messages.states.errorTitle} text={textOfReason(problem)} reason={problem}>
        <Button onClick={again}>{messages.states.retry}</Button>
      </EmptyState>
    );
  }
  if (!opened) return <p className="sc-nothing">{messages.states.loading}</p>;
  return (
    <RowsForm
      key={opened.reading}
      {...props}
      row={{ ...opened.row, [table.name]: opened.rows }}
      isStale={isStale}
      isDirty={isDirty}
      onReopen={again}
      onSaved={(result) => {
        // New rows have their ids only there.
        again();
        onSaved(result);
      }}
    />
  );
}

interface RowsFormProps extends RecordRowsProps {
  /** It is read anew: what were typed now would be lost. */
  readonly isStale: boolean;
  /** Told what to ask before the rows are read anew. */
  readonly isDirty: { current: () => boolean };
  onReopen(): void;
}

function RowsForm({ table, view, plan, row, services, dictionaries, cells, isStale, isDirty, ...on }: RowsFormProps) {
  useEditors(view.items);
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  // The row as it was when the form opened: a drawing of the list is no other record.
  const { current: opened } = useRef(row);
  const mode = mayEditAsItStands(plan, opened) ? "edit" : "detail";
  const parts = {
    plan,
    view,
    mode,
    row: opened,
    services,
    dictionaries,
    onClose: nothing,
    onSaved: on.onSaved,
  } as const;
  const form = useRecordForm(parts, frame);
  const { session, saving, draft } = form;
  isDirty.current = () => session.isDirty;
  return (
    <div ref={frame} className="sc-record-rows sc-stack" inert={isStale}>
      {mode === "edit" ? <DraftBar draft={draft} /> : null}
      {saving.problem ? (
        <div className="sc-form-problem sc-alert" role="alert">
          {saving.problem}
          <RequestNumber reason={saving.reason} />
        </div>
      ) : null}
      <FormScopeProvider value={{ id, session, plan, services, dictionaries, cells, opened, changed: nothing }}>
        <SubTableField
          table={table}
          hidesTitle
          save={mode === "edit" ? <SaveButton form={form} table={table} services={services} /> : null}
        />
      </FormScopeProvider>
      <FormConflict form={form} plan={plan} row={opened} services={services} cells={cells} onReopen={on.onReopen} />
    </div>
  );
}

/** TBL-19: saving again within this time is a slip of the finger. */
const saveGuardMs = 1500;

interface SaveButtonProps {
  readonly form: RecordForm;
  readonly table: SubTablePlan;
  readonly services: ConsoleServices;
}

/** Sends what was done to the rows; there is nothing to press before that. */
function SaveButton({ form, table, services }: SaveButtonProps) {
  const { session, saving } = form;
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => session.onChange(redraw), [session]);
  const savedAt = useRef(0);
  const save = table.grid?.save;
  const master = session.row;
  if (!save || session.state(table.name).disabled) return null;
  if (!isTrue(save.visible, buildScope(services, { master, form: master }))) return null;
  const { isDirty } = session;
  const handleSave = async () => {
    const now = Date.now();
    if (now - savedAt.current < saveGuardMs) {
      services.notify("warning", gridMessages.tooFast);
      return;
    }
    savedAt.current = now;
    await form.save();
    // Refused: what was corrected may go at once.
    if (session.isDirty) savedAt.current = 0;
  };
  return (
    <Button
      type={isDirty ? "primary" : "default"}
      icon={<SaveOutlined aria-hidden="true" />}
      disabled={!isDirty}
      loading={saving.isSaving}
      onClick={() => void handleSave()}
    >
      {save.label ?? gridMessages.saveRows}
    </Button>
  );
}

const nothing = () => undefined;
