import type { BinaryOperator, ExpressionDiagnostic, Node } from "./ast.ts";
import { callsOf } from "./ast-walk.ts";
import { functionTable } from "./functions.ts";
import { type Token, tokenize } from "./lexer.ts";
import { expressionLimits } from "./limits.ts";
import { isForbiddenName, isForeignRoot, nearestName } from "./names.ts";
import { type Reference, referencesOf } from "./references.ts";

export interface ParsedExpression {
  /** Undefined when there is an error. */
  readonly ast: Node | undefined;
  /**
   * What the expression reads, as paths from a root: `row.price` → `["row","price"]`,
   * `sum(row.details,'amount')` → `["row","details","amount"]`. A computed key ends the path.
   */
  readonly refs: readonly (readonly string[])[];
  /** The same with the place of each in the source. */
  readonly references: readonly Reference[];
  /** Names of the functions called, each once. */
  readonly calls: readonly string[];
  readonly diagnostics: readonly ExpressionDiagnostic[];
}

const precedence: Readonly<Record<string, number>> = {
  "??": 1,
  "||": 2,
  "&&": 3,
  "==": 4,
  "!=": 4,
  "===": 4,
  "!==": 4,
  "<": 5,
  "<=": 5,
  ">": 5,
  ">=": 5,
  in: 5,
  "+": 6,
  "-": 6,
  "*": 7,
  "/": 7,
  "%": 7,
};

class ParseFailure extends Error {
  readonly diagnostic: ExpressionDiagnostic;

  constructor(diagnostic: ExpressionDiagnostic) {
    super(diagnostic.message);
    this.diagnostic = diagnostic;
  }
}

/**
 * Reads one expression (without braces). Never throws; the first mistake is reported with its place.
 *
 * @param source at most 2,000 characters
 */
export function parseExpression(source: string): ParsedExpression {
  const failed = (diagnostic: ExpressionDiagnostic): ParsedExpression => ({
    ast: undefined,
    refs: [],
    references: [],
    calls: [],
    diagnostics: [diagnostic],
  });
  if (typeof source !== "string") return failed({ offset: 0, length: 0, message: "表达式须是文本" });
  if (source.length > expressionLimits.sourceLength) {
    return failed({
      offset: expressionLimits.sourceLength,
      length: source.length - expressionLimits.sourceLength,
      message: `表达式超过 ${expressionLimits.sourceLength} 个字符`,
    });
  }
  const { tokens, problem } = tokenize(source);
  try {
    const ast = new Parser(tokens, problem).parse();
    const references = referencesOf(ast);
    return {
      ast,
      refs: references.map((reference) => reference.path),
      references,
      calls: [...callsOf(ast)],
      diagnostics: [],
    };
  } catch (failure) {
    if (failure instanceof ParseFailure) return failed(failure.diagnostic);
    throw failure;
  }
}

