import { compileBraced, isExpression } from "../../../runtime/expr/template.ts";
import type { ResolvedField, ResolvedModel } from "../../../runtime/model/resolved-model.ts";
import type { Generator, Sample } from "../../../runtime/schema/types.gen.ts";
import { closureOf, orderSteps, type Step } from "./field-order.ts";
import { expressionReads, generatorReads } from "./generator-paths.ts";
import { createMaker, type Make, type MakerContext, type Master, roundTo } from "./makers.ts";
import { referencedRow, type SampleRow } from "./pools.ts";
import { createChoice } from "./random.ts";

type Generators = Readonly<Record<string, Generator>>;

export interface RowPlan {
  /** Makes the early fields: those that decide when the row was created. `row` holds the preset ones. */
  begin(row: SampleRow, master: Master | undefined): SampleRow;
  /** Makes the rest; rows of one model are completed in the order of their creation. */
  complete(row: SampleRow, master: Master | undefined): void;
}

export interface PlanContext extends MakerContext {
  readonly sample: Sample;
  /** Next value of a fill rule; undefined when the rule makes none. */
  readonly fill: (rule: string, row: SampleRow) => unknown;
  readonly newId: (row: SampleRow) => string;
  /** Values in use, by unique field or by the fields of a unique index. */
  readonly taken: Map<string, Set<string>>;
  /** Makes the sub-rows of a relation. */
  readonly makeDetails: (relation: string, master: Master, count: number) => SampleRow[];
  /** Fields of the master that the sub-rows of a relation read. */
  readonly detailReads: (relation: string) => readonly string[];
}

const creationField = "createTime";
const departmentField = "sysOrgCode";

/**
 * Plans how the rows of a model are made.
 *
 * @param overrides generators that replace those of the sample block
 * @param preset fields that `begin` is given
 * @param options.details sub-rows are distinct within their master, which whoever makes them sees to
 */
export function createRowPlan(
  context: PlanContext,
  overrides: Generators = {},
  preset: ReadonlySet<string> = new Set(),
  options: { readonly details?: boolean } = {},
): RowPlan {
  const { model, sample } = context;
  const generators: Generators = { ...sample.fields, ...overrides };
  const steps: (Step & { readonly make: Make })[] = [];

  for (const field of model.fields.values()) {
    if (preset.has(field.name) || field.name === departmentField) continue;
    if (field.system && field.name !== creationField && !generators[field.name]) continue;
    steps.push(
      planField(
        field,
        generators[field.name],
        context,
        options.details ? undefined : uniqueWith(model, field, generators, preset),
      ),
    );
  }
  if (!preset.has(departmentField)) steps.push(planDepartment(context, generators[departmentField]));
  for (const [relation, { weights, when }] of Object.entries(sample.relations ?? {})) {
    const counts = createChoice(Object.entries(weights), ([, weight]) => weight);
    const applies = when === undefined ? () => true : compileBraced(when);
    steps.push({
      name: relation,
      reads: new Set([...context.detailReads(relation), ...expressionReads(when), departmentField]),
      make: (row) => {
        if (!applies({ row, now: context.now })) return [];
        return context.makeDetails(relation, { model, row }, Number(counts.draw(context.random)?.[0] ?? 0));
      },
    });
  }
  const ordered = orderSteps(steps);
  const early = closureOf(ordered, creationField);
  const first = ordered.filter((step) => early.has(step.name));
  const rest = ordered.filter((step) => !early.has(step.name));
  const relations = Object.keys(sample.relations ?? {});

  return {
    begin(row, master) {
      for (const step of first) row[step.name] = step.make(row, master);
      return row;
    },
    complete(row, master) {
      row.id = context.newId(row);
      row.version = 1;
      row.tenantId = 0;
      for (const step of rest) row[step.name] = step.make(row, master);
      for (const relation of relations) row[relation] = undefined;
    },
  };
}

function planField(
  field: ResolvedField,
  generator: Generator | undefined,
  context: PlanContext,
  uniqueFields: readonly string[] | undefined,
): Step & { readonly make: Make } {
  const { now } = context;
  const applies = field.when === undefined ? undefined : compileBraced(field.when);
  const made = planSource(field, generator, context);
  let make = made.make;
  if (uniqueFields && generator) make = withoutRepeats(field, uniqueFields, make, context);
  const inner = make;
  return {
    name: field.name,
    reads: new Set([...made.reads, ...expressionReads(field.when), ...(uniqueFields ?? [])]),
    make: applies ? (row, master) => (applies({ row, master: master?.row, now }) ? inner(row, master) : null) : inner,
  };
}

