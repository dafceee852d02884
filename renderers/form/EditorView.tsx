import { type GeneralField, isField } from "@formily/core";
import { connect, mapProps } from "@formily/react";
import type { ComponentType } from "react";
import type { EditorPlan } from "../../runtime/compile/plan.ts";
import type { FieldItemPlan } from "../../runtime/compile/view-plan.ts";
import { rowDictText } from "../../runtime/format/cell-text.ts";
import type { ResolvedField } from "../../runtime/model/resolved-model.ts";
import { buildScope } from "../../runtime/react/scope.ts";
import { normaliseValue } from "../../runtime/record/normalise.ts";
import { ControlFrame } from "../editors/ControlFrame.tsx";
import type { EditorProps } from "../editors/editor-props.ts";
import { editorComponentOf } from "../editors/registered-editors.ts";
import { messages } from "../messages.ts";
import { uploadCellMessages } from "../upload-messages.ts";
import type { FormScope } from "./form-context.ts";

/** Dictionaries offer text; the rules compare with what the field stores: `form.kind == 2` is true of a picked "2". */
export function typedInput(field: ResolvedField, value: unknown): unknown {
  if (typeof value !== "string" || !storesNoText.has(field.type)) return value;
  const { value: typed, message } = normaliseValue(field, value);
  return message === undefined ? typed : value;
}

const storesNoText: ReadonlySet<ResolvedField["type"]> = new Set(["integer", "number", "boolean"]);

interface PlacedEditorProps {
  /** Another one with every drawing of the form: a control is drawn again too and follows its field (`useRedrawWhenShown`). */
  readonly scope: FormScope;
  readonly id: string;
  readonly item: FieldItemPlan;
  readonly editor: EditorPlan;
  /** This person may not change the field, whatever the rules say. */
  readonly isLocked: boolean;
  /** Id of the help or the error below. */
  readonly describedBy: string | undefined;
}

/** What a control takes from its field. */
interface FieldPart extends Pick<EditorProps, "value" | "disabled" | "aria"> {
  onInput(value: unknown): void;
}

function takeFromField({ isLocked, describedBy }: PlacedEditorProps, field: GeneralField): FieldPart {
  if (!isField(field)) throw new Error("an editor stands outside a field");
  return {
    value: field.value,
    disabled: isLocked || field.pattern === "disabled",
    aria: {
      "aria-required": field.decoratorProps.asterisk || undefined,
      "aria-invalid": field.selfErrors.length > 0 || undefined,
      "aria-describedby": describedBy,
    },
    onInput: (value) => void field.onInput(value),
  };
}

/** The control of a field, joined to it once for all editors. Leaving it checks it. */
export const EditorView = connect(
  Control,
  mapProps((props, field) => ({ ...props, ...takeFromField(props, field) })),
) as ComponentType<PlacedEditorProps>;

function Control({ scope, id, item, editor, value, disabled, aria, onInput }: PlacedEditorProps & FieldPart) {
  const { session, services, dictionaries, opened, changed } = scope;
  const Editor: ComponentType<EditorProps> | undefined = editorComponentOf(editor.type);
  if (!Editor) {
    return (
      <output id={id} className="sc-readonly sc-line sc-ends sc-readonly-unavailable" title={messages.form.unavailable}>
        <span className="sc-cut">{value ? String(rowDictText(opened, item.name) ?? value) : messages.dash}</span>
        <span className="sc-readonly-origin sc-hint">{messages.form.unavailable}</span>
      </output>
    );
  }
  return (
    <ControlFrame type={editor.type}>
      <Editor
        id={id}
        title={item.title}
        field={item.field}
        dict={item.dict}
        options={editor.props}
        value={value}
        text={value === opened[item.name] ? rowDictText(opened, item.name) : undefined}
        disabled={disabled}
        aria={aria}
        services={services}
        dictionaries={dictionaries}
        scope={() => buildScope(services, { row: session.row, form: session.row })}
        onChange={(next) => {
          const before = session.row[item.name];
          onInput(typedInput(item.field, next));
          changed(item, before);
        }}
        onBlur={() => session.leave(item.name)}
        onBusy={(busy) => session.hold(item.name, busy ? uploadCellMessages.field.wait : undefined)}
        onFill={(values) => session.set(values)}
      />
    </ControlFrame>
  );
}
