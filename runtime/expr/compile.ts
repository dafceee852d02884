import type { Node } from "./ast.ts";
import { functionTable } from "./functions.ts";
import { boundedText, charge, expressionLimits, LimitError, startCounting, stopCounting } from "./limits.ts";
import { arithmetic, isEqual, isIn, isNothing, isTruthy, negate, order, plus } from "./operators.ts";
import { parseExpression } from "./parse.ts";
import { jsonValue, readKey } from "./read.ts";

/** Named roots (`row`, `form`, `user`, `now`, …) with JSON values. Nothing else is reachable from an expression. */
export type Scope = Readonly<Record<string, unknown>>;
export type Evaluate = (scope: Scope) => unknown;

export interface EvaluationError {
  /** Chinese. */
  readonly message: string;
  /** Place in the source, 0-based; 0 when the failure has no place. */
  readonly offset: number;
}

export type Evaluation =
  | { readonly value: unknown; readonly error?: undefined }
  | { readonly value: undefined; readonly error: EvaluationError };

interface Compiled {
  readonly run: Evaluate;
  readonly rule: (scope: Scope) => boolean | undefined;
  readonly syntaxError: EvaluationError | undefined;
}

/**
 * An evaluator for one expression (without braces). It never throws, never changes the scope and returns a JSON
 * value or undefined. A source with a mistake, or an evaluation beyond a bound, gives undefined; ask
 * `evaluateExpression` for the reason. Evaluators are cached by source text.
 */
export function compileExpression(source: string): Evaluate {
  const { run } = compiled(source);
  return (scope) => outcome(() => run(scope)).value;
}

/** Evaluates once and says why there is no value. */
export function evaluateExpression(source: string, scope: Scope): Evaluation {
  const { run, syntaxError } = compiled(source);
  return syntaxError ? { value: undefined, error: syntaxError } : outcome(() => run(scope));
}

/**
 * An evaluator for a business rule: true = kept. A comparison (`< <= > >=`) with an empty side says nothing, as in
 * an SQL check; a rule that says nothing is kept. Everything else that is not true breaks the rule, and so does a
 * rule that cannot be evaluated.
 */
export function compileRule(source: string): (scope: Scope) => boolean {
  const { rule } = compiled(source);
  return (scope) => {
    const result = outcome(() => (rule(scope) === false ? "broken" : "kept"));
    return result.value === "kept";
  };
}

function outcome(run: () => unknown): Evaluation {
  try {
    startCounting();
    return { value: jsonValue(run()) };
  } catch (failure) {
    const message = failure instanceof LimitError ? failure.message : "表达式无法计算";
    return { value: undefined, error: { message, offset: 0 } };
  } finally {
    stopCounting();
  }
}

/** Least recently used first; a Map keeps insertion order. */
const cache = new Map<string, Compiled>();

function compiled(source: string): Compiled {
  const known = cache.get(source);
  if (known) {
    cache.delete(source);
    cache.set(source, known);
    return known;
  }
  const { ast, diagnostics } = parseExpression(source);
  const problem = diagnostics[0];
  const made: Compiled = ast
    ? { run: build(ast), rule: buildRule(ast), syntaxError: undefined }
    : {
        run: () => undefined,
        rule: () => false,
        syntaxError: { message: problem?.message ?? "表达式有误", offset: problem?.offset ?? 0 },
      };
  cache.set(source, made);
  if (cache.size > expressionLimits.cache) {
    const oldest = cache.keys().next();
    if (!oldest.done) cache.delete(oldest.value);
  }
  return made;
}

/** How many compiled expressions are kept now. */
export const cachedExpressions = (): number => cache.size;

