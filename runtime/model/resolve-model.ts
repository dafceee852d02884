import type { Field, ModelDocument } from "../schema/types.gen.ts";
import { reportDictCode } from "./report-dict.ts";
import type { ResolvedDict, ResolvedField, ResolvedModel, TenantScope } from "./resolved-model.ts";
import { type SystemField, systemFieldTitles } from "./system-fields.ts";

export const systemFields = Object.keys(systemFieldTitles) as SystemField[];

const systemFieldTypes: Record<SystemField, Field["type"]> = {
  id: "string",
  version: "integer",
  createBy: "string",
  createTime: "datetime",
  updateBy: "string",
  updateTime: "datetime",
  sysOrgCode: "string",
  tenantId: "integer",
};

/** `memberNo` → `member_no`, `storeID` → `store_id`. */
export function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1_$2")
    .toLowerCase();
}

/** As the clients that were recorded know them, marks of full width beside those of half. */
const writtenMessages: ResolvedModel["messages"] = {
  add: "添加成功！",
  edit: "编辑成功!",
  delete: "删除成功!",
  deleteBatch: "批量删除成功！",
};

/**
 * Writes out what a model document leaves to defaults.
 *
 * @param document a document that passed its meta-schema
 * @param titleFieldOf answers the title field of another model; used for table dictionaries without `text`
 * @param beside the models that its scope may name; a row whose owner is in a model that is not there is nobody's
 */
export function resolveModel(
  document: ModelDocument,
  titleFieldOf: (modelId: string) => string | undefined,
  beside: ResolvedModel["beside"] = () => new Map(),
): ResolvedModel {
  const declared = Object.entries(document.fields).flatMap(([name, field]) => {
    const resolved = resolveField(name, field, titleFieldOf);
    return "search" in field && field.search === "pinyin" ? [resolved, pinyinField(resolved)] : [resolved];
  });
  const system = systemFields.map((name) =>
    resolveField(
      name,
      { type: systemFieldTypes[name], title: systemFieldTitles[name], readOnly: true } as Field,
      titleFieldOf,
      true,
    ),
  );
  return {
    id: document.id,
    title: document.title,
    table: document.table,
    of: document.of,
    base: document.base,
    permissionPrefix: document.permissionPrefix,
    writable: document.of === undefined && (document.writable ?? true),
    titleField: document.titleField ?? declared[0]?.name ?? "id",
    restrictMessage: document.restrictMessage,
    messages: { ...writtenMessages, ...document.messages },
    reference: { search: document.reference?.search ?? [], subtitle: document.reference?.subtitle ?? [] },
    fields: new Map([...declared, ...system].map((field) => [field.name, field])),
    extra: new Map(
      Object.entries(document.extra ?? {}).map(([name, field]) => {
        const resolved = resolveField(name, field, titleFieldOf);
        // Only where a form or a detail names it; no list, filter or export knows it.
        return [name, { ...resolved, hidden: true }] as const;
      }),
    ),
    relations: document.relations ?? {},
    indexes: (document.indexes ?? []).map((index) => ({
      fields: index.fields,
      unique: index.unique ?? false,
      message: index.message,
    })),
    sort: document.sort ?? [{ field: "createTime", order: "desc" }],
    scope: {
      depart: document.scope?.depart ?? false,
      tenant: resolveTenantScope(document.scope?.tenant ?? true),
      owner: document.scope?.owner ?? false,
      about: document.scope?.about,
    },
    beside,
    states: document.states,
    generate: document.generate,
    onAdd: document.onAdd ?? [],
    rules: document.rules ?? [],
    groupRules: document.groupRules ?? [],
    log: document.log ?? true,
    timeline: (document.timeline ?? false) && (document.log ?? true),
    comments: document.comments ?? false,
    keep: document.keep,
    sample: document.sample,
  };
}

function resolveTenantScope(stated: NonNullable<NonNullable<ModelDocument["scope"]>["tenant"]>): TenantScope {
  if (stated === false) return { kind: "platform" };
  const { field, through, shared = false, supervised = false } = stated === true ? {} : stated;
  if (through) return { kind: "through", links: [through].flat() };
  if (field !== undefined) return { kind: "members", field, isSupervised: supervised };
  return { kind: "own", isShared: shared, isSupervised: supervised };
}

