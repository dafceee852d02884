import { resolveModel } from "../model/resolve-model.ts";
import type { ResolvedField, ResolvedModel } from "../model/resolved-model.ts";
import type { Field, ModelDocument } from "../schema/types.gen.ts";
import { planFieldItem } from "./compile-item.ts";
import { type CompileContext, report } from "./context.ts";
import type { FieldItemPlan } from "./view-plan.ts";

type Ask = NonNullable<NonNullable<ModelDocument["states"]>["transitions"][string]["ask"]>;

/**
 * The question form of a transition or of an own button. A key is a field of the model with a few changes, or a temporary
 * field that brings its own `type`; temporary fields live only in the answers.
 */
export function askItems(
  context: CompileContext,
  model: ResolvedModel,
  place: string,
  ask: Ask,
): readonly FieldItemPlan[] {
  return Object.entries(ask).flatMap(([name, options]) => {
    // Copied by the server from what is picked.
    if ("type" in options && options.snapshot) return [];
    const path = `${place}/ask/${name}`;
    const field = "type" in options ? temporaryField(name, options) : model.fields.get(name);
    if (!field) {
      report(context, path, "字段", name, model.fields.keys());
      return [];
    }
    const asked: ResolvedField = {
      ...field,
      // A state field is read-only for forms and answered here all the same.
      readOnly: false,
      title: options.title ?? field.title,
      required: options.required ?? field.required,
      default: options.default ?? field.default,
      rules: options.rules ?? field.rules,
      widget: options.widget ?? field.widget,
    };
    return [planFieldItem(context, "type" in options ? undefined : model, path, asked, {}, 1)];
  });
}

function temporaryField(name: string, field: Field): ResolvedField | undefined {
  const holder: ModelDocument = {
    schemaVersion: 1,
    id: "ask",
    title: "",
    table: "ask",
    base: "/ask",
    permissionPrefix: "ask",
    fields: { [name]: field },
  };
  return resolveModel(holder, () => undefined).fields.get(name);
}
