/** Every bound of the language in one place; documents cannot raise them. */
export const expressionLimits = {
  /** Characters of one expression. */
  sourceLength: 2000,
  /** Nesting of brackets, calls, unary and conditional operators. */
  depth: 64,
  /** Items that one list function reads. */
  items: 10_000,
  /** Characters of one text value made by an expression or a template. */
  textLength: 100_000,
  /** Work units of one evaluation: every operator, read, call and list item is one. */
  steps: 1_000_000,
  /** Compiled expressions that are kept. */
  cache: 5000,
} as const;

/** Thrown inside an evaluation that would exceed a bound; never leaves the engine. */
export class LimitError extends Error {}

/** One evaluation's work; evaluation is synchronous and not re-entered, so one counter serves all. */
let stepsLeft = Number.POSITIVE_INFINITY;

export function startCounting(): void {
  stepsLeft = expressionLimits.steps;
}

/** Outside an evaluation nothing is counted. */
export function stopCounting(): void {
  stepsLeft = Number.POSITIVE_INFINITY;
}

export function charge(steps: number): void {
  stepsLeft -= steps;
  if (stepsLeft < 0) throw new LimitError("计算量超过上限");
}

export function boundedText(text: string): string {
  if (text.length > expressionLimits.textLength) {
    throw new LimitError(`文本超过 ${expressionLimits.textLength} 个字符`);
  }
  return text;
}
