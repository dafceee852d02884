import { compileBraced, isExpression } from "../../../runtime/expr/template.ts";
import type { ResolvedField, ResolvedModel } from "../../../runtime/model/resolved-model.ts";
import type { Generator } from "../../../runtime/schema/types.gen.ts";
import { readMoment } from "./moments.ts";
import { matches, type Pool, type Pools, readPath, type SampleRow } from "./pools.ts";
import { type Choice, createChoice, type Random } from "./random.ts";

type ReferenceGenerator = Extract<Generator, { readonly type: "reference" }>;
type Match = Readonly<Record<string, string>>;
type Master = { readonly model: ResolvedModel; readonly row: SampleRow };
export type ChooseReference = (row: SampleRow, master: Master | undefined) => unknown;

/** @param pool the rows of the referenced model, complete before the first call */
export function createReferenceChooser(
  generator: ReferenceGenerator,
  field: ResolvedField,
  model: ResolvedModel,
  pools: Pools,
  random: Random,
  now: string,
): ChooseReference {
  if (field.dict?.kind !== "model") throw new Error(`${model.id}: ${field.name} is not a reference`);
  const { dict } = field;
  const pool = pools.get(dict.model);
  if (!pool) throw new Error(`${model.id}: no rows of ${dict.model}`);
  const read = createMatchReader(model, pools, now);
  if (dict.model === model.id) return createEarlierChooser(generator, field, pool, random, read);

  const weights = createWeights(generator, random, readMoment(now));
  const candidates = () => pool.rows.filter((row) => !generator.where || matches(row, generator.where));
  const groupings = new Map<Match | undefined, Map<string, Choice<SampleRow>>>();

  const draw = (match: Match | undefined, row: SampleRow, master: Master | undefined): SampleRow | undefined => {
    let groups = groupings.get(match);
    if (!groups) {
      groups = group(candidates(), Object.keys(match ?? {}), weights);
      groupings.set(match, groups);
    }
    const wanted = Object.values(match ?? {}).map((path) => read(path, row, master));
    return groups.get(keyOf(wanted))?.draw(random);
  };

  return (row, master) => {
    let at = random.next();
    for (const near of generator.near ?? []) {
      if (at < near.share) {
        const found = draw(near.match, row, master);
        if (found) return found[dict.value];
        break;
      }
      at -= near.share;
    }
    return draw(generator.match, row, master)?.[dict.value] ?? null;
  };
}

type ReadMatch = (path: string, row: SampleRow, master: Master | undefined) => unknown;

/** What a row wants of its target: a value of its own or of a row it refers to, or one that is worked out. */
function createMatchReader(model: ResolvedModel, pools: Pools, now: string): ReadMatch {
  const compiled = new Map<string, ReturnType<typeof compileBraced>>();
  return (path, row, master) => {
    if (path === "") return null;
    if (!isExpression(path)) return readPath(pools, model, row, path, master);
    const evaluate = compiled.get(path) ?? compileBraced(path);
    compiled.set(path, evaluate);
    return evaluate({ row, master: master?.row, now });
  };
}

const keyOf = (values: readonly unknown[]): string => values.map((value) => String(value ?? "")).join("\u0000");

function group(
  rows: readonly SampleRow[],
  fields: readonly string[],
  weightOf: (row: SampleRow) => number,
): Map<string, Choice<SampleRow>> {
  const lists = new Map<string, SampleRow[]>();
  for (const row of rows) {
    const key = keyOf(fields.map((field) => row[field]));
    const list = lists.get(key);
    if (list) list.push(row);
    else lists.set(key, [row]);
  }
  return new Map([...lists].map(([key, list]) => [key, createChoice(list, weightOf)]));
}

/** The weight of a row is drawn once, so that it is the same in every group that the row belongs to. */
function createWeights(
  { skew = "even", unused = 0, since }: ReferenceGenerator,
  random: Random,
  nowMs: number,
): (row: SampleRow) => number {
  const ageOf = (row: SampleRow): number => {
    const moment = since === undefined ? undefined : row[since];
    return typeof moment === "string" ? Math.sqrt(Math.max(0, nowMs - readMoment(moment))) : 1;
  };
  const known = new Map<SampleRow, number>();
  return (row) => {
    let weight = known.get(row);
    if (weight === undefined) {
      weight = random.chance(unused) ? 0 : drawWeight(skew, known.size, random) * ageOf(row);
      known.set(row, weight);
    }
    return weight;
  };
}

function drawWeight(skew: NonNullable<ReferenceGenerator["skew"]>, rank: number, random: Random): number {
  switch (skew) {
    case "even":
      return 1;
    case "few-many":
      return Math.exp(0.97 * random.normal()); // the upper fifth gets 55 %
    case "zipf":
      return 1 / (rank + 1) ** 0.8;
    case "gamma":
      return random.gamma(0.8);
  }
}

/**
 * A reference within one model names an earlier row. With `zipf`, half of the draws repeat an earlier choice, so
 * that few rows are named very often.
 */
function createEarlierChooser(
  generator: ReferenceGenerator,
  field: ResolvedField,
  pool: Pool,
  random: Random,
  read: ReadMatch,
): ChooseReference {
  const value = field.dict?.kind === "model" ? field.dict.value : "id";
  const lists = new Map<string, SampleRow[]>();
  const repeated = new Map<string, SampleRow[]>();
  const uses = new Map<SampleRow, number>();
  const depths = new Map<SampleRow, number>();
  let seen = 0;
  const fields = Object.keys(generator.match ?? {});
  const takeNewRows = (): void => {
    for (; seen < pool.rows.length; seen += 1) {
      const row = pool.rows[seen];
      if (!row || (generator.where && !matches(row, generator.where))) continue;
      const key = keyOf(fields.map((name) => row[name]));
      const list = lists.get(key);
      if (list) list.push(row);
      else lists.set(key, [row]);
      const parent = pool.find(value, row[field.name]);
      depths.set(row, parent ? (depths.get(parent) ?? 1) + 1 : 1);
    }
  };
  return (row, master) => {
    takeNewRows();
    const key = keyOf(Object.values(generator.match ?? {}).map((path) => read(path, row, master)));
    const list = lists.get(key);
    if (!list?.length) return null;
    const favourites = repeated.get(key) ?? [];
    repeated.set(key, favourites);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const found =
        generator.skew === "zipf" && favourites.length && random.chance(0.5)
          ? random.pick(favourites)
          : random.pick(list);
      const used = uses.get(found) ?? 0;
      if (used >= (generator.max ?? Number.POSITIVE_INFINITY)) continue;
      if ((depths.get(found) ?? 1) >= (generator.depth ?? Number.POSITIVE_INFINITY)) continue;
      uses.set(found, used + 1);
      favourites.push(found);
      return found[value];
    }
    return null;
  };
}
