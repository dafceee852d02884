import type { FormItem, GridColumn, GridColumnOverride, Rule } from "../schema/types.gen.ts";

type Condition = boolean | string;

/** What a screen says about a field, a column (`details.price`) or a sub-table (`details`), in plain form. */
export interface LinkageItem {
  readonly id: string;
  /** All must hold: the item's own and those of the groups and tabs around it. */
  readonly visible: readonly Condition[];
  /** One is enough. */
  readonly disabled: readonly Condition[];
  readonly required: readonly Condition[];
  /** Besides the model's, of a field alone; all must hold while it may be edited. */
  readonly rules: readonly Rule[];
  /** `{{ … }}` that computes the value; only where the model does not compute one. */
  readonly value: string | undefined;
}

type Overrides = Readonly<
  Record<
    string,
    {
      readonly visible?: Condition;
      readonly disabled?: Condition;
      readonly required?: Condition;
      readonly rules?: readonly Rule[];
      readonly value?: string;
    }
  >
>;

const listOf = (condition: Condition | undefined): readonly Condition[] => (condition === undefined ? [] : [condition]);

/**
 * Flattens the items of a form view. A field that stands twice is visible where either place is; the other rules of
 * both places apply.
 */
export function linkageItems(items: readonly FormItem[], overrides: Overrides = {}): readonly LinkageItem[] {
  const found = new Map<string, LinkageItem>();
  const add = (item: LinkageItem): void => {
    const known = found.get(item.id);
    found.set(item.id, known ? merge(known, item) : item);
  };
  const addField = (id: string, around: readonly Condition[], own: Overrides[string]): void => {
    const override = Object.hasOwn(overrides, id) ? overrides[id] : undefined;
    add({
      id,
      visible: [...around, ...listOf(own.visible), ...listOf(override?.visible)],
      disabled: [...listOf(own.disabled), ...listOf(override?.disabled)],
      required: [...listOf(own.required), ...listOf(override?.required)],
      rules: [...(own.rules ?? []), ...(override?.rules ?? [])],
      value: own.value ?? override?.value,
    });
  };
  const visit = (item: FormItem, around: readonly Condition[]): void => {
    if (typeof item === "string") addField(item, around, {});
    else if ("field" in item) addField(item.field, around, item);
    else if ("group" in item) {
      for (const inner of item.items) visit(inner, [...around, ...listOf(item.visible)]);
    } else if ("tabs" in item) {
      for (const tab of item.tabs) for (const inner of tab.items) visit(inner, [...around, ...listOf(tab.visible)]);
    } else if ("subTable" in item) {
      const { subTable } = item;
      if (subTable.relation === undefined) return;
      const visible = [...around, ...listOf(item.visible), ...listOf(subTable.visible)];
      const editable = subTable.kind === "table" ? subTable.editable : undefined;
      add({ id: subTable.relation, visible, disabled: notAll(editable), required: [], rules: [], value: undefined });
      if (subTable.kind === "table")
        addColumns(subTable.relation, subTable.columns ?? [], subTable.override ?? {}, add);
    }
  };
  for (const item of items) visit(item, []);
  for (const id of Object.keys(overrides)) if (!found.has(id)) addField(id, [], {});
  return [...found.values()];
}

/** `editable: {{ e }}` is `disabled: !e`; expressions are negated where they are evaluated. */
function notAll(editable: Condition | undefined): readonly Condition[] {
  if (editable === undefined || editable === true) return [];
  return editable === false ? [true] : [`{{ !(${editable.slice(2, -2)}) }}`];
}

function addColumns(
  relation: string,
  columns: readonly GridColumn[],
  override: Readonly<Record<string, GridColumnOverride>>,
  add: (item: LinkageItem) => void,
): void {
  const own = columns.map((column) => (typeof column === "string" ? { field: column } : column));
  const others = Object.entries(override).map(([field, column]) => ({ ...column, field }));
  for (const column of [...own, ...others]) {
    add({
      id: `${relation}.${column.field}`,
      visible: listOf(column.visible),
      disabled: listOf(column.disabled),
      required: listOf(column.required),
      rules: [],
      value: column.value,
    });
  }
}

/** Two places of one field: shown if one of them is, so unequal conditions are joined by "or". */
function merge(first: LinkageItem, second: LinkageItem): LinkageItem {
  return {
    id: first.id,
    visible: either(first.visible, second.visible),
    disabled: [...first.disabled, ...second.disabled],
    required: [...first.required, ...second.required],
    rules: [...first.rules, ...second.rules],
    value: first.value ?? second.value,
  };
}

function either(first: readonly Condition[], second: readonly Condition[]): readonly Condition[] {
  if (first.length === 0 || second.length === 0) return [];
  return [`{{ (${conjunction(first)}) || (${conjunction(second)}) }}`];
}

const conjunction = (conditions: readonly Condition[]): string =>
  conditions
    .map((condition) => (typeof condition === "string" ? `(${condition.slice(2, -2)})` : String(condition)))
    .join(" && ");
