import { compileBraced } from "../../../runtime/expr/template.ts";
import type { ResolvedModel } from "../../../runtime/model/resolved-model.ts";
import { raiseSums, risingSums } from "../../../runtime/record/rising-sums.ts";
import type { Generator as FieldGenerator, Sample, SampleEach } from "../../../runtime/schema/types.gen.ts";
import { createFillRules, type StoredFillRule } from "./fill.ts";
import { expressionReads, generatorReads } from "./generator-paths.ts";
import { createRowPlan, type PlanContext, type RowPlan } from "./make-rows.ts";
import { createMaker, type Master } from "./makers.ts";
import { readMoment } from "./moments.ts";
import { detailModels, type Models } from "./plan-load.ts";
import { createPool, matches, type Pool, readPath, type SampleRow } from "./pools.ts";
import { createRandom, hashText, type Random } from "./random.ts";
import { createRollups } from "./rollups.ts";
import { createWholeDay } from "./whole-day.ts";

export interface SampleSettings {
  readonly seed: number;
  /** The first start, `yyyy-MM-dd HH:mm:ss` in the business time zone; only its day decides what is made. */
  readonly now: string;
  readonly scale: "small" | "large" | number;
}

export interface SampleRun {
  readonly pools: ReadonlyMap<string, Pool>;
  /** Whether rows of the model may still change after they were made. */
  isKept(modelId: string): boolean;
  /**
   * Makes the rows of a model and its sub-rows.
   * @param onRows called after every `batch` rows of the model with everything made since the last call; also without
   *   rows, so that a transaction does not fall asleep
   */
  makeModel(
    model: ResolvedModel,
    onRows: (rows: ReadonlyMap<string, readonly SampleRow[]>) => Promise<void>,
  ): Promise<void>;
  /** Fields that wait for all rows and sums. */
  finish(): void;
}

const batch = 1_000;
/** Rows begun between two signs of life to whoever writes. */
const beginBatch = 20_000;
const detailTries = 12;

