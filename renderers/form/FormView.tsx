import { FormProvider } from "@formily/react";
import { Button } from "antd";
import { useId, useMemo, useRef } from "react";
import type { FieldItemPlan, ListPlan, ViewPlan } from "../../runtime/compile/plan.ts";
import { formatTime } from "../../runtime/format/time.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import { runActions } from "../../runtime/react/run-actions.ts";
import { buildScope, wireTime } from "../../runtime/react/scope.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import type { RecordContext } from "../../runtime/record/record-types.ts";
import type { CellContext } from "../cells/cell-props.ts";
import { ViewFrame } from "../layouts/ViewFrame.tsx";
import { messages } from "../messages.ts";
import { ConflictDialog } from "./ConflictDialog.tsx";
import { addedValues, changedValues, conflicts, rowsToSend } from "./changes.ts";
import { FormItems } from "./FormItems.tsx";
import { focusFirstError, focusFirstField } from "./focus.ts";
import { FormScopeProvider } from "./form-context.ts";
import { maskedFields, recordLogic } from "./form-logic.ts";
import { FormSession } from "./form-session.ts";
import { takeSnapshots } from "./snapshots.ts";
import { useSave } from "./use-save.ts";

interface FormViewProps {
  readonly plan: ListPlan;
  readonly view: ViewPlan;
  readonly mode: "add" | "edit" | "copy";
  /** The stored row for an edit, the values to start with otherwise. */
  readonly row: Row;
  readonly services: ConsoleServices;
  readonly dictionaries: DictionaryCache;
  readonly cells: CellContext;
  onClose(): void;
  onSaved(): void;
  /** Opens the form anew on the row as it is now. */
  onReopen(row: Row): void;
}

/** A form over one record: our rules, Formily's field states, antd's controls. */
export function FormView(props: FormViewProps) {
  const { plan, view, mode, row, services, dictionaries, cells } = props;
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const saving = useSave();
  // One key per opened form: a second try after a lost answer does not add twice.
  const idempotencyKey = useMemo(() => newKey(), []);
  const session = useMemo(() => {
    const masked = maskedFields(plan.model, (code) => services.hasPermission(code));
    return new FormSession(recordLogic(plan, view, row, recordContext(mode, services, dictionaries, row), masked));
  }, [plan, view, mode, row, services, dictionaries]);
  const version = useRef(row.version);
  const scope = () => buildScope(services, { row, form: session.logic.row, mode, dicts: dictionaries.all() });
  const { base } = plan.model;

  const rowsOfSave = (): Row =>
    Object.fromEntries(
      session.changedRows(mode !== "edit").flatMap((name) => {
        const relation = plan.model.relations[name];
        const model = relation && relation.kind !== "tree" ? plan.models.get(relation.model) : undefined;
        if (!model || !relation) return [];
        const orderField = relation.kind === "one-to-many" ? relation.order : undefined;
        return [[name, rowsToSend(model, session.logic.row[name] as readonly Row[], orderField)]];
      }),
    );
  const send = async () => {
    const { row: values } = session.logic;
    if (mode === "edit") {
      const data = { id: row.id, version: version.current, ...changedValues(plan.model, row, values), ...rowsOfSave() };
      await services.request({ method: "PUT", url: `${base}/edit`, data });
      return;
    }
    await services.request({
      method: "POST",
      url: `${base}/add`,
      data: { ...addedValues(plan.model, values), ...rowsOfSave() },
      idempotencyKey,
    });
  };
  const save = async () => {
    if (session.check().length > 0) {
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
    services.notify("success", messages.form.saved);
    props.onSaved();
  };
  const close = async () => {
    if (!session.isDirty || (await confirmLeaving(services))) props.onClose();
  };
  const changed = async (item: FieldItemPlan, before: unknown) => {
    void takeSnapshots(plan, item, session, services);
    if (item.onChange.length === 0) return;
    const isKept = await runActions(item.onChange, {
      services,
      scope,
      open: () => undefined,
      close: () => props.onClose(),
      reload: async () => undefined,
      transition: async () => undefined,
      setValue: (field, value) => session.set({ [field]: value }),
    });
    if (isKept) return;
    // The person said no to what the change would do: it is taken back.
    session.set({ [item.name]: before });
    void takeSnapshots(plan, item, session, services);
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
          <Button onClick={() => void close()}>{messages.form.cancel}</Button>
          <Button type="primary" loading={saving.isSaving} onClick={() => void save()}>
            {messages.form.save}
          </Button>
        </div>
      }
    >
      <form
        ref={frame as never}
        className="sc-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
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
              changed: (item, before) => void changed(item, before),
            }}
          >
            <FormItems items={view.items} columns={view.columns} />
          </FormScopeProvider>
        </FormProvider>
        <button type="submit" hidden />
      </form>
      {saving.theirs ? (
        <ConflictDialog
          conflicts={conflicts(plan.model, row, session.logic.row, saving.theirs)}
          model={plan.model}
          opened={row}
          theirs={saving.theirs}
          cells={cells}
          onKeepMine={() => {
            version.current = saving.theirs?.version;
            saving.clear();
            void save();
          }}
          onTakeTheirs={() => props.onReopen(saving.theirs ?? row)}
          onBack={saving.clear}
        />
      ) : null}
    </ViewFrame>
  );
}

function recordContext(
  mode: RecordContext["mode"],
  services: ConsoleServices,
  dictionaries: DictionaryCache,
  row: Row,
): RecordContext {
  return {
    mode,
    now: wireTime(new Date()),
    user: { ...services.user },
    perms: services.permissions.auth.flatMap((entry) => entry.action.split(",")),
    dicts: dictionaries.all(),
    ...(mode === "edit" ? { before: row } : {}),
  };
}

export function confirmLeaving(services: ConsoleServices): Promise<boolean> {
  const { unsavedTitle, unsavedText, unsavedOk } = messages.form;
  return services.confirm({ title: unsavedTitle, content: unsavedText, danger: true, okText: unsavedOk });
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
