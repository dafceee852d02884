import type { Scope } from "../expr/compile.ts";

/** A compiled `{{ … }}`: evaluates against named roots, never throws. */
export interface Expression {
  readonly source: string;
  evaluate(scope: Scope): unknown;
}

/** `true`, `false` or an expression whose truth decides. */
export type Condition = boolean | Expression;

/** Text with `{{ … }}` inside, or one expression that gives the whole text. */
export interface TemplateText {
  readonly source: string;
  render(scope: Scope): string;
}
