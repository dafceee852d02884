import type { Field as FieldState } from "@formily/core";
import { Field, observer } from "@formily/react";
import type { FieldItemPlan } from "../../runtime/compile/view-plan.ts";
import { isBlank } from "../../runtime/format/cell-text.ts";
import { mayChange, maySee } from "../../runtime/react/field-rights.ts";
import { BrokenMark } from "../layouts/BrokenMark.tsx";
import { EditorView } from "./EditorView.tsx";
import { useFormScope } from "./form-context.ts";
import { ReadOnlyValue } from "./ReadOnlyValue.tsx";
import { whenHint } from "./when-hint.ts";

/** One field of a form: its state comes from the rules when it is mounted and follows them afterwards. */
export function FormField({ item }: { readonly item: FieldItemPlan }) {
  const { session, services, plan } = useFormScope();
  const state = session.logic.state(item.name);
  if (!maySee(services, plan.model, item.field)) return null;
  return (
    <Field
      name={item.name}
      display={state.visible ? "visible" : "hidden"}
      pattern={state.disabled ? "disabled" : "editable"}
      decorator={[undefined as never, { required: state.required }]}
    >
      {(field: FieldState) => <FieldView field={field} item={item} />}
    </Field>
  );
}

interface FieldViewProps {
  readonly field: FieldState;
  readonly item: FieldItemPlan;
}

const FieldView = observer(function FieldView({ field, item }: FieldViewProps) {
  const { id, opened, plan, services, dictionaries, session } = useFormScope();
  if (item.onlyWithValue && isBlank(opened[item.name])) return null;
  // A stored list is kept from Formily, which holds what is typed; rows of relations have their own tables.
  const value = item.field.type === "json" ? (field.value ?? session.logic.row[item.name]) : field.value;
  const errors = field.selfErrors;
  const warnings = field.selfWarnings;
  const help = errors[0] ?? warnings[0] ?? item.tip ?? whenHint(item.field, plan.model, dictionaries);
  const controlId = `${id}-${item.name}`;
  const helpId = `${controlId}-help`;
  const isLocked = field.pattern === "disabled" || !mayChange(services, plan.model, item.field);
  const isRequired = field.decoratorProps.required === true && !item.readOnly;
  return (
    <div
      className={errors.length > 0 ? "sc-item sc-item-error" : "sc-item"}
      style={item.span > 1 ? { gridColumn: `span ${item.span}` } : undefined}
      data-field={item.name}
      data-linked={item.field.when !== undefined || undefined}
    >
      <label
        className={isRequired ? "sc-item-label sc-item-required" : "sc-item-label"}
        htmlFor={controlId}
        title={item.title}
      >
        {item.title}
      </label>
      <div className="sc-item-control">
        {item.readOnly ? (
          <ReadOnlyValue id={controlId} item={item} value={value} />
        ) : item.editor.kind === "broken" ? (
          <BrokenMark part={item.editor} />
        ) : (
          <EditorView
            id={controlId}
            item={item}
            editor={item.editor}
            value={value}
            disabled={isLocked}
            required={isRequired}
            invalid={errors.length > 0}
            describedBy={help ? helpId : undefined}
          />
        )}
        {help ? (
          <div
            id={helpId}
            className={helpClass(errors.length, warnings.length)}
            role={errors.length > 0 ? "alert" : undefined}
          >
            {help}
          </div>
        ) : null}
      </div>
    </div>
  );
});

function helpClass(errors: number, warnings: number): string {
  if (errors > 0) return "sc-help sc-help-error";
  return warnings > 0 ? "sc-help sc-help-warning" : "sc-help";
}
