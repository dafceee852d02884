import { BaseItem } from "@formily/antd-v5/esm/form-item";
import type { Field as FieldState } from "@formily/core";
import { Field, observer } from "@formily/react";
import { useEffect, useReducer } from "react";
import type { FieldItemPlan } from "../../runtime/compile/view-plan.ts";
import { compileTemplate } from "../../runtime/expr/template.ts";
import { isBlank } from "../../runtime/format/cell-text.ts";
import { mayChange, maySee } from "../../runtime/react/field-rights.ts";
import { partMarks } from "../../runtime/react/part-marks.ts";
import { buildScope, isTrue } from "../../runtime/react/scope.ts";
import { BrokenMark } from "../layouts/BrokenMark.tsx";
import { EditorView } from "./EditorView.tsx";
import { type FormScope, useFormScope } from "./form-context.ts";
import { ReadOnlyValue } from "./ReadOnlyValue.tsx";
import { whenHint } from "./when-hint.ts";

/** One field of a form. What is drawn comes as a child, not as Formily's component props: those it would copy. */
export function FormField({ item }: { readonly item: FieldItemPlan }) {
  const { session, services, plan } = useFormScope();
  if (!maySee(services, plan.model, item.field)) return null;
  // Stands as the rules have it before Formily first draws it.
  session.field(item.name);
  return <Field name={item.name}>{(field: FieldState) => <FieldView field={field} item={item} />}</Field>;
}

/** Below an item; the line of a message is in its height (`form.css`). */
const spacing = { marginBottom: 4 };

interface FieldViewProps {
  readonly field: FieldState;
  readonly item: FieldItemPlan;
}

/** Draws the field anew with every value of the form that changes, where something of it depends on them. */
function useFormValues(depends: boolean, { session, services }: FormScope) {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => (depends ? session.onChange(redraw) : undefined), [depends, session]);
  return depends ? buildScope(services, { row: session.row, form: session.row }) : undefined;
}

/** A tip may depend on the record; one that says nothing now is none. */
function useTip(tip: string | undefined, form: FormScope): string | undefined {
  const scope = useFormValues(tip?.includes("{{") === true, form);
  return scope && tip !== undefined ? compileTemplate(tip)(scope) || undefined : tip;
}

/** So may the control. */
function useEditor({ editor, alternatives }: FieldItemPlan, form: FormScope): FieldItemPlan["editor"] {
  const scope = useFormValues(alternatives.length > 0, form);
  return (scope && alternatives.find(({ when }) => isTrue(when, scope))?.editor) ?? editor;
}

/** FormItem without its own observer: what it would read of the field is read here. */
const FieldView = observer(function FieldView({ field, item }: FieldViewProps) {
  const scope = useFormScope();
  const { id, opened, plan, services, dictionaries } = scope;
  const tip = useTip(item.tip, scope);
  const editor = useEditor(item, scope);
  if (item.onlyWithValue && isBlank(opened[item.name])) return null;
  const [error] = field.selfErrors;
  const [warning] = field.selfWarnings;
  const help = error ?? warning ?? tip ?? whenHint(item.field, plan.model, dictionaries);
  const controlId = `${id}-${item.name}`;
  const helpId = `${controlId}-help`;
  return (
    <BaseItem
      className={error ? "sc-item sc-item-error" : "sc-item"}
      style={spacing}
      gridSpan={item.span}
      {...partMarks(item)}
      data-field={item.name}
      data-editor={editor.kind === "editor" ? editor.type : undefined}
      data-linked={item.field.when !== undefined || undefined}
      // A label of ours: FormItem's own names no control.
      label={<label htmlFor={controlId}>{item.title}</label>}
      asterisk={field.decoratorProps.asterisk === true && !item.readOnly}
      feedbackStatus={error ? "error" : warning ? "warning" : ""}
      feedbackText={
        help ? (
          <span id={helpId} role={error ? "alert" : undefined}>
            {help}
          </span>
        ) : undefined
      }
    >
      {item.readOnly ? (
        <ReadOnlyValue id={controlId} item={item} value={field.value} />
      ) : editor.kind === "broken" ? (
        <BrokenMark part={editor} />
      ) : (
        <EditorView
          key={editor.type}
          scope={scope}
          id={controlId}
          item={item}
          editor={editor}
          isLocked={!mayChange(services, plan.model, item.field)}
          describedBy={help ? helpId : undefined}
        />
      )}
    </BaseItem>
  );
});
