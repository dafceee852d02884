import { Button } from "antd";
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from "react";
import type { ListPlan } from "../../runtime/compile/plan.ts";
import type { FieldItemPlan, ItemPlan, ViewPlan } from "../../runtime/compile/view-plan.ts";
import { formatTime } from "../../runtime/format/time.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import type { RowGuard } from "../../runtime/react/list-query.ts";
import { keepScope } from "../../runtime/react/part-marks.ts";
import { runActions } from "../../runtime/react/run-actions.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import type { CellContext } from "../cells/cell-props.ts";
import { confirmLeaving } from "../layouts/confirm-leaving.ts";
import { RequestNumber } from "../layouts/RequestNumber.tsx";
import { useEvent } from "../layouts/use-event.ts";
import { ViewFrame } from "../layouts/ViewFrame.tsx";
import { messages } from "../messages.ts";
import { DraftBar } from "./DraftBar.tsx";
import { FormBody } from "./FormBody.tsx";
import { FormButtons } from "./FormButtons.tsx";
import { FormCards } from "./FormCards.tsx";
import { FormConflict } from "./FormConflict.tsx";
import { FormItems } from "./FormItems.tsx";
import { fillOnOpen } from "./fill-on-open.ts";
import { focusFirstField } from "./focus.ts";
import { FormScopeProvider } from "./form-context.ts";
import { takeSnapshots } from "./snapshots.ts";
import { useEditors } from "./use-editors.ts";
import { useRecordForm } from "./use-record-form.ts";
import { WrongPlaces } from "./WrongPlaces.tsx";
import "./form-cards.css";

interface FormViewProps {
  readonly plan: ListPlan;
  readonly view: ViewPlan;
  readonly mode: "add" | "edit" | "copy";
  /** The stored row for an edit, the values to start with otherwise. */
  readonly row: Row;
  /** Id of the row that a copy starts from: its sub-rows are copied too. */
  readonly copyOf?: unknown;
  readonly services: ConsoleServices;
  readonly dictionaries: DictionaryCache;
  readonly cells: CellContext;
  /** What the button beside 保存 says; default 取消. */
  readonly cancelText?: string;
  onClose(): void;
  /** The server has it. `result` is its answer: an added row, complete. */
  onSaved(result: unknown): void;
  /** Opens the form anew on the row as it is now. */
  onReopen(row: Row): void;
  /** Reads the record anew. */
  onReload?(): void;
  /** Takes the form's way of asking before what was typed is given up; the answer takes it away. */
  guard?(unsaved: RowGuard): () => void;
}

