import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import "../actions/index.gen.ts";
import { flatItems } from "../../runtime/compile/flat-items.ts";
import type { GridPlan, ListPlan } from "../../runtime/compile/plan.ts";
import type { ItemPlan, ViewPlan } from "../../runtime/compile/view-plan.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import { newKey } from "../../runtime/react/new-key.ts";
import { type ActionHost, runActions } from "../../runtime/react/run-actions.ts";
import { buildScope } from "../../runtime/react/scope.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import { useEvent } from "../layouts/use-event.ts";
import { messages } from "../messages.ts";
import { serverCheck } from "./ask-server.ts";
import { focusError } from "./focus.ts";
import { maskedFields, recordLogic } from "./form-logic.ts";
import { FormSession } from "./form-session.ts";
import { recordContext } from "./record-context.ts";
import { saveRequest } from "./save-request.ts";
import { useLiveRecord } from "./use-live-record.ts";
import { textOf, useSave } from "./use-save.ts";
import { type UnsavedForm, useRedrawWhenShown, useUnsaved } from "./use-unsaved.ts";
import { ValidationFailed, validateFormAndTables } from "./validate-form.ts";

export interface RecordFormParts {
  readonly plan: ListPlan;
  readonly view: ViewPlan;
  /** `detail`: the record may only be read as it stands. */
  readonly mode: "add" | "edit" | "copy" | "detail";
  /** The stored row for an edit, the values to start with otherwise. */
  readonly row: Row;
  readonly services: ConsoleServices;
  readonly dictionaries: DictionaryCache;
  onClose(): void;
  /** The server has it. `result` is its answer: an added row, complete. */
  onSaved(result: unknown): void;
  /** Reads the record anew. */
  onReload?(): void;
}

export interface RecordForm {
  readonly session: FormSession;
  readonly saving: ReturnType<typeof useSave>;
  /** A save was refused: everything that is wrong is marked. */
  readonly isChecked: boolean;
  /**
   * Goes to the next place of the form that is wrong, or the one before.
   *
   * @param from where it begins; default: where it came to last
   */
  findWrong(step: 1 | -1, from?: Element): void;
  readonly draft: UnsavedForm;
  readonly host: () => ActionHost;
  /** Answers whether the server has it. */
  save(): Promise<boolean>;
  /** Takes the rows of a conflict in and saves over the version that is there now. */
  saveOver(version: unknown, rows: Row): void;
}

/**
 * The form of one record without looks: its values and rules, the draft of what was typed, its checks and its save.
 *
 * @param frame what is searched for the first wrong field
 */
export function useRecordForm(parts: RecordFormParts, frame: RefObject<HTMLElement | null>): RecordForm {
  const { plan, view, mode, row, services, dictionaries } = parts;
  const saving = useSave();
  const [isChecked, setChecked] = useState(false);
  const wrongAt = useRef<Element>(undefined);
  const findWrong = useEvent((step: 1 | -1, from?: Element) => {
    wrongAt.current = focusError(frame.current, step, from ?? wrongAt.current);
  });
  /** Errors are drawn in the next frame; the walk begins at the first of them. */
  const tellErrors = () => {
    setChecked(true);
    wrongAt.current = undefined;
    requestAnimationFrame(() => findWrong(1));
  };
  // One key per opened form: a second try after a lost answer does not add twice.
  const idempotencyKey = useMemo(() => newKey(), []);
  const before = useRef<{ readonly session: FormSession; readonly plan: ListPlan; readonly row: Row }>(undefined);
  const session = useMemo(() => {
    const masked = maskedFields(plan.model, (code) => services.hasPermission(code));
    const logic = recordLogic(plan, view, row, recordContext(mode, services, dictionaries, row), masked);
    const next = new FormSession(logic, serverCheck(plan.model, services, mode === "edit" ? row.id : undefined));
    next.tableOrder = flatItems(view.items).flatMap((item) => (item.kind === "subTable" ? [item.title] : []));
    // Another document of the same page (development, a publication): what was typed goes on under the new rules.
    const last = before.current;
    if (last && last.plan !== plan && last.plan.id === plan.id && last.row === row) next.set(last.session.changes());
    return next;
  }, [plan, view, mode, row, services, dictionaries]);
  useLayoutEffect(() => {
    before.current = { session, plan, row };
  }, [session, plan, row]);
  const draft = useUnsaved({
    session,
    unsaved: services.unsaved,
    draftKey: draftKeyOf(parts),
    model: plan.model,
    view,
  });
  useRedrawWhenShown();
  const version = useRef(row.version);
  /** As it was opened, or as somebody else has stored it since. */
  const opened = useRef(row);
  const tellOthers = useLiveRecord({
    ...parts,
    session,
    hasTables: tablesOf(view.items).length > 0,
    version: () => version.current,
    onMerged: (stored) => {
      version.current = stored.version;
      opened.current = { ...opened.current, ...stored };
    },
  });
  const result = useRef<unknown>(undefined);
  const scope = () =>
    buildScope(services, { row, form: session.row, mode, dirty: session.isDirty, dicts: dictionaries.all() });
  const host = (): ActionHost => ({
    services,
    scope,
    open: () => undefined,
    close: () => parts.onClose(),
    reload: async () => parts.onReload?.(),
    transition: async () => undefined,
    setValue: (field, value) => session.set({ [field]: value }),
    submit: () => save(),
  });
  const send = async () => {
    if (mode === "detail") return;
    result.current = await services.request(
      saveRequest({ plan, session, mode, opened: opened.current, version: version.current, idempotencyKey }),
    );
  };
  const save = async () => {
    try {
      await validateFormAndTables(session, session.tables());
    } catch (reason) {
      if (!(reason instanceof ValidationFailed)) throw reason;
      // What stands in no field of this view would stop the save without a word.
      saving.refuse(textOf(session.unplaced(reason.errors)));
      // The reader is told of everything at once, not of one table after the other.
      for (const { validate } of session.tables()) await validate();
      tellErrors();
      return false;
    }
    const isSaved = await saving.save({
      send,
      showErrors: (errors) => {
        session.showAll(errors);
        tellErrors();
        return session.unplaced(errors);
      },
    });
    if (!isSaved) return false;
    draft.settle();
    session.settle();
    tellOthers();
    services.notify("success", messages.form.saved);
    parts.onSaved(result.current);
    await runActions(view.on.saved, host(), result.current);
    for (const { relation, grid } of tablesOf(view.items)) {
      const rows = (session.row[relation] ?? []) as readonly Row[];
      await runActions(grid.onSaved, { ...host(), scope: () => ({ ...scope(), rows, master: session.row }) });
    }
    return true;
  };
  const saveOver = (next: unknown, rows: Row) => {
    version.current = next;
    session.set(rows);
    saving.clear();
    void save();
  };
  return { session, saving, isChecked, findWrong, draft, host, save, saveOver };
}

/** A form of one record: the same screen, view and row find the same draft again. */
function draftKeyOf({ plan, view, mode, row }: RecordFormParts): string {
  return [plan.id, view.name, mode, mode === "edit" ? row.id : ""].join(" ");
}

/** The editable tables of a form, however deep in groups and tabs. */
function tablesOf(items: readonly ItemPlan[]): readonly { readonly relation: string; readonly grid: GridPlan }[] {
  return flatItems(items).flatMap((item) => {
    if (item.kind !== "subTable" || !item.grid || item.relation === undefined) return [];
    return [{ relation: item.relation, grid: item.grid }];
  });
}
