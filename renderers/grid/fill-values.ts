import { add, multiply, subtract } from "../../runtime/expr/decimal.ts";

/**
 * How a column goes on beside its values: numbers in even steps go on, anything else repeats.
 *
 * @param values of the block, in the direction of the filling
 * @param count cells to fill
 * @returns places of the block to repeat, or the numbers themselves
 */
export function fillValues(values: readonly unknown[], count: number): readonly FilledCell[] {
  const step = stepOf(values);
  return Array.from({ length: count }, (_, at) => {
    const repeated: FilledCell = { from: at % values.length };
    if (step === undefined) return repeated;
    const number = add(Number(values.at(-1)), multiply(step, at + 1) ?? 0);
    return number === null ? repeated : { number };
  });
}

export type FilledCell = { readonly from: number } | { readonly number: number };

/** One number is copied; several go on only when all steps between them are the same. */
function stepOf(values: readonly unknown[]): number | undefined {
  const numbers = values.filter((value) => typeof value === "number");
  if (numbers.length < 2 || numbers.length < values.length) return undefined;
  const steps = numbers.slice(1).map((number, at) => subtract(number, numbers[at] ?? 0));
  const [step] = steps;
  return step !== null && steps.every((each) => each === step) ? step : undefined;
}