/** A form over one record: our rules, Formily's field states, antd's controls. */
export function FormView(props: FormViewProps) {
  const { plan, view, mode, row, services, dictionaries, cells } = props;
  useEditors(view.items);
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const form = useRecordForm(props, frame);
  const { session, saving, draft, host, save } = form;
  const isOpened = useRef(false);
  const opened = useEvent(() => {
    // A page that comes back from behind another tab was opened before.
    if (isOpened.current) return;
    isOpened.current = true;
    void runActions(view.on.opened, host());
    if (mode !== "edit") void fillOnOpen({ plan, view, session, services, dictionaries });
  });
  useEffect(() => opened(), [opened]);
  // A save that was on its way may end while the question stands: the form is gone then, and what it asked.
  const ended = useRef<AbortController>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    ended.current = controller;
    return () => controller.abort();
  }, []);
  const guard = useEvent(() =>
    props.guard?.({
      get isDirty() {
        return session.isDirty;
      },
      mayLeave: async () => {
        const may = await confirmLeaving(services, ended.current?.signal);
        if (may) draft.settle();
        return may;
      },
    }),
  );
  useEffect(() => guard(), [guard]);

  const close = async () => {
    if (session.isDirty && !(await confirmLeaving(services, ended.current?.signal))) return;
    if (session.isDirty) draft.settle();
    props.onClose();
  };
  const changed = async (item: FieldItemPlan, before: unknown) => {
    void takeSnapshots(plan, item, session, services);
    if (item.onChange.length === 0) return;
    const isKept = await runActions(item.onChange, host());
    if (isKept) return;
    // The person said no to what the change would do: it is taken back.
    session.set({ [item.name]: before });
    void takeSnapshots(plan, item, session, services);
  };
  // A list or another screen that stands in a form has conditions of its own to submit, and forms do not stand in forms.
  const Body = hasList(view.items) ? "div" : "form";
  const submitted = (event: SyntheticEvent) => {
    event.preventDefault();
    void save();
  };
  // As a form does by itself: not for what stands in a form or a window of its own.
  const pressed = (event: KeyboardEvent<HTMLElement>) => {
    const { target, nativeEvent } = event;
    if (event.key !== "Enter" || event.defaultPrevented || nativeEvent.isComposing) return;
    const item = target instanceof HTMLInputElement ? target.closest(".sc-item, form") : null;
    if (item?.closest(".sc-form, form") === event.currentTarget) submitted(event);
  };
  const isCards = view.layout === "cards";
  const isPage = isCards && view.as === "inline";
  const title = view.title?.render(host().scope()) || defaultTitle(plan.model.title, mode);
  const Frame = isPage ? FormPage : ViewFrame;
  return (
    <Frame
      as={view.as}
      title={title}
      label={title}
      width={view.width}
      fullscreen={view.fullscreen}
      onClose={() => void close()}
      onOpened={() => (isPage ? undefined : focusFirstField(frame.current))}
      footer={
        isPage ? (
          <FormButtons form={form} plan={plan} services={services} />
        ) : (
          <div className="sc-frame-foot sc-line sc-wrap">
            <span className="sc-grow">{provenance(row)}</span>
            <Button onClick={() => void close()}>{props.cancelText ?? messages.form.cancel}</Button>
            <Button type="primary" loading={saving.isSaving} onClick={() => void save()}>
              {messages.form.save}
            </Button>
          </div>
        )
      }
    >
      <Body
        ref={(element: HTMLElement | null) => {
          frame.current = element as HTMLDivElement | null;
          keepScope(() => host().scope())(element);
        }}
        className="sc-form"
        {...(Body === "form" ? { noValidate: true, onSubmit: submitted } : { onKeyDown: pressed })}
      >
        <DraftBar draft={draft} />
        {saving.problem ? (
          <div className="sc-form-problem sc-alert" role="alert">
            {saving.problem}
            <RequestNumber reason={saving.reason} />
          </div>
        ) : null}
        {form.isChecked ? <WrongPlaces session={session} items={view.items} walk={form.findWrong} /> : null}
        <FormBody session={session} isNarrow={view.as === "part"}>
          <FormScopeProvider
            value={{
              id,
              session,
              plan,
              services,
              dictionaries,
              cells,
              opened: row,
              copyOf: props.copyOf,
              findWrong: form.findWrong,
              changed: (item, before) => void changed(item, before),
            }}
          >
            {isCards ? (
              <FormCards items={view.items} columns={view.columns} />
            ) : (
              <FormItems items={view.items} columns={view.columns} />
            )}
          </FormScopeProvider>
        </FormBody>
        {Body === "form" ? <button type="submit" hidden /> : null}
      </Body>
      <FormConflict form={form} plan={plan} row={row} services={services} cells={cells} onReopen={props.onReopen} />
    </Frame>
  );
}

function hasList(items: readonly ItemPlan[]): boolean {
  return items.some((item) => {
    if (item.kind === "group") return hasList(item.items);
    if (item.kind === "tabs") return item.tabs.some((tab) => hasList(tab.items));
    if (item.kind === "screen" || item.kind === "component") return true;
    return item.kind === "subTable" && item.list !== undefined;
  });
}

function defaultTitle(title: string, mode: FormViewProps["mode"]): string {
  return mode === "edit" ? messages.form.editTitle(title) : messages.form.addTitle(title);
}

function provenance(row: Row): string {
  if (!row.createBy || !row.createTime) return "";
  const name = String(row.createBy_dictText ?? row.createBy);
  return messages.form.provenance(name, formatTime(row.createTime, "YYYY-MM-DD HH:mm"));
}

interface FormPageProps {
  readonly label: string;
  readonly footer: ReactNode;
  readonly children: ReactNode;
}

/** A form that is a page of cards: its buttons stand at the end of the line that says where one is. */
function FormPage({ label, footer, children }: FormPageProps) {
  return (
    <section className="sc-form-page" aria-label={label}>
      <div className="sc-form-page-head sc-line">{footer}</div>
      {children}
    </section>
  );
}