/** Precedence climbing over the tokens; one method per level of the grammar. */
class Parser {
  readonly #tokens: readonly Token[];
  readonly #problem: ExpressionDiagnostic | undefined;
  #position = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], problem: ExpressionDiagnostic | undefined) {
    this.#tokens = tokens;
    this.#problem = problem;
  }

  parse(): Node {
    const root = this.#conditional();
    const rest = this.#peek();
    if (rest.kind !== "end" || this.#problem) this.#fail(rest, `这里不应出现 ${rest.text}`);
    return root;
  }

  #peek(): Token {
    const token = this.#tokens[this.#position] ?? this.#tokens.at(-1);
    if (!token) throw new ParseFailure({ offset: 0, length: 0, message: "表达式为空" });
    return token;
  }

  #next(): Token {
    const token = this.#peek();
    this.#position += 1;
    return token;
  }

  #take(operator: string): boolean {
    const token = this.#peek();
    if (token.kind !== "operator" || token.text !== operator) return false;
    this.#position += 1;
    return true;
  }

  #expect(operator: string): void {
    const token = this.#peek();
    if (!this.#take(operator)) {
      this.#fail(token, token.kind === "end" ? `缺少 ${operator}` : `这里应为 ${operator}，不是 ${token.text}`);
    }
  }

  /** A character that the lexer refused explains the failure better than the token before it. */
  #fail(token: Token, message: string, suggestion?: string): never {
    if (token.kind === "end" && this.#problem) throw new ParseFailure(this.#problem);
    throw new ParseFailure({
      offset: token.offset,
      length: Math.max(token.text.length, 1),
      message,
      ...(suggestion === undefined ? {} : { suggestion }),
    });
  }

  #nested<Result>(read: () => Result): Result {
    this.#depth += 1;
    if (this.#depth > expressionLimits.depth) this.#fail(this.#peek(), `嵌套超过 ${expressionLimits.depth} 层`);
    const result = read();
    this.#depth -= 1;
    return result;
  }

  #conditional(): Node {
    return this.#nested(() => {
      const test = this.#binary(0);
      const offset = this.#peek().offset;
      if (!this.#take("?")) return test;
      const then = this.#conditional();
      this.#expect(":");
      return { type: "conditional", test, then, otherwise: this.#conditional(), offset };
    });
  }

  #binary(minimum: number): Node {
    let left = this.#unary();
    for (;;) {
      const token = this.#peek();
      const isOperator = token.kind === "operator" || (token.kind === "name" && token.text === "in");
      const level = isOperator && Object.hasOwn(precedence, token.text) ? (precedence[token.text] ?? 0) : 0;
      if (level <= minimum) return left;
      this.#next();
      const operator = (token.text === "===" ? "==" : token.text === "!==" ? "!=" : token.text) as BinaryOperator;
      const right = this.#binary(level);
      left = { type: "binary", operator, left, right, offset: token.offset };
    }
  }

  #unary(): Node {
    const { offset } = this.#peek();
    for (const operator of ["!", "-"] as const) {
      if (this.#take(operator)) {
        const operand = this.#nested(() => this.#unary());
        return { type: "unary", operator, operand, offset };
      }
    }
    return this.#members(this.#primary());
  }

  #members(start: Node): Node {
    let node = start;
    for (;;) {
      const token = this.#peek();
      if (token.kind !== "operator") return node;
      if (token.text === "[") {
        this.#next();
        node = { type: "member", object: node, key: this.#key(), offset: token.offset };
      } else if (token.text === "." || token.text === "?.") {
        this.#next();
        if (token.text === "?." && this.#take("[")) {
          node = { type: "member", object: node, key: this.#key(), offset: token.offset };
          continue;
        }
        const name = this.#next();
        if (name.kind !== "name") this.#fail(name, "点号后缺少名称");
        this.#refuseForbidden(name, name.text);
        const key: Node = { type: "literal", value: name.text, offset: name.offset };
        node = { type: "member", object: node, key, offset: token.offset };
      } else if (token.text === "(") {
        this.#fail(token, "只能调用内置函数，不能调用值的方法");
      } else {
        return node;
      }
    }
  }

  #key(): Node {
    const token = this.#peek();
    const key = this.#conditional();
    if (key.type === "literal" && typeof key.value === "string") this.#refuseForbidden(token, key.value);
    this.#expect("]");
    return key;
  }

  #refuseForbidden(token: Token, name: string): void {
    if (isForbiddenName(name)) this.#fail(token, `不能使用 ${name}`);
  }

  #primary(): Node {
    const token = this.#next();
    const { offset } = token;
    if (token.kind === "number" || token.kind === "string") return { type: "literal", value: token.value, offset };
    if (token.kind === "name") return this.#named(token);
    if (token.kind === "end") this.#fail(token, this.#position === 1 ? "表达式为空" : "表达式不完整");
    if (token.text === "(") {
      const inner = this.#conditional();
      this.#expect(")");
      return inner;
    }
    if (token.text === "[") return { type: "array", items: this.#list("]"), offset };
    return this.#fail(token, `这里不应出现 ${token.text}`);
  }

  #named(token: Token): Node {
    const { text, offset } = token;
    if (text === "true" || text === "false") return { type: "literal", value: text === "true", offset };
    if (text === "null") return { type: "literal", value: null, offset };
    this.#refuseForbidden(token, text);
    if (this.#take("(")) {
      const known = functionTable.get(text);
      if (!known) {
        const nearest = nearestName(text, functionTable.keys());
        this.#fail(token, `没有函数 ${text}${nearest ? `，是否为 ${nearest}` : ""}`, nearest);
      }
      const args = this.#list(")");
      const [least, most] = known.arity;
      if (args.length < least || args.length > most) {
        const range =
          least === most ? `${least}` : most === Number.POSITIVE_INFINITY ? `至少 ${least}` : `${least}–${most}`;
        this.#fail(token, `函数 ${text} 需要 ${range} 个参数，写了 ${args.length} 个`);
      }
      return { type: "call", name: text, args, offset };
    }
    if (text === "in") this.#fail(token, "这里不应出现 in");
    if (isForeignRoot(text)) this.#fail(token, text === "undefined" ? "请用 null" : `不支持 ${text}`);
    return { type: "name", name: text, offset };
  }

  #list(end: ")" | "]"): Node[] {
    const items: Node[] = [];
    if (this.#take(end)) return items;
    do {
      items.push(this.#conditional());
    } while (this.#take(","));
    this.#expect(end);
    return items;
  }
}
