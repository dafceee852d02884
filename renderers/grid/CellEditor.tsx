import { useLayoutEffect, useRef, useState } from "react";
import type { GridColumnPlan } from "../../runtime/compile/plan.ts";
import { isNumeric } from "../../runtime/model/field-types.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import { cutNote, fitNumber, numberFrom, plainDigits } from "../editors/number/number-text.ts";
import { fetchEditors } from "../editors/registered-editors.ts";
import { tagPairs } from "../editors/tags/tag-pairs.ts";
import { LazyBoundary } from "../layouts/LazyBoundary.tsx";
import { whenIdle } from "../layouts/when-idle.ts";
import { messages } from "../messages.ts";
import { insertRow } from "./grid-commands.ts";
import { gridMessages } from "./grid-messages.ts";
import { cellId, type GridParts } from "./grid-parts.ts";
import { useSheet } from "./use-sheet.ts";

/** Lists and calendars come with the first cell that needs one; texts and numbers are plain inputs. */
const PickerEditor = lazyPart(() => import("./PickerEditor.tsx").then((module) => ({ default: module.PickerEditor })));

/** Code and formatted text need more room than a cell has. */
const DialogEditor = lazyPart(() => import("./DialogEditor.tsx").then((module) => ({ default: module.DialogEditor })));
const dialogTypes = new Set(["code-editor", "markdown", "rich-text", "sql"]);

/**
 * Fetches the controls of a table that somebody reaches for, so that the first one opens as fast as the next. One after
 * the other while the browser is idle: a press in between waits for one of them, not for all.
 */
export async function preloadEditors(columns: readonly GridColumnPlan[]): Promise<void> {
  const types = new Set<string>(columns.flatMap(({ editor }) => (editor.kind === "editor" ? [editor.type] : [])));
  for (const type of plainTypes) types.delete(type);
  if (types.size === 0) return;
  await PickerEditor.preload();
  for (const type of types) {
    await new Promise<void>((resolve) => whenIdle(resolve));
    await fetchEditors([type]);
  }
}

export interface CellEditorProps {
  readonly parts: GridParts;
  readonly id: string;
  readonly row: Row;
  readonly column: GridColumnPlan;
  /** What was typed before the editor was there; it replaces the value. */
  readonly typed: string | undefined;
  readonly error: string | undefined;
}

const plainTypes = new Set(["input", "input-pop", "number", "textarea", "progress"]);

/** Short words of a fixed length are typed in one go; the others are tags in a list. */
const wordLength = ({ editor }: GridColumnPlan): number | undefined =>
  editor.kind === "editor" && editor.props.type === "tags" ? editor.props.every : undefined;

/** What the document says of an empty cell. */
export const hintOf = ({ editor }: GridColumnPlan): string | undefined =>
  editor.kind === "editor" && "placeholder" in editor.props ? editor.props.placeholder : undefined;

/** The one open editor. It keeps a draft of its own; leaving it commits, Escape does not. */
export function CellEditor(props: CellEditorProps) {
  const { editor } = props.column;
  if (editor.kind === "broken") return null;
  if (dialogTypes.has(editor.type)) {
    return (
      <LazyBoundary fallback={<span className="sc-gv-note" />}>
        <DialogEditor {...props} editor={editor} />
      </LazyBoundary>
    );
  }
  if (!plainTypes.has(editor.type) && wordLength(props.column) === undefined) {
    return (
      <LazyBoundary fallback={<span className="sc-gv-note" />}>
        <PickerEditor {...props} editor={editor} />
      </LazyBoundary>
    );
  }
  return <TextEditor {...props} />;
}

/** A line of text, a number, or a larger sheet over the cell for long texts. */
function TextEditor({ parts, id, row, column, typed, error }: CellEditorProps) {
  const { model } = parts;
  const { field } = column;
  const isNumber = isNumeric(field);
  const isLong =
    column.editor.kind === "editor" && (column.editor.type === "textarea" || column.editor.type === "input-pop");
  // As it was opened: what somebody else saves meanwhile is no change of what is typed here.
  const [start] = useState(() => String(row[column.name] ?? ""));
  const [draft, setDraft] = useState(typed ?? start);
  const [note, setNote] = useState<string | undefined>(undefined);
  const control = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const isOver = useRef(false);

  useSheet(control);
  useLayoutEffect(() => {
    control.current?.focus({ preventScroll: true });
    if (typed === undefined) control.current?.select();
  }, [typed]);

  const commit = () => {
    if (isOver.current) return;
    isOver.current = true;
    if (draft !== start) model.commit(id, column.name, isNumber ? numberFrom(draft) : draft === "" ? null : draft);
  };
  const typedValue = isNumber ? numberFrom(draft) : draft;
  const problem =
    note ?? (draft === start ? error : model.store.problemOf(id, column.name, typedValue === "" ? null : typedValue));
  const end = () => {
    isOver.current = true;
    model.stop();
    parts.focus();
  };
  const shared = {
    ref: control as never,
    className: isLong ? "sc-grid-input sc-grid-area" : "sc-grid-input",
    value: draft,
    placeholder: hintOf(column) ?? messages.form.input(column.title),
    "aria-label": gridMessages.cell(column.title, model.order.indexOf(id) + 1),
    "aria-invalid": problem !== undefined || undefined,
    "aria-describedby": problem === undefined ? undefined : `${cellId(parts, id, column.name)}-why`,
    onChange: (event: { readonly target: { readonly value: string } }) => {
      const every = wordLength(column);
      const raw = event.target.value;
      if (isNumber) {
        setNote(cutNote(raw, field.scale));
        setDraft(fitNumber(plainDigits(raw), field.scale));
      } else setDraft(every === undefined ? raw : tagPairs(raw, every));
    },
    onBlur: () => {
      commit();
      const active = model.active;
      if (active?.isEditing && active.id === id && active.key === column.name) model.stop();
    },
    onKeyDown: (event: React.KeyboardEvent) => {
      // Enter and Escape belong to the input method while it composes.
      if (event.nativeEvent.isComposing) return;
      const isEnd = event.key === "Enter" && !(isLong && (event.shiftKey || event.altKey));
      if (event.key === "Escape") {
        event.preventDefault();
        event.stopPropagation();
        end();
      } else if (event.key === "Tab" || isEnd) {
        event.preventDefault();
        event.stopPropagation();
        commit();
        end();
        // As from a closed cell: what was typed stays, the next row is ready.
        if (isEnd && (event.ctrlKey || event.metaKey)) insertRow(parts, event.shiftKey ? "above" : "below", [id]);
        else if (isEnd) model.move(event.shiftKey ? -1 : 1, 0);
        else if (model.next(event.shiftKey ? -1 : 1, true)) model.edit();
      } else event.stopPropagation();
    },
  };
  return (
    <>
      {isLong ? <textarea {...shared} /> : <input inputMode={isNumber ? "decimal" : "text"} {...shared} />}
      {problem === undefined ? null : (
        <span id={`${cellId(parts, id, column.name)}-why`} className="sc-grid-reason visually-hidden">
          {problem}
        </span>
      )}
    </>
  );
}
