import { type ComponentType, Suspense } from "react";
import type { EditorPlan } from "../../runtime/compile/plan.ts";
import type { FieldItemPlan } from "../../runtime/compile/view-plan.ts";
import { rowDictText } from "../../runtime/format/cell-text.ts";
import type { ResolvedField } from "../../runtime/model/resolved-model.ts";
import { normaliseValue } from "../../runtime/record/normalise.ts";
import { messages } from "../messages.ts";
import { editorComponentOf } from "./editor-components.ts";
import type { EditorProps } from "./editor-props.ts";
import { useFormScope } from "./form-context.ts";

/** Dictionaries offer text; the rules compare with what the field stores: `form.kind == 2` is true of a picked "2". */
export function typedInput(field: ResolvedField, value: unknown): unknown {
  if (typeof value !== "string" || !storesNoText.has(field.type)) return value;
  const { value: typed, message } = normaliseValue(field, value);
  return message === undefined ? typed : value;
}

const storesNoText: ReadonlySet<ResolvedField["type"]> = new Set(["integer", "number", "boolean"]);

interface EditorViewProps {
  readonly id: string;
  readonly item: FieldItemPlan;
  readonly editor: EditorPlan;
  readonly value: unknown;
  readonly disabled: boolean;
  readonly required: boolean;
  readonly invalid: boolean;
  readonly describedBy: string | undefined;
}

/** The control of a field. What a person puts in goes to the form's rules, leaving the field checks it. */
export function EditorView(props: EditorViewProps) {
  const { id, item, editor, value } = props;
  const { session, services, dictionaries, opened, changed } = useFormScope();
  const Editor: ComponentType<EditorProps> | undefined = editorComponentOf(editor.type);
  if (!Editor) {
    return (
      <output id={id} className="sc-readonly sc-readonly-unavailable" title={messages.form.unavailable}>
        <span className="sc-cut">{value ? String(rowDictText(opened, item.name) ?? value) : messages.dash}</span>
        <span className="sc-readonly-origin">{messages.form.unavailable}</span>
      </output>
    );
  }
  return (
    <Suspense fallback={<span className="sc-editor-pending" />}>
      <Editor
        id={id}
        title={item.title}
        field={item.field}
        dict={item.dict}
        options={editor.props}
        value={value}
        text={value === opened[item.name] ? rowDictText(opened, item.name) : undefined}
        disabled={props.disabled}
        aria={{
          "aria-required": props.required || undefined,
          "aria-invalid": props.invalid || undefined,
          "aria-describedby": props.describedBy,
        }}
        services={services}
        dictionaries={dictionaries}
        onChange={(next) => {
          const before = session.logic.row[item.name];
          session.input(item.name, typedInput(item.field, next));
          changed(item, before);
        }}
        onBlur={() => session.leave(item.name)}
        onBusy={(busy) => session.hold(item.name, busy ? messages.upload.wait : undefined)}
        onFill={(values) => session.set(values)}
      />
    </Suspense>
  );
}
