import { Button } from "antd";
import { useEffect, useId, useMemo, useRef } from "react";
import type { ButtonPlan, ListPlan } from "../../runtime/compile/plan.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
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
  /** Sends the answers with the transition. */
  onAnswer(answers: Row): Promise<void>;
  onClose(): void;
}

const width = 520;

/** The question of a transition: a small form whose answers go with the change of state. */
export function AskView({ plan, button, row, services, dictionaries, cells, onAnswer, onClose }: AskViewProps) {
  useEditors(button.ask);
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const saving = useSave();
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
    const isSaved = await saving.save({
      send: () => onAnswer(session.row),
      showErrors: (errors) => {
        session.showAll(errors);
        focusFirstError(frame.current);
        return session.unplaced(errors);
      },
    });
    if (isSaved) onClose();
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
          <Button type="primary" danger={button.danger} loading={saving.isSaving} onClick={() => void answer()}>
            {button.label}
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
            <FormItems items={items} columns={1} />
          </FormScopeProvider>
        </FormBody>
      </div>
    </ViewFrame>
  );
}
