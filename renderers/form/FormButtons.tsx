import { Button } from "antd";
import { useEffect, useReducer, useState } from "react";
import type { ButtonPlan, ListPlan } from "../../runtime/compile/plan.ts";
import { closedReason, isDisabled, isShown } from "../../runtime/react/button-state.ts";
import { runActions } from "../../runtime/react/run-actions.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import { messages } from "../messages.ts";
import type { RecordForm } from "./use-record-form.ts";

interface FormButtonsProps {
  readonly form: RecordForm;
  readonly plan: ListPlan;
  readonly services: ConsoleServices;
}

/** The buttons that the document writes for a form page, and 保存 before the last of them. */
export function FormButtons({ form, plan, services }: FormButtonsProps) {
  const { session, saving, host, save } = form;
  const [running, setRunning] = useState<string>();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => session.onChange(redraw), [session]);
  const scope = host().scope();
  const shown = plan.rowActions.items.filter((button) => isShown(button, plan, services, scope));
  const press = async (button: ButtonPlan) => {
    const content = button.confirm?.render(scope);
    if (content && !(await services.confirm({ title: button.label, content, danger: button.danger }))) return;
    setRunning(button.key);
    // A failed request was told by the console.
    await runActions(button.actions, host()).catch(() => undefined);
    setRunning(undefined);
  };
  const drawn = shown.map((button, index) => (
    <Button
      key={button.key}
      type={index === shown.length - 1 ? "primary" : "default"}
      danger={button.danger}
      disabled={isDisabled(button, scope) || saving.isSaving}
      title={closedReason(button, scope) || undefined}
      loading={running === button.key}
      onClick={() => void press(button)}
    >
      {button.label}
    </Button>
  ));
  return (
    <>
      {drawn.slice(0, -1)}
      <Button
        type={shown.length === 0 ? "primary" : "default"}
        loading={saving.isSaving}
        disabled={running !== undefined}
        onClick={() => void save()}
      >
        {messages.form.save}
      </Button>
      {drawn.slice(-1)}
    </>
  );
}
