import { type ComponentType, type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { EditorPlan } from "../../runtime/compile/plan.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { buildScope } from "../../runtime/react/scope.ts";
import type { EditorProps } from "../editors/editor-props.ts";
import { editorComponentOf } from "../editors/registered-editors.ts";
import { useFormScopeIfAny } from "../form/form-context.ts";
import { LazyBoundary } from "../layouts/LazyBoundary.tsx";
import { useEvent } from "../layouts/use-event.ts";
import { messages } from "../messages.ts";
import type { CellEditorProps } from "./CellEditor.tsx";
import type { GridParts } from "./grid-parts.ts";
import { replay } from "./waiting-keys.ts";

/** Editors that stay open while several things are chosen. */
const keepsOpen = new Set(["multi-select", "tags", "checkbox", "file", "image"]);

/** A list, a calendar or another control of the forms inside a cell: a choice commits at once. */
export function PickerEditor({
  parts,
  id,
  row,
  column,
  editor,
  error,
}: CellEditorProps & { readonly editor: EditorPlan }) {
  const { model } = parts;
  const form = useFormScopeIfAny();
  const box = useRef<HTMLSpanElement>(null);
  const words = useRef<string | undefined>(undefined);
  // As it was opened, until a choice is made: what somebody else saves meanwhile would disturb what is typed here.
  const [opened, setOpened] = useState<Row | undefined>(row);
  const shown = opened ?? row;
  const Editor: ComponentType<EditorProps> | undefined = editorComponentOf(editor.type);

  const isOpenHere = () => {
    const active = model.active;
    return active?.isEditing === true && active.id === id && active.key === column.name;
  };
  const stop = () => {
    if (!isOpenHere()) return;
    model.stop();
    parts.focus();
  };
  // A control that goes while it has the focus, such as the button of an upload that is done, would take the keys along.
  useLayoutEffect(() => {
    if (!isOpenHere() || document.activeElement !== document.body) return;
    box.current?.querySelector<HTMLElement>("input:not([type=file]), button")?.focus();
  });
  if (!Editor) return <span className="sc-gv-note">{messages.form.unavailable}</span>;
  return (
    <span
      ref={box}
      className="sc-grid-picker sc-grow"
      // Before the control: its list would take the key for itself.
      onKeyDownCapture={(event) => {
        if (event.nativeEvent.isComposing || (event.key !== "Escape" && event.key !== "Tab")) return;
        // In a window that the control opened, Tab walks and Escape closes it.
        if ((event.target as Element).closest("[aria-modal=true]")?.contains(event.currentTarget) === false) return;
        event.preventDefault();
        event.stopPropagation();
        // Leaving hands over what was typed, giving up does not.
        if (event.key === "Tab" && event.target instanceof HTMLElement) event.target.blur();
        stop();
        parts.focus();
        if (event.key === "Tab" && model.next(event.shiftKey ? -1 : 1, true)) model.edit();
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <LazyBoundary fallback={null}>
        <Editor
          id={`${parts.id}-editor`}
          title={column.title}
          field={column.field}
          dict={column.dict}
          options={editor.props}
          value={shown[column.name]}
          text={shown[`${column.name}_dictText`] as string | undefined}
          disabled={false}
          autoOpen
          scope={
            form && (() => buildScope(parts.services, { row: shown, master: form.session.row, form: form.session.row }))
          }
          aria={{
            "aria-required": column.required || undefined,
            "aria-invalid": error !== undefined || undefined,
            "aria-describedby": undefined,
          }}
          services={parts.services}
          dictionaries={parts.dictionaries}
          onPicked={(text) => {
            words.current = text;
          }}
          onFill={(values) => {
            setOpened(undefined);
            model.write(() => model.store.patch(id, values));
            model.settle(Object.keys(values).map((key) => ({ id, key })));
          }}
          onChange={(value) => {
            // The value as it was opened, handed back, is no choice.
            if (!opened || !Object.is(value, opened[column.name])) {
              setOpened(undefined);
              model.commit(id, column.name, value, words.current);
            }
            words.current = undefined;
            if (!keepsOpen.has(editor.type)) stop();
          }}
          onBlur={() => {
            if (isOpenHere()) model.stop();
          }}
        />
        <HandOver box={box} parts={parts} isOpenHere={isOpenHere} />
      </LazyBoundary>
    </span>
  );
}

interface HandOverProps {
  readonly box: RefObject<HTMLElement | null>;
  readonly parts: GridParts;
  isOpenHere(): boolean;
}

/** Stands beside the control inside its boundary: once both are there, focus and the keys that waited go to it. */
function HandOver({ box, parts, isOpenHere }: HandOverProps) {
  const handOver = useEvent(() => {
    const control = box.current?.querySelector<HTMLElement>("input, button");
    // What opens a dialog has it open already, and the focus is there.
    if (control?.getAttribute("aria-haspopup") !== "dialog") control?.focus();
    if (!isOpenHere()) return;
    const { model } = parts;
    const typed = model.active?.typed;
    const waiting = model.takeWaiting();
    replay(typed ? [...letters(typed), ...waiting] : waiting, model, parts.isOnItsWay);
  });
  useLayoutEffect(() => {
    const timer = requestAnimationFrame(handOver);
    return () => cancelAnimationFrame(timer);
  }, [handOver]);
  return null;
}

const letters = (typed: string) => [...typed].map((key) => ({ key, shiftKey: false }));