/** @param stored rows that are in the tables already, for every model that is referred to */
export function createSampleRun(
  models: Models,
  ordered: readonly ResolvedModel[],
  stored: ReadonlyMap<string, readonly SampleRow[]>,
  fillRules: readonly StoredFillRule[],
  settings: SampleSettings,
): SampleRun {
  const day = createWholeDay(settings.now);
  const now = day.noon;
  const pools = new Map<string, Pool>();
  const poolOf = (id: string): Pool => {
    const model = models.get(id);
    if (!model) throw new Error(`no model ${id}`);
    const pool = pools.get(id) ?? createPool(model, stored.get(id) ?? []);
    pools.set(id, pool);
    return pool;
  };
  for (const model of models.values()) poolOf(model.id);

  let fresh = new Map<string, SampleRow[]>();
  const contexts = new Map<string, ModelContext>();
  const contextOf = (model: ResolvedModel): ModelContext => {
    const known = contexts.get(model.id) ?? createContext(model);
    contexts.set(model.id, known);
    return known;
  };

  function keep(model: ResolvedModel, row: SampleRow): void {
    if (contextOf(model).kept) poolOf(model.id).add(row);
    const list = fresh.get(model.id);
    if (list) list.push(row);
    else fresh.set(model.id, [row]);
    const context = contextOf(model);
    for (const listener of context.listeners) listener(row);
    context.rollup(row);
  }

  function createContext(model: ResolvedModel): ModelContext {
    const random = createRandom(settings.seed ^ hashText(model.id));
    const listeners: ((row: SampleRow) => void)[] = [];
    const watchers: ((row: SampleRow, master: Master | undefined) => void)[] = [];
    const sample: Sample = model.sample ?? {};
    const fills = createFillRules(fillRules, random);
    let ordinal = 0;
    const modelPart = String(hashText(model.id) % 100).padStart(2, "0");
    const plan: PlanContext = {
      model,
      sample,
      pools,
      random,
      now,
      fill: fills,
      newId: (row) => {
        ordinal += 1;
        // Moments are whole seconds, so their milliseconds are free for what four digits can't count.
        const moment = readMoment(day.place(String(row.createTime ?? now))) + (Math.floor(ordinal / 10_000) % 1_000);
        return `${moment}${modelPart}${String(ordinal % 10_000).padStart(4, "0")}`;
      },
      addRow: (modelId, values) => addRow(modelId, values),
      onRow: (listener) => listeners.push(listener),
      onMade: (watcher) => watchers.push(watcher),
      taken: new Map(),
      counters: new Map(),
      makeDetails: (relation, master, count) => makeDetails(relation, master, count),
      detailReads: (relation) => detailReads(model, relation, models),
    };
    return {
      sample,
      random,
      plan,
      listeners,
      watchers,
      rollup: createRollups(model, pools, now, "early"),
      rollupLate: createRollups(model, pools, now, "late"),
      kept: mustStay(model, models),
      plans: new Map(),
    };
  }

  function planOf(
    model: ResolvedModel,
    key: string,
    overrides: Readonly<Record<string, FieldGenerator>>,
    preset: readonly string[],
    options: { readonly details?: boolean } = {},
  ): RowPlan {
    const context = contextOf(model);
    const plan = context.plans.get(key) ?? createRowPlan(context.plan, overrides, new Set(preset), options);
    context.plans.set(key, plan);
    return plan;
  }

  function addRow(modelId: string, values: SampleRow): SampleRow {
    const { model } = poolOf(modelId);
    const preset = Object.keys(values);
    const plan = planOf(model, `row ${preset.join()}`, {}, preset);
    const row = plan.begin({ ...values }, undefined);
    plan.complete(row, undefined);
    keep(model, row);
    return row;
  }

  function makeDetails(relation: string, master: Master, count: number): SampleRow[] {
    const found = master.model.relations[relation];
    const model = found && found.kind !== "tree" ? models.get(found.model) : undefined;
    if (!found || found.kind === "tree" || !model) throw new Error(`${master.model.id}: no relation ${relation}`);
    const order = found.kind === "one-to-many" ? found.order : undefined;
    const preset = [found.foreignKey, ...(order ? [order] : [])];
    const plan = planOf(model, `detail ${preset.join()}`, {}, preset, { details: true });
    const distinct = model.indexes.filter(({ unique, fields }) => unique && fields.includes(found.foreignKey));
    const seen = new Set<string>();
    const rows: SampleRow[] = [];
    for (let made = 0, tries = 0; made < count && tries < count * detailTries; tries += 1) {
      const row = plan.begin({ [found.foreignKey]: master.row.id, ...(order ? { [order]: made + 1 } : {}) }, master);
      plan.complete(row, master);
      const keys = distinct.map(({ fields }) => fields.map((field) => String(row[field])).join("\u0000"));
      if (keys.some((key) => seen.has(key))) continue;
      for (const key of keys) seen.add(key);
      rows.push(row);
      made += 1;
    }
    for (const row of rows) keep(model, row);
    return rows;
  }

  /** Rows begun, with the plan that completes each of them. */
  function* beginRows(model: ResolvedModel): Generator<BegunRow, void> {
    yield* beginForEach(model);
    yield* beginCounted(model);
  }

  function* beginForEach(model: ResolvedModel): Generator<BegunRow, void> {
    const { sample, random } = contextOf(model);
    for (const [at, each] of [sample.each ?? []].flat().entries()) {
      const reference = "field" in each ? referenceOf(model, each.field) : undefined;
      const pool = poolOf("field" in each ? (reference?.model ?? "") : each.model);
      const reaches = (target: SampleRow, least: Readonly<Record<string, number>>) =>
        Object.entries(least).every(([path, value]) => Number(readPath(pools, pool.model, target, path)) >= value);
      const makersOf = (lines: SampleEach["rows"], key: string) =>
        lines.map((one, index) => ({
          ...one,
          spans: one.every ? momentsOf(one.every, now) : [undefined],
          keep: one.keep === undefined ? undefined : compileBraced(one.keep),
          plan: planOf(model, `each ${at} ${key}${index}`, one.fields ?? {}, [
            ...(reference ? [reference.field] : []),
            ...(one.every ? [one.every.field] : []),
          ]),
        }));
      const chosen = makersOf(each.rows, "");
      const others = makersOf(each.else ?? [], "else ");
      const isChosen = (target: SampleRow) =>
        matches(target, each.where ?? {}) &&
        reaches(target, each.min ?? {}) &&
        (each.share === undefined || random.chance(each.share));
      for (const target of pool.rows) {
        const master = { model: pool.model, row: target };
        const named = reference ? { [reference.field]: target[reference.value] } : {};
        for (const { plan, share, every, spans, keep } of isChosen(target) ? chosen : others) {
          for (const moment of spans) {
            if (share !== undefined && !random.chance(share)) continue;
            const row = plan.begin({ ...named, ...(every ? { [every.field]: moment } : {}) }, master);
            yield { row, plan, master, keep };
          }
        }
      }
    }
  }

  function* beginCounted(model: ResolvedModel): Generator<BegunRow, void> {
    const { sample } = contextOf(model);
    const plans = (sample.cases ?? []).flatMap(({ count, fields }, index) =>
      Array.from({ length: count }, () => planOf(model, `case ${index}`, fields, [])),
    );
    const usual = planOf(model, "usual", {}, []);
    const total = Math.max(countOf(sample, settings.scale), plans.length);
    for (let index = 0; index < total; index += 1) {
      const plan = plans[index] ?? usual;
      yield { row: plan.begin({}, undefined), plan };
    }
  }

  return {
    pools,
    isKept: (modelId) => contextOf(poolOf(modelId).model).kept,
    async makeModel(model, onRows) {
      const begun: BegunRow[] = [];
      for (const one of beginRows(model)) {
        begun.push(one);
        if (begun.length % beginBatch === 0) await onRows(new Map());
      }
      begun.sort((a, b) => compareTexts(String(a.row.createTime), String(b.row.createTime)));
      for (const [index, { row, plan, master, keep: isWanted }] of begun.entries()) {
        plan.complete(row, master);
        for (const watch of contextOf(model).watchers) watch(row, master);
        if (!isWanted || isWanted({ row, master: master?.row, now })) keep(model, row);
        if ((index + 1) % batch === 0 || index === begun.length - 1) {
          const made = fresh;
          fresh = new Map();
          await onRows(made);
        }
      }
    },
    finish() {
      for (const model of ordered) {
        const { finish = {}, keep: isWanted } = contextOf(model).sample;
        if (Object.keys(finish).length === 0 && isWanted === undefined) continue;
        const pool = poolOf(model.id);
        if (isWanted !== undefined) {
          const evaluate = compileBraced(isWanted);
          pool.keepOnly((row) => pool.stored.has(row) || Boolean(evaluate({ row, now })));
        }
        const made = pool.rows.filter((row) => !pool.stored.has(row));
        for (const [name, generator] of Object.entries(finish)) {
          const make = createMaker(generator, model.fields.get(name), contextOf(model).plan);
          for (const row of made) row[name] = make(row, undefined);
        }
        for (const row of made) contextOf(model).rollupLate(row);
      }
      for (const model of ordered) {
        if (risingSums(model).length === 0) continue;
        const pool = poolOf(model.id);
        raiseSums(model, pool.rows, now);
        for (const row of pool.stored) pool.changed.add(row);
      }
    },
  };
}