function build(node: Node): Evaluate {
  switch (node.type) {
    case "literal": {
      const { value } = node;
      return () => value;
    }
    case "name": {
      const { name } = node;
      return (scope) => {
        charge(1);
        return readKey(scope, name);
      };
    }
    case "member": {
      const object = build(node.object);
      const key = build(node.key);
      return (scope) => {
        charge(1);
        return readKey(object(scope), key(scope));
      };
    }
    case "array": {
      const items = node.items.map(build);
      return (scope) => {
        charge(items.length);
        return items.map((item) => item(scope));
      };
    }
    case "unary": {
      const operand = build(node.operand);
      return node.operator === "!" ? (scope) => !isTruthy(operand(scope)) : (scope) => negate(operand(scope));
    }
    case "binary":
      return buildBinary(node);
    case "conditional": {
      const test = build(node.test);
      const then = build(node.then);
      const otherwise = build(node.otherwise);
      return (scope) => (isTruthy(test(scope)) ? then(scope) : otherwise(scope));
    }
    case "call": {
      const args = node.args.map(build);
      const run = functionTable.get(node.name)?.run;
      return (scope) => {
        charge(1 + args.length);
        const result = run?.(
          args.map((argument) => argument(scope)),
          { scope },
        );
        return typeof result === "string" ? boundedText(result) : result;
      };
    }
  }
}

function buildBinary(node: Node & { type: "binary" }): Evaluate {
  const left = build(node.left);
  const right = build(node.right);
  const { operator } = node;
  const charged =
    (evaluate: Evaluate): Evaluate =>
    (scope) => {
      charge(1);
      return evaluate(scope);
    };
  switch (operator) {
    case "&&":
      return charged((scope) => {
        const value = left(scope);
        return isTruthy(value) ? right(scope) : value;
      });
    case "||":
      return charged((scope) => {
        const value = left(scope);
        return isTruthy(value) ? value : right(scope);
      });
    case "??":
      return charged((scope) => {
        const value = left(scope);
        return isNothing(value) ? right(scope) : value;
      });
    case "==":
      return charged((scope) => isEqual(left(scope), right(scope)));
    case "!=":
      return charged((scope) => !isEqual(left(scope), right(scope)));
    case "in":
      return charged((scope) => isIn(left(scope), right(scope)));
    case "<":
    case "<=":
    case ">":
    case ">=":
      return charged((scope) => order(operator, left(scope), right(scope)) ?? false);
    case "+":
      return charged((scope) => plus(left(scope), right(scope)));
    default:
      return charged((scope) => arithmetic(operator, left(scope), right(scope)));
  }
}

/** Three-valued reading of a rule: undefined = a comparison lacked a side. */
function buildRule(node: Node): (scope: Scope) => boolean | undefined {
  if (node.type === "unary" && node.operator === "!") {
    const operand = buildRule(node.operand);
    return (scope) => {
      const value = operand(scope);
      return value === undefined ? undefined : !value;
    };
  }
  if (node.type === "binary" && (node.operator === "&&" || node.operator === "||")) {
    const left = buildRule(node.left);
    const right = buildRule(node.right);
    const deciding = node.operator === "||";
    return (scope) => {
      const first = left(scope);
      if (first === deciding) return deciding;
      const second = right(scope);
      if (second === deciding) return deciding;
      return first === undefined || second === undefined ? undefined : !deciding;
    };
  }
  if (node.type === "conditional") {
    const test = build(node.test);
    const then = buildRule(node.then);
    const otherwise = buildRule(node.otherwise);
    return (scope) => (isTruthy(test(scope)) ? then(scope) : otherwise(scope));
  }
  if (node.type === "binary") {
    const { operator } = node;
    if (operator === "<" || operator === "<=" || operator === ">" || operator === ">=") {
      const left = build(node.left);
      const right = build(node.right);
      return (scope) => {
        charge(1);
        const a = left(scope);
        const b = right(scope);
        const isMissing = isNothing(a) || isNothing(b) || a === "" || b === "";
        return isMissing ? undefined : (order(operator, a, b) ?? false);
      };
    }
  }
  const value = build(node);
  return (scope) => isTruthy(value(scope));
}
