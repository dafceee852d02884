import { compileBraced } from "../../../runtime/expr/template.ts";
import { isNumeric } from "../../../runtime/model/field-types.ts";
import type { ResolvedField, ResolvedModel } from "../../../runtime/model/resolved-model.ts";
import { today } from "../../../runtime/model/sample-paths.ts";
import type { Generator } from "../../../runtime/schema/types.gen.ts";
import { drawnPath } from "../../files/drawn-path.ts";
import { createReferenceChooser } from "./choose-reference.ts";
import { likeKinds } from "./likes.ts";
import { createMomentSampler, parseMomentRule, readMoment, triangle, writeMoment } from "./moments.ts";
import { type Pools, readPath, type SampleRow } from "./pools.ts";
import { createChoice, type Random } from "./random.ts";
import { createSequence } from "./sequence.ts";
import { createTier } from "./tier.ts";

export interface Master {
  readonly model: ResolvedModel;
  readonly row: SampleRow;
}

/** Makes the value of one field of a row under way. */
export type Make = (row: SampleRow, master: Master | undefined) => unknown;

export interface MakerContext {
  readonly model: ResolvedModel;
  readonly pools: Pools;
  readonly random: Random;
  /** The first start, `yyyy-MM-dd HH:mm:ss`. */
  readonly now: string;
  /** Makes a complete row of another model and keeps it. */
  readonly addRow: (modelId: string, values: SampleRow) => SampleRow;
  /** Where the sequences of the model stand. */
  readonly counters: Map<Generator, Map<string, number>>;
  /** Called with every finished row of the model, in order. */
  readonly onRow: (listener: (row: SampleRow) => void) => void;
  /** The same, also with rows that are made and not kept. */
  readonly onMade: (listener: (row: SampleRow, master: Master | undefined) => void) => void;
}

/** @param field the field that the value is for; undefined inside a `join` */
export function createMaker(generator: Generator, field: ResolvedField | undefined, context: MakerContext): Make {
  const { random, now } = context;
  const make = kinds(generator, field, context);
  const applies = generator.when === undefined ? undefined : compileBraced(generator.when);
  const { blank } = generator;
  if (blank === undefined && !applies) return make;
  return (row, master) => {
    if (applies && !applies({ row, master: master?.row, now })) return null;
    return blank !== undefined && random.chance(blank) ? null : make(row, master);
  };
}

function kinds(generator: Generator, field: ResolvedField | undefined, context: MakerContext): Make {
  const { random, pools, model, now } = context;
  const read = (row: SampleRow, path: string, master: Master | undefined) => readPath(pools, model, row, path, master);
  const textAt = (row: SampleRow, path: string | undefined, master: Master | undefined): string | undefined => {
    const value = path === undefined ? undefined : read(row, path, master);
    return value === null || value === undefined ? undefined : String(value);
  };
  switch (generator.type) {
    case "weights": {
      const choice = createChoice(Object.entries(generator.values), ([, weight]) => weight);
      return () => typed(field, choice.draw(random)?.[0]);
    }
    case "pick":
      return () => typed(field, random.pick(generator.values));
    case "range":
      return createRange(generator, field, random, read);
    case "dates":
      return createDates(generator, field, context);
    case "reference": {
      if (!field) throw new Error(`${model.id}: a reference needs a field`);
      return createReferenceChooser(generator, field, model, pools, random, now);
    }
    case "sequence":
      return createSequence(generator, context.counters, read);
    case "like": {
      const like = likeKinds[generator.kind];
      const { birthday, sex, area, city } = generator;
      return (row, master) =>
        like(random, {
          birthday: textAt(row, birthday, master),
          sex: textAt(row, sex, master),
          area: textAt(row, area, master),
          city,
        });
    }
    case "copy":
      return (row, master) => shaped(field, read(row, generator.from, master));
    case "value": {
      const { value } = generator;
      if (typeof value !== "string" || !value.startsWith("{{")) return () => value;
      const evaluate = compileBraced(value);
      return (row, master) => evaluate({ row, master: master?.row, now }) ?? null;
    }
    case "join": {
      const parts = generator.parts.map((part) =>
        typeof part === "string" ? () => part : createMaker(part, undefined, context),
      );
      return (row, master) => parts.map((part) => String(part(row, master) ?? "")).join("");
    }
    case "by": {
      const cases = new Map(
        Object.entries(generator.cases).map(([key, one]) => [key, createMaker(one, field, context)]),
      );
      const otherwise = generator.else ? createMaker(generator.else, field, context) : () => null;
      return (row, master) => (cases.get(String(read(row, generator.field, master) ?? "")) ?? otherwise)(row, master);
    }
    case "age": {
      const steps = generator.steps.map(({ below, then }) => ({ below, make: createMaker(then, field, context) }));
      const today = readMoment(now.slice(0, 10));
      return (row, master) => {
        const value = read(row, generator.field, master);
        const days = typeof value === "string" ? (today - readMoment(value.slice(0, 10))) / 86_400_000 : 0;
        return steps.find(({ below }) => below === undefined || days < below)?.make(row, master) ?? null;
      };
    }
    case "tier":
      return createTier(generator, context);
    case "previous":
      return createPrevious(generator, field, context);
    case "drawing": {
      const { of, variants = 24 } = generator;
      return (row, master) => {
        const name = textAt(row, of, master);
        return name === undefined ? null : drawnPath(model, name, random.integer(1, variants));
      };
    }
    case "row": {
      const values = Object.entries(generator.values).map(
        ([name, one]) => [name, createMaker(one, undefined, context)] as const,
      );
      return (row, master) => {
        const made = context.addRow(
          generator.model,
          Object.fromEntries(values.map(([name, one]) => [name, one(row, master)])),
        );
        return made[generator.take] ?? null;
      };
    }
  }
}

