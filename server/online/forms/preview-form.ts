import { resolveModel } from "../../../runtime/model/resolve-model.ts";
import type { ResolvedModel, Row } from "../../../runtime/model/resolved-model.ts";
import { compileModels } from "../../../runtime/online-forms/compile-model.ts";
import { formScreen } from "../../../runtime/online-forms/compile-screen.ts";
import {
  type FormFinding,
  type OnlineFormDefinition,
  type OnlineFormField,
  type OnlineFormHead,
  tableTypes,
} from "../../../runtime/online-forms/definition.ts";
import { formPrefix } from "../../../runtime/online-forms/names.ts";
import { checkRules, withUsableRules } from "../../../runtime/online-forms/rules/check-rules.ts";
import { followedRules } from "../../../runtime/online-forms/rules/follow-rules.ts";
import type { ScreenDocument } from "../../../runtime/schema/types.gen.ts";
import { formActions } from "../../auth/form-rights.ts";
import type { DocumentStore } from "../../documents/load-documents.ts";
import { checkForm, formWorld, shapeFindings } from "./check-form.ts";
import { screenKindOf } from "./form-address.ts";
import { newForm, plainRows } from "./new-form.ts";
import type { readNamedForms, StoredForm } from "./stored-forms.ts";

/** What a definition would be as pages, before anybody stored it. */
export interface FormPreview {
  /** Undefined while no row says what it is. */
  readonly screens: { readonly form: ScreenDocument; readonly list: ScreenDocument } | undefined;
  /** The documents in force, with the form's own in the place of those that it has now. */
  readonly documents: DocumentStore;
  readonly granted: readonly string[];
  /** What was compiled. */
  readonly definition: OnlineFormDefinition;
  readonly findings: readonly PreviewFinding[];
}

export interface PreviewFinding extends Pick<FormFinding, "field" | "key" | "message" | "severity"> {}

/** Stand for what a new form is not given yet. */
const nameless = "new_form";
const newId = "new-form";

interface PreviewParts {
  readonly documents: DocumentStore;
  readonly named: Awaited<ReturnType<typeof readNamedForms>>;
  /** The form as it is stored; its sub-tables are shown as they stand. */
  readonly stored: StoredForm | undefined;
}

/**
 * Compiles a definition as a designer has it on the screen: rows without a name are left out, faults are answered
 * beside what compiles in spite of them.
 */
export function previewForm(body: Row, { documents, named, stored }: PreviewParts): FormPreview {
  const asked = definitionOf(body, stored);
  const nothing = { screens: undefined, documents, granted: [], definition: asked };
  if (asked.fields.length === 0) return { ...nothing, findings: [] };
  const shape = shapeFindings(asked);
  if (shape.length > 0) return { ...nothing, findings: shape.map((finding) => placed(finding, asked)) };
  const followed = stored ? { ...asked, head: { ...asked.head, rules: followedRules(stored, asked) } } : asked;
  const ruleFindings = checkRules(followed).map(({ severity, message }) => ({ severity, key: "rules", message }));
  const definition = withUsableRules(followed);
  const world = formWorld(documents.resolvedModels, named);
  const { findings, model } = checkForm(definition, world, documents);
  const { models } = compileModels(definition, world);
  const titleField = model?.titleField ?? models[0]?.titleField;
  const id = definition.head.id ?? newId;
  const resolved = models.map((each): [string, ResolvedModel] => [
    each.id,
    resolveModel(
      each,
      (other) => documents.resolvedModels.get(other)?.titleField,
      () => documents.resolvedModels,
    ),
  ]);
  return {
    screens: {
      form: formScreen("form", definition, world, titleField),
      list: formScreen(screenKindOf(definition.head), definition, world, titleField),
    },
    documents: {
      ...documents,
      models: new Map([...documents.models, ...models.map((each) => [each.id, each] as const)]),
      resolvedModels: new Map([...documents.resolvedModels, ...resolved]),
    },
    granted: [id, ...definition.subs.map(({ head }) => head.id ?? "")].flatMap((head) =>
      formActions.map((action) => `${formPrefix(head)}:${action}`),
    ),
    definition,
    findings: [
      ...findings.filter(({ key }) => isAsked(key, body)).map((finding) => placed(finding, definition)),
      ...ruleFindings,
    ],
  };
}

/** What is still empty at the head is no fault yet. */
const isAsked = (key: string | undefined, body: Row) => key !== "tableName" || Boolean(body.tableName);

function definitionOf(body: Row, stored: StoredForm | undefined): OnlineFormDefinition {
  const isNew = stored === undefined;
  const whole = isNew ? newForm({ ...body, fields: plainRows(body.fields) ?? [] }) : body;
  const fields = (plainRows(whole.fields) ?? [])
    .filter(({ dbFieldName, dbFieldTxt, dbType }) => dbFieldName && dbFieldTxt && dbType)
    .map((field, index) => ({ ...field, orderNum: index + 1 }) as unknown as OnlineFormField);
  const head = {
    ...stored?.head,
    ...whole,
    id: stored?.head.id ?? newId,
    tableName: body.tableName || nameless,
    tableTxt: body.tableTxt || nameless,
    tableType: body.tableType ?? tableTypes.single,
  } as unknown as OnlineFormHead;
  const subs = head.tableType === tableTypes.main ? (stored?.subs ?? []) : [];
  const own = fields.some(({ isShowForm, isShowList }) => isShowForm !== 0 || isShowList !== 0);
  return { head, fields: own ? fields : [], indexes: [], buttons: [], subs };
}

/** `fields/2/dbType` says which field is meant by its place; people know it by its name. */
function placed({ field, key, message, severity }: FormFinding, { fields }: OnlineFormDefinition): PreviewFinding {
  const [, at, name] = /^fields\/(\d+)\/(\w+)$/.exec(key ?? "") ?? [];
  const meant = field ?? (at === undefined ? undefined : fields[Number(at)]?.dbFieldName);
  return {
    severity,
    ...(meant === undefined ? {} : { field: meant }),
    ...((name ?? key) ? { key: name ?? key } : {}),
    message: message || "设置不正确",
  };
}