/** Whether each tenant keeps its rows apart in everything: unique values, counters, indexes. */
export function isPerTenant({ scope: { tenant } }: Pick<ResolvedModel, "scope">): boolean {
  return tenant.kind === "own" && !tenant.isShared && !tenant.isSupervised;
}

/** Characters of a syllable, its initial and the blanks between, for each character of the text. */
const pinyinLength = 8;

/** The column beside a field that keeps its pinyin; it is no value of the row. */
function pinyinField(field: ResolvedField): ResolvedField {
  return {
    ...field,
    name: `${field.name}Pinyin`,
    column: `${field.column}_pinyin`,
    renamedFrom: undefined,
    type: "string",
    maxLength: Math.min((field.maxLength ?? 100) * pinyinLength, 4000),
    minLength: undefined,
    required: false,
    when: undefined,
    default: undefined,
    readOnly: true,
    locked: undefined,
    onDelete: undefined,
    choices: undefined,
    hidden: true,
    unique: false,
    index: false,
    search: true,
    pinyinOf: field.name,
    system: true,
    rules: [],
    fill: undefined,
    value: undefined,
    snapshot: undefined,
    rollup: undefined,
    widget: undefined,
  };
}

const scaleByType: Partial<Record<Field["type"], number>> = { money: 2, percent: 2, number: 2, integer: 0 };
const lengthByType: Partial<Record<Field["type"], number>> = { string: 100, text: 20_000 };

function resolveField(
  name: string,
  field: Field,
  titleFieldOf: (modelId: string) => string | undefined,
  system = false,
): ResolvedField {
  const any: Partial<Record<string, unknown>> = field; // the union's branches differ only in these optional limits
  return {
    name,
    column: field.column ?? snakeCase(name),
    renamedFrom: field.renamedFrom,
    type: field.type,
    title: field.title,
    tip: field.tip,
    requiredMessage: field.requiredMessage,
    maxLength: (any.maxLength as number | undefined) ?? lengthByType[field.type],
    minLength: any.minLength as number | undefined,
    minimum: any.minimum as number | undefined,
    maximum: any.maximum as number | undefined,
    scale: (any.scale as number | undefined) ?? scaleByType[field.type],
    required: field.required ?? false,
    when: field.when,
    default: field.default,
    // A copied value may be replaced by those who hold the field's edit permission, where the model names one.
    readOnly: Boolean(
      field.readOnly ?? (field.value || field.rollup || (field.snapshot && field.permission?.edit === undefined)),
    ),
    locked: field.locked,
    hidden: field.hidden ?? false,
    unique: Boolean(field.unique),
    ignoresCase: field.unique === "ignoreCase",
    index: field.index ?? false,
    search: Boolean(any.search),
    queryable: field.query ?? true,
    multiple: (any.multiple as boolean | undefined) ?? false,
    minItems: any.minItems as number | undefined,
    maxItems: any.maxItems as number | undefined,
    dict: resolveDict(field.dict, titleFieldOf),
    onDelete: field.onDelete,
    choices: field.choices,
    rules: field.rules ?? [],
    fill: field.fill?.rule,
    value: field.value,
    snapshot: field.snapshot,
    rollup: field.rollup,
    permission: field.permission ?? {},
    widget: field.widget,
    cell: field.cell,
    system,
  };
}

function resolveDict(
  dict: Field["dict"],
  titleFieldOf: (modelId: string) => string | undefined,
): ResolvedDict | undefined {
  if (dict === undefined) return undefined;
  if (typeof dict === "string") return { kind: "code", code: dict };
  if ("report" in dict) return { kind: "code", code: reportDictCode(dict) };
  return {
    kind: "model",
    model: dict.model,
    text: dict.text ?? titleFieldOf(dict.model) ?? "id",
    value: dict.value ?? "id",
    where: dict.where ?? {},
  };
}
