import { FormProvider } from "@formily/react";
import { type FormEvent, useEffect, useId, useMemo, useRef } from "react";
import type { FieldItemPlan, GridPlan, ItemPlan, ListPlan, ViewPlan } from "../../runtime/compile/plan.ts";
import { formatTime } from "../../runtime/format/time.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import { type ActionHost, runActions } from "../../runtime/react/run-actions.ts";
import { buildScope } from "../../runtime/react/scope.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import type { CellContext } from "../cells/cell-props.ts";
import { Button } from "../layouts/Button.tsx";
import { useEvent } from "../layouts/use-event.ts";
import { ViewFrame } from "../layouts/ViewFrame.tsx";
import { messages } from "../messages.ts";
import { ConflictDialog, type RelationRows } from "./ConflictDialog.tsx";
import { conflicts } from "./changes.ts";
import { DraftBar } from "./DraftBar.tsx";
import { FormItems } from "./FormItems.tsx";
import { fillOnOpen } from "./fill-on-open.ts";
import { focusFirstError, focusFirstField } from "./focus.ts";
import { FormScopeProvider } from "./form-context.ts";
import { maskedFields, recordLogic } from "./form-logic.ts";
import { FormSession } from "./form-session.ts";
import { recordContext } from "./record-context.ts";
import { saveRequest } from "./save-request.ts";
import { takeSnapshots } from "./snapshots.ts";
import { useEditors } from "./use-editors.ts";
import { useSave } from "./use-save.ts";
import { useRedrawWhenShown, useUnsaved } from "./use-unsaved.ts";
import { ValidationFailed, validateFormAndTables } from "./validate-form.ts";

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
}

/** A form over one record: our rules, Formily's field states, antd's controls. */
export function FormView(props: FormViewProps) {
  const { plan, view, mode, row, services, dictionaries, cells } = props;
  useEditors(view.items);
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const saving = useSave();
  // One key per opened form: a second try after a lost answer does not add twice.
  const idempotencyKey = useMemo(() => newKey(), []);
  const session = useMemo(() => {
    const masked = maskedFields(plan.model, (code) => services.hasPermission(code));
    return new FormSession(recordLogic(plan, view, row, recordContext(mode, services, dictionaries, row), masked));
  }, [plan, view, mode, row, services, dictionaries]);
  const draft = useUnsaved({ session, unsaved: services.unsaved, draftKey: draftKeyOf(props), view });
  useRedrawWhenShown();
  const version = useRef(row.version);
  const result = useRef<unknown>(undefined);
  const isOpened = useRef(false);
  const scope = () => buildScope(services, { row, form: session.logic.row, mode, dicts: dictionaries.all() });
  const host = (): ActionHost => ({
    services,
    scope,
    open: () => undefined,
    close: () => props.onClose(),
    reload: async () => undefined,
    transition: async () => undefined,
    setValue: (field, value) => session.set({ [field]: value }),
    submit: () => save(),
  });
  const opened = useEvent(() => {
    // A page that comes back from behind another tab was opened before.
    if (isOpened.current) return;
    isOpened.current = true;
    void runActions(view.on.opened, host());
    if (mode !== "edit") void fillOnOpen({ plan, view, session, services, dictionaries });
  });
  useEffect(() => opened(), [opened]);

  const send = async () => {
    result.current = await services.request(
      saveRequest({ plan, session, mode, opened: row, version: version.current, idempotencyKey }),
    );
  };
  const save = async () => {
    try {
      await validateFormAndTables(session, session.tables());
    } catch (reason) {
      if (!(reason instanceof ValidationFailed)) throw reason;
      // What stands in no field of this view would stop the save without a word.
      saving.refuse(reason.errors.find(({ field }) => !session.isShown(field))?.message);
      focusFirstError(frame.current);
      return;
    }
    const isSaved = await saving.save({
      send,
      showErrors: (errors) => {
        session.showAll(errors);
        focusFirstError(frame.current);
      },
    });
    if (!isSaved) return;
    draft.settle();
    services.notify("success", messages.form.saved);
    props.onSaved(result.current);
    await runActions(view.on.saved, host());
    for (const { relation, grid } of tablesOf(view.items)) {
      const rows = (session.logic.row[relation] ?? []) as readonly Row[];
      await runActions(grid.onSaved, { ...host(), scope: () => ({ ...scope(), rows, master: session.logic.row }) });
    }
  };
  const close = async () => {
    if (session.isDirty && !(await confirmLeaving(services))) return;
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
  // A list that stands in a form has conditions of its own to submit, and forms do not stand in forms.
  const Body = hasList(view.items) ? "div" : "form";
  const submitted = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  const title = view.title?.render(scope()) || defaultTitle(plan.model.title, mode);
  return (
    <ViewFrame
      as={view.as}
      title={title}
      label={title}
      width={view.width}
      fullscreen={view.fullscreen}
      onClose={() => void close()}
      onOpened={() => focusFirstField(frame.current)}
      footer={
        <div className="sc-frame-foot">
          <span className="sc-grow">{provenance(row)}</span>
          <Button onClick={() => void close()}>{props.cancelText ?? messages.form.cancel}</Button>
          <Button look="primary" busy={saving.isSaving} onClick={() => void save()}>
            {messages.form.save}
          </Button>
        </div>
      }
    >
      <Body
        ref={frame as never}
        className="sc-form"
        {...(Body === "form" ? { noValidate: true, onSubmit: submitted } : undefined)}
      >
        <DraftBar draft={draft} />
        {saving.problem ? (
          <div className="sc-form-problem" role="alert">
            {saving.problem}
          </div>
        ) : null}
        <FormProvider form={session.form}>
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
              changed: (item, before) => void changed(item, before),
            }}
          >
            <FormItems items={view.items} columns={view.columns} />
          </FormScopeProvider>
        </FormProvider>
        {Body === "form" ? <button type="submit" hidden /> : null}
      </Body>
      {saving.theirs ? (
        <ConflictDialog
          conflicts={conflicts(plan.model, row, session.logic.row, saving.theirs)}
          relations={relationRows(plan, session)}
          services={services}
          model={plan.model}
          opened={row}
          theirs={saving.theirs}
          cells={cells}
          onKeepMine={(rows) => {
            version.current = saving.theirs?.version;
            session.set(rows);
            saving.clear();
            void save();
          }}
          onTakeTheirs={() => {
            draft.settle();
            props.onReopen(saving.theirs ?? row);
          }}
          onBack={saving.clear}
        />
      ) : null}
    </ViewFrame>
  );
}

