/** What a function may see besides its arguments. */
export interface CallContext {
  readonly scope: Readonly<Record<string, unknown>>;
}

export interface FunctionExample {
  readonly expression: string;
  readonly scope?: Readonly<Record<string, unknown>>;
  readonly result: unknown;
}

/** One function of the language. Pure: the same arguments and scope give the same JSON value. */
export interface ExpressionFunction {
  readonly name: string;
  /** Fewest and most arguments. */
  readonly arity: readonly [number, number];
  /** How it is written, for completion. */
  readonly signature: string;
  readonly title: string;
  readonly description: string;
  readonly examples: readonly FunctionExample[];
  /** The hour, the person or the dictionaries count too, not the arguments alone. */
  readonly readsScope?: true;
  /** Position of the argument that names a column of the list in the first argument. */
  readonly columnArgument?: number;
  readonly run: (args: readonly unknown[], context: CallContext) => unknown;
}

export const anyNumber: number = Number.POSITIVE_INFINITY;