/** Goes on from the row that the same owner had before. */
function createPrevious(
  { per, value, where }: Extract<Generator, { readonly type: "previous" }>,
  field: ResolvedField | undefined,
  { now, onMade }: MakerContext,
): Make {
  const last = new Map<unknown, SampleRow>();
  const counts = where === undefined ? () => true : compileBraced(where);
  onMade((row, master) => {
    if (counts({ row, master: master?.row, now })) last.set(row[per], row);
  });
  const evaluate = compileBraced(value);
  return (row, master) => {
    const made = evaluate({ row, master: master?.row, before: last.get(row[per]), now }) ?? null;
    return typeof made === "number" && field?.scale !== undefined ? roundTo(made, field.scale) : made;
  };
}

const typed = (field: ResolvedField | undefined, text: string | undefined): unknown =>
  text !== undefined && field && isNumeric(field) ? Number(text) : (text ?? null);

/** A moment in the shape of the field. */
function shaped(field: ResolvedField | undefined, value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (field?.type === "date") return value.slice(0, 10);
  return field?.type === "time" && value.length > 10 ? value.slice(11, 16) : value;
}

/** Half away from zero at the given number of decimals. */
export function roundTo(value: number, scale: number): number {
  const factor = 10 ** scale;
  return (Math.sign(value) * Math.round(Math.abs(value) * factor * (1 + Number.EPSILON))) / factor;
}

function createRange(
  { min, max, scale, step, median, sigma = 0.6, endings, times }: Extract<Generator, { readonly type: "range" }>,
  field: ResolvedField | undefined,
  random: Random,
  read: (row: SampleRow, path: string, master: Master | undefined) => unknown,
): Make {
  const decimals = scale ?? (field?.type === "integer" ? 0 : (field?.scale ?? 0));
  const draw = (): number =>
    median === undefined ? min + random.next() * (max - min) : median * Math.exp(sigma * random.normal());
  if (decimals === 0 && median === undefined && !step && !times)
    return () => random.integer(Math.ceil(min), Math.floor(max));
  return (row, master) => {
    let value = Math.min(max, Math.max(min, draw()));
    if (endings) value = Math.max(min, Math.floor(value) + random.pick(endings));
    if (times) value *= Number(read(row, times, master) ?? 0);
    if (step) value = Math.round(value / step) * step;
    return roundTo(value, decimals);
  };
}

function createDates(
  generator: Extract<Generator, { readonly type: "dates" }>,
  field: ResolvedField | undefined,
  { now, random, pools, model }: MakerContext,
): Make {
  const nowMs = readMoment(now);
  const sampler = createMomentSampler(generator, nowMs);
  const bounds = (text: string | readonly string[]) => [text].flat().map((one) => parseMomentRule(one));
  const from = bounds(generator.from);
  const to = bounds(generator.to);
  const peak = generator.peak === undefined ? undefined : parseMomentRule(generator.peak);
  const staysPast = !generator.future && to.some(({ path }) => path !== undefined && path !== today);
  return (row, master) => {
    const momentOf = ({ path, offsetMs }: { path: string | undefined; offsetMs: number }): number | undefined => {
      if (path === undefined) return nowMs + offsetMs;
      if (path === today) return readMoment(now.slice(0, 10)) + offsetMs;
      const value = readPath(pools, model, row, path, master);
      return typeof value === "string" ? readMoment(value) + offsetMs : undefined;
    };
    const known = (moments: typeof from) => moments.flatMap((one) => momentOf(one) ?? []);
    const lows = known(from);
    const highs = known(to);
    if (!lows.length || !highs.length) return null;
    const low = Math.max(...lows);
    const high = Math.max(low, Math.min(...highs));
    const top = peak && momentOf(peak);
    const drawn = top === undefined ? sampler.draw(random, low, high) : triangle(random, low, high, top);
    const text = writeMoment(staysPast ? Math.max(Math.min(drawn, nowMs), Math.min(low, nowMs)) : drawn);
    return shaped(field, text);
  };
}