/** Where a value comes from: the sample block, a copy, a computation, a fill rule, the default; else nothing. */
function planSource(
  field: ResolvedField,
  generator: Generator | undefined,
  context: PlanContext,
): { readonly reads: readonly string[]; readonly make: Make } {
  const { model, pools, now } = context;
  if (generator) return { reads: generatorReads(generator), make: createMaker(generator, field, context) };
  if (field.snapshot) {
    const { from, field: source } = field.snapshot;
    const reference = model.fields.get(from);
    return { reads: [from], make: (row) => referencedRow(pools, reference, row[from])?.[source] ?? null };
  }
  if (field.value !== undefined) {
    const evaluate = compileBraced(field.value);
    const scale = field.scale;
    return {
      reads: expressionReads(field.value),
      make: (row, master) => {
        const value = evaluate({ row, master: master?.row, now: row[creationField] ?? now }) ?? null;
        return typeof value === "number" && scale !== undefined ? roundTo(value, scale) : value;
      },
    };
  }
  if (field.rollup) {
    const start = field.rollup.op === "sum" || field.rollup.op === "count" ? 0 : null;
    return { reads: [], make: () => start };
  }
  if (field.fill !== undefined) {
    const { fill } = field;
    return { reads: [], make: (row) => context.fill(fill, row) ?? null };
  }
  if (field.name === creationField) {
    return { reads: [], make: (_row, master) => master?.row[creationField] ?? now };
  }
  if (isExpression(field.default)) {
    const evaluate = compileBraced(field.default);
    return {
      reads: expressionReads(field.default),
      make: (row, master) => evaluate({ row, master: master?.row, now: row[creationField] ?? now }) ?? null,
    };
  }
  const value = field.default ?? null;
  return { reads: [], make: () => value };
}

/**
 * The other fields with which a field must be unique: none for a unique field, undefined when it need not be. Of a
 * unique index, the last field with a generator answers for it.
 */
function uniqueWith(
  { indexes }: ResolvedModel,
  field: ResolvedField,
  generators: Generators,
  preset: ReadonlySet<string>,
): readonly string[] | undefined {
  if (field.unique) return [];
  const index = indexes.find(({ unique, fields }) => {
    const drawn = fields.filter((name) => generators[name] && !preset.has(name));
    return unique && drawn.at(-1) === field.name;
  });
  return index?.fields.filter((name) => name !== field.name);
}

const redraws = 100;

/** A value that another row has is drawn again; when the words run out, a number behind the text tells them apart. */
function withoutRepeats(
  field: ResolvedField,
  others: readonly string[],
  make: Make,
  { model, taken }: PlanContext,
): Make {
  const name = [field.name, ...others].join();
  const seen = taken.get(name) ?? new Set<string>();
  taken.set(name, seen);
  const keyOf = (row: SampleRow, value: unknown) =>
    JSON.stringify([value, ...others.map((other) => row[other] ?? null)]);
  const take = (row: SampleRow, value: unknown): boolean => {
    const key = keyOf(row, value);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
  /** Where each text counts on: what is below stays taken, and counting from 2 again would be quadratic. */
  const numbers = new Map<string, number>();
  return (row, master) => {
    let value = make(row, master);
    for (let attempt = 0; attempt < redraws && value !== null; attempt += 1) {
      if (take(row, value)) return value;
      value = make(row, master);
    }
    if (value === null) return value;
    if (typeof value !== "string" || field.dict)
      throw new Error(`${model.id}: no more distinct values for ${field.name}`);
    const key = keyOf(row, value);
    let number = numbers.get(key) ?? 2;
    while (!take(row, `${value}${number}`)) number += 1;
    numbers.set(key, number + 1);
    return `${value}${number}`;
  };
}

/**
 * The department of a row: that of the row it refers to, or the code that the named field stores, else what the
 * sample block says. A field stores a code when it is no reference by id.
 */
function planDepartment(context: PlanContext, generator: Generator | undefined): Step & { readonly make: Make } {
  const { model, pools } = context;
  const { depart } = model.scope;
  const otherwise: Make = generator ? createMaker(generator, model.fields.get(departmentField), context) : () => null;
  const reads = new Set(generator ? generatorReads(generator) : []);
  if (typeof depart !== "string") return { name: departmentField, reads, make: otherwise };
  reads.add(depart);
  const field = model.fields.get(depart);
  const isCode = field?.dict?.kind !== "model" || field.dict.value !== "id";
  const departOf: Make = (row, master) => {
    if (isCode) return row[depart];
    if (master && master.row.id === row[depart]) return master.row[departmentField];
    return referencedRow(pools, field, row[depart])?.[departmentField];
  };
  return {
    name: departmentField,
    reads,
    make: (row, master) => departOf(row, master) ?? otherwise(row, master),
  };
}
