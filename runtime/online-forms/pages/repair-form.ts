import { compileModels, type FormWorld } from "../compile-model.ts";
import type { FormFinding, OnlineFormDefinition, OnlineFormField } from "../definition.ts";
import { columnNameFault, columnNameLimit, engineColumns, systemColumns } from "../names.ts";
import { renameInRules } from "../rules/follow-rules.ts";
import type { PageFinding } from "./export-pages.ts";

/** A definition of elsewhere that can be used here, with every word that had to be another. */
export interface RepairedForm {
  readonly definition: OnlineFormDefinition;
  readonly findings: readonly PageFinding[];
  /** What no repair of ours helps against. */
  readonly faults: readonly FormFinding[];
}

/** Repairs of repairs: a field that lost its dictionary may have a default that does not fit any more. */
const mostRounds = 5;

/**
 * Takes from a definition what cannot be used: reserved names become others, a control whose dictionary is not there a
 * text, a default or rule that cannot be read none.
 */
export function repairForm(definition: OnlineFormDefinition, world: FormWorld): RepairedForm {
  const findings: PageFinding[] = [];
  let form = renameColumns(definition, findings);
  for (let round = 0; round < mostRounds; round++) {
    const errors = errorsOf(form, world);
    const repaired = repairOnce(form, errors, findings);
    if (!repaired) return { definition: form, findings, faults: errors };
    form = repaired;
  }
  return { definition: form, findings, faults: errorsOf(form, world) };
}

const errorsOf = (form: OnlineFormDefinition, world: FormWorld): readonly FormFinding[] =>
  compileModels(form, world).findings.filter(({ severity }) => severity === "error");

const noControl = { fieldShowType: "text", dictTable: null, dictField: null, dictText: null } as const;

/** What takes the place of a setting that cannot be used. */
const repairs: Readonly<Partial<Record<keyof OnlineFormField, Partial<OnlineFormField>>>> = {
  dictTable: noControl,
  dictField: noControl,
  dictText: noControl,
  fieldShowType: { fieldShowType: "text" },
  fieldDefaultValue: { fieldDefaultValue: null },
  fieldValidType: { fieldValidType: null },
  fieldMustInput: { fieldMustInput: "0", dbIsNull: 1 },
  dbLength: { dbLength: 100 },
  dbPointLength: { dbPointLength: 2 },
};

function repairOnce(
  form: OnlineFormDefinition,
  errors: readonly FormFinding[],
  findings: PageFinding[],
): OnlineFormDefinition | undefined {
  let changed = false;
  const of = (one: OnlineFormDefinition): OnlineFormDefinition => ({
    ...one,
    fields: one.fields.map((field) => {
      const error = errors.find(
        ({ tableName, field: name }) => tableName === one.head.tableName && name === field.dbFieldName,
      );
      const key = error?.key as keyof OnlineFormField | undefined;
      const repair = key && repairs[key];
      if (!error || !repair) return field;
      changed = true;
      findings.push({
        place: `${one.head.tableTxt}：${field.dbFieldTxt}`,
        kind: "changed",
        message: `${error.message}，${words[key] ?? "不采用这项设置"}`,
      });
      return { ...field, ...repair };
    }),
    indexes: one.indexes.filter(({ indexName }, at) => {
      const error = errors.find(
        ({ tableName, key }) => tableName === one.head.tableName && key === `indexes/${at}/indexField`,
      );
      if (!error) return true;
      changed = true;
      findings.push({ place: `${one.head.tableTxt}：索引 ${indexName}`, kind: "left", message: error.message });
      return false;
    }),
    subs: one.subs.map(of),
  });
  const repaired = of(form);
  return changed ? repaired : undefined;
}

const words: Readonly<Partial<Record<keyof OnlineFormField, string>>> = {
  dictTable: "改为文本",
  dictField: "改为文本",
  dictText: "改为文本",
  fieldShowType: "改为文本",
  fieldDefaultValue: "不设默认值",
  fieldValidType: "不设校验规则",
  fieldMustInput: "改为选填",
  dbLength: "改为 100",
  dbPointLength: "改为 2 位小数",
};

/** Columns that cannot be called so get the nearest name that can; what names them follows. */
function renameColumns(form: OnlineFormDefinition, findings: PageFinding[]): OnlineFormDefinition {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const written = new Set<string>();
  const fields = form.fields.flatMap((field): OnlineFormField[] => {
    const name = field.dbFieldName;
    if (written.has(name)) {
      findings.push({
        place: `${form.head.tableTxt}：${field.dbFieldTxt}`,
        kind: "left",
        message: `字段 ${name} 写了两次`,
      });
      return [];
    }
    written.add(name);
    // What every table has by itself is filled by the server.
    if (engineColumns.has(name) && !systemColumns.has(name)) return [];
    const usable = columnNameFault(name) === undefined || (systemColumns.has(name) && !engineColumns.has(name));
    const given = usable ? name : usableName(name, taken);
    if (given !== name) {
      names.set(name, given);
      findings.push({
        place: `${form.head.tableTxt}：${field.dbFieldTxt}`,
        kind: "changed",
        message: `字段名 ${name}（${columnNameFault(name) ?? ""}）→ ${given}`,
      });
    }
    taken.add(given);
    return [{ ...field, dbFieldName: given }];
  });
  const renamed = (list: string) =>
    list
      .split(",")
      .map((name) => names.get(name.trim()) ?? name.trim())
      .join(",");
  return {
    ...form,
    head:
      names.size > 0 && form.head.rules ? { ...form.head, rules: renameInRules(form.head.rules, names) } : form.head,
    fields: fields.map((field) =>
      field.fieldShowType === "popup" && field.dictText ? { ...field, dictText: renamed(field.dictText) } : field,
    ),
    indexes: form.indexes.map((index) => ({ ...index, indexField: renamed(index.indexField) })),
    subs: form.subs.map((sub) => renameColumns(sub, findings)),
  };
}

function usableName(name: string, taken: ReadonlySet<string>): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9_]/g, "_");
  const begun = (/^[a-z]/.test(plain) ? plain : `f_${plain}`).slice(0, columnNameLimit - 6).replace(/_+$/, "");
  for (let count = 0; ; count++) {
    const candidate = `${begun}_${count === 0 ? "f" : count}`;
    if (columnNameFault(candidate) === undefined && !taken.has(candidate)) return candidate;
  }
}