/** A row under way and the plan that completes it. */
interface BegunRow {
  readonly row: SampleRow;
  readonly plan: RowPlan;
  /** The row that it is made for. */
  readonly master?: Master;
  readonly keep?: ((scope: Readonly<Record<string, unknown>>) => unknown) | undefined;
}

interface ModelContext {
  readonly sample: Sample;
  readonly random: Random;
  readonly plan: PlanContext;
  readonly listeners: ((row: SampleRow) => void)[];
  readonly watchers: ((row: SampleRow, master: Master | undefined) => void)[];
  readonly rollup: (row: SampleRow) => void;
  /** Sums over what `finish` decides. */
  readonly rollupLate: (row: SampleRow) => void;
  /** Whether rows stay in memory because others refer to them or sums change them. */
  readonly kept: boolean;
  readonly plans: Map<string, RowPlan>;
}

function referenceOf(model: ResolvedModel, field: string) {
  const dict = model.fields.get(field)?.dict;
  if (dict?.kind !== "model") throw new Error(`${model.id}: ${field} is not a reference`);
  return { field, model: dict.model, value: dict.value };
}

/** The days, or the first days of the months, of a span around the first start. */
function momentsOf({ unit, from, to, step: gap = 1 }: NonNullable<EachRow["every"]>, now: string): readonly string[] {
  const [year = 0, month = 0, day = 0] = now.slice(0, 10).split("-").map(Number);
  return Array.from({ length: Math.floor((to - from) / gap) + 1 }, (_, index) => {
    const step = from + index * gap;
    const moment = unit === "day" ? Date.UTC(year, month - 1, day + step) : Date.UTC(year, month - 1 + step, 1);
    return new Date(moment).toISOString().slice(0, 10);
  });
}

type EachRow = SampleEach["rows"][number];

const compareTexts = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

function countOf({ count = 0, large }: Sample, scale: SampleSettings["scale"]): number {
  if (scale === "large") return large ?? count;
  return scale === "small" || count === 0 ? count : Math.max(1, Math.round(count * scale));
}

/**
 * Whether rows must stay in memory: other made rows refer to them, or sums change them. A master that is only named by
 * its own sub-rows need not.
 */
function mustStay(target: ResolvedModel, models: Models): boolean {
  const { id } = target;
  if (target.sample?.finish || target.sample?.keep || [...target.fields.values()].some((field) => field.rollup))
    return true;
  const own = new Set(detailModels(target));
  return [...models.values()].some(
    (model) =>
      model.sample !== undefined &&
      !own.has(model.id) &&
      ([...model.fields.values()].some((field) => field.dict?.kind === "model" && field.dict.model === id) ||
        [model.sample.each ?? []].flat().some((each) => "model" in each && each.model === id)),
  );
}

/** What the sub-rows read of their master. */
function detailReads(model: ResolvedModel, relation: string, models: Models): readonly string[] {
  const found = model.relations[relation];
  const detail = found && found.kind !== "tree" ? models.get(found.model) : undefined;
  if (!detail) return [];
  const reads = [...detail.fields.values()].flatMap((field) => [
    ...expressionReads(field.value),
    ...expressionReads(field.when),
    ...expressionReads(field.default),
  ]);
  const generated = Object.values(detail.sample?.fields ?? {}).flatMap(generatorReads);
  return [...reads, ...generated].flatMap((read) => (read.startsWith("master.") ? [read.slice(7)] : []));
}
