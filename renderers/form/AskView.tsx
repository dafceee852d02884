import { Button } from "antd";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import type { ButtonPlan, ListPlan } from "../../runtime/compile/plan.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import type { Generated } from "../../runtime/react/list-actions.ts";
import { wireTime } from "../../runtime/react/scope.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import type { CellContext } from "../cells/cell-props.ts";
import { RequestNumber } from "../layouts/RequestNumber.tsx";
import { ViewFrame } from "../layouts/ViewFrame.tsx";
import { messages } from "../messages.ts";
import { FormBody } from "./FormBody.tsx";
import { FormItems } from "./FormItems.tsx";
import { focusFirstError, focusFirstField } from "./focus.ts";
import { FormScopeProvider } from "./form-context.ts";
import { askLogic } from "./form-logic.ts";
import { FormSession } from "./form-session.ts";
import { GeneratedRows } from "./GeneratedRows.tsx";
import { generateMessages } from "./generate-messages.ts";
import { useEditors } from "./use-editors.ts";
import { useSave } from "./use-save.ts";
import { useRedrawWhenShown } from "./use-unsaved.ts";

interface AskViewProps {
  readonly plan: ListPlan;
  readonly button: ButtonPlan;
  /** The row that moves on; undefined for several rows at once. */
  readonly row: Row | undefined;
  readonly services: ConsoleServices;
  readonly dictionaries: DictionaryCache;
  readonly cells: CellContext;
  /** Tells what the answers would make; the person looks at it before it is made. */
  readonly onPreview?: ((answers: Row) => Promise<Generated>) | undefined;
  /** Sends the answers; false when the person was asked once more and said no. */
  onAnswer(answers: Row): Promise<boolean>;
  onClose(): void;
}

const width = 520;

/** The question of a transition: a small form whose answers go with the change of state. */
export function AskView({
  plan,
  button,
  row,
  services,
  dictionaries,
  cells,
  onPreview,
  onAnswer,
  onClose,
}: AskViewProps) {
  useEditors(button.ask);
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const saving = useSave();
  const [preview, setPreview] = useState<Generated | undefined>(undefined);
  const items = button.ask;
  const session = useMemo(
    () =>
      new FormSession(
        askLogic(plan.model, items, {
          mode: "add",
          now: wireTime(new Date()),
          user: { ...services.user },
          dicts: dictionaries.all(),
          ...(row ? { row } : {}),
        }),
      ),
    [plan, items, services, dictionaries, row],
  );
  useRedrawWhenShown();
  useEffect(() => services.unsaved?.watch(() => session.isDirty), [services, session]);
  const answer = async () => {
    if (session.check().length > 0) return focusFirstError(frame.current);
    const looksFirst = onPreview !== undefined && preview === undefined;
    const expected = preview && { count: preview.count, amount: preview.amount };
    let isDone = !looksFirst;
    const isSaved = await saving.save({
      send: looksFirst
        ? async () => setPreview(await onPreview(session.row))
        : async () => {
            isDone = await onAnswer(expected ? { ...session.row, expected } : session.row);
          },
      showErrors: (errors) => {
        session.showAll(errors);
        focusFirstError(frame.current);
        return session.unplaced(errors);
      },
    });
    if (isSaved && isDone) onClose();
  };
  const problem = saving.problem ?? (saving.theirs ? messages.conflict.title : undefined);
  return (
    <ViewFrame
      as="modal"
      title={button.label}
      label={button.label}
      width={width}
      onClose={onClose}
      onOpened={() => focusFirstField(frame.current)}
      footer={
        <div className="sc-frame-foot sc-line sc-wrap">
          <span className="sc-grow" />
          <Button onClick={onClose}>{messages.form.cancel}</Button>
          {preview ? (
            <Button
              onClick={() => {
                saving.clear();
                setPreview(undefined);
              }}
            >
              {generateMessages.back}
            </Button>
          ) : null}
          <Button
            type="primary"
            danger={button.danger}
            loading={saving.isSaving}
            disabled={preview?.rows.length === 0}
            onClick={() => void answer()}
          >
            {onPreview && !preview ? generateMessages.preview : button.label}
          </Button>
        </div>
      }
    >
      <div ref={frame} className="sc-form">
        {problem ? (
          <div className="sc-form-problem sc-alert" role="alert">
            {problem}
            <RequestNumber reason={saving.reason} />
          </div>
        ) : null}
        <FormBody session={session}>
          <FormScopeProvider
            value={{ id, session, plan, services, dictionaries, cells, opened: {}, changed: () => undefined }}
          >
            {preview ? <GeneratedRows generated={preview} /> : <FormItems items={items} columns={1} />}
          </FormScopeProvider>
        </FormBody>
      </div>
    </ViewFrame>
  );
}