/** A form of one record: the same screen, view and row find the same draft again. */
function draftKeyOf({ plan, view, mode, row }: FormViewProps): string {
  return [plan.id, view.name, mode, mode === "edit" ? row.id : ""].join(" ");
}

/** The relations that the form would save, for a comparison with what somebody else saved. */
function relationRows(plan: ListPlan, session: FormSession): readonly RelationRows[] {
  return session.changedRows(false).flatMap((name) => {
    const relation = plan.model.relations[name];
    const model = relation && relation.kind !== "tree" ? plan.models.get(relation.model) : undefined;
    if (!relation || !model) return [];
    const mine = session.logic.row[name] as readonly Row[];
    return [{ relation: name, title: relation.title ?? model.title, model, opened: session.openedRows(name), mine }];
  });
}

export function confirmLeaving(services: ConsoleServices): Promise<boolean> {
  const { unsavedTitle, unsavedText, unsavedOk } = messages.form;
  return services.confirm({ title: unsavedTitle, content: unsavedText, danger: true, okText: unsavedOk });
}

/** The editable tables of a form, however deep in groups and tabs. */
function tablesOf(items: readonly ItemPlan[]): readonly { readonly relation: string; readonly grid: GridPlan }[] {
  return items.flatMap((item) => {
    if (item.kind === "group") return tablesOf(item.items);
    if (item.kind === "tabs") return item.tabs.flatMap((tab) => tablesOf(tab.items));
    if (item.kind !== "subTable" || !item.grid || item.relation === undefined) return [];
    return [{ relation: item.relation, grid: item.grid }];
  });
}

function hasList(items: readonly ItemPlan[]): boolean {
  return items.some((item) => {
    if (item.kind === "group") return hasList(item.items);
    if (item.kind === "tabs") return item.tabs.some((tab) => hasList(tab.items));
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

function newKey(): string {
  return typeof crypto.randomUUID === "function" ? crypto.randomUUID() : `${Date.now()}-${Math.random()}`;
}
