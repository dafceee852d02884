import type { ResolvedModel } from "../../../../runtime/model/resolved-model.ts";
import type { OnlineFormDefinition } from "../../../../runtime/online-forms/definition.ts";
import { buttonPermission, isOffered } from "../../../../runtime/online-forms/form-buttons.ts";
import { formModelId, formPrefix } from "../../../../runtime/online-forms/names.ts";
import { decideAction } from "../../../../runtime/permission/action.ts";
import type { Caller } from "../../../auth/caller.ts";
import { deniedCodes, type FormAction, formActions } from "../../../auth/form-rights.ts";
import type { DocumentSource } from "../../../documents/document-source.ts";
import { AppError } from "../../../http/errors.ts";
import { quoted, refuse } from "../../../http/refusal.ts";

/** What recorded clients read as: the table is not as the definition asks yet. */
export const notSynchronised = "NO_DB_SYNC";

/** A form whose rows somebody may work with. */
export interface OpenForm {
  readonly definition: OnlineFormDefinition;
  readonly model: ResolvedModel;
  /** Its sub-tables in their order, by the name of the relation, which is the table's. */
  readonly subs: readonly {
    readonly relation: string;
    readonly definition: OnlineFormDefinition;
    readonly model: ResolvedModel;
  }[];
  readonly caller: Caller;
}

interface OpenParts {
  readonly forms: FormsSource;
  readonly documents: DocumentSource;
}

/**
 * A form by the id of its head or the name of its table, to who may do one of the actions with its rows.
 *
 * @throws AppError INVALID for one that is not there or not synchronised, FORBIDDEN
 */
export async function openForm(
  parts: OpenParts,
  idOrTable: string,
  caller: Caller,
  ...actions: readonly FormAction[]
): Promise<OpenForm> {
  const definition = await parts.forms.find(idOrTable.slice(0, 64));
  if (!definition) throw refuse(`没有在线表单${quoted(idOrTable.slice(0, 64))}`);
  const codes = actions.map((action) => codeOf(definition, action));
  if (!decideAction(caller, codes.join(",")).allowed) throw new AppError("FORBIDDEN");
  return { ...synchronised(parts, definition), caller };
}

/** @throws AppError INVALID `NO_DB_SYNC` */
function synchronised({ documents }: OpenParts, definition: OnlineFormDefinition): Omit<OpenForm, "caller"> {
  const models = documents.current.resolvedModels;
  const modelOf = ({ head }: OnlineFormDefinition) => models.get(formModelId(head.id ?? ""));
  const model = modelOf(definition);
  if (!model || definition.head.isDbSynch !== "Y") throw refuse(notSynchronised);
  const subs = definition.subs.flatMap((sub) => {
    const below = modelOf(sub);
    return below ? [{ relation: sub.head.tableName, definition: sub, model: below }] : [];
  });
  return { definition, model, subs };
}

export const codeOf = ({ head }: OnlineFormDefinition, action: FormAction): string =>
  `${formPrefix(head.id ?? "")}:${action}`;

/** The codes of a form and its sub-tables that the caller holds, for the buttons of its pages. */
export function heldCodes(definition: OnlineFormDefinition, caller: Caller): readonly string[] {
  return [definition, ...definition.subs].flatMap((form) => [
    ...formActions.map((action) => codeOf(form, action)).filter((code) => decideAction(caller, code).allowed),
    ...form.buttons
      .filter((button) => isOffered(button) && mayPress(form, button.buttonCode, caller))
      .map(({ buttonCode }) => buttonPermission(form.head.id ?? "", buttonCode)),
  ]);
}

/** A button that a form adds is everybody's who opens the form, until it is put under control. */
export function mayPress({ head }: OnlineFormDefinition, buttonCode: string, caller: Caller): boolean {
  const code = buttonPermission(head.id ?? "", buttonCode);
  return !caller.controlled.has(code) || decideAction(caller, code).allowed;
}

/** What the caller may not do, in the words of recorded clients. */
export function deniedActions(definition: OnlineFormDefinition, caller: Caller): readonly string[] {
  return formActions.flatMap((action) => {
    const code = deniedCodes[action];
    return code === undefined || decideAction(caller, codeOf(definition, action)).allowed ? [] : [code];
  });
}

/** Where stored definitions come from. */
export interface FormsSource {
  /** A form with its sub-tables, by the id of its head or the name of its table; undefined for an unknown one. */
  find(idOrTable: string): Promise<OnlineFormDefinition | undefined>;
}
