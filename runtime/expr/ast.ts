/** `offset` counts characters from the start of the source, 0-based. */
export type Node =
  | { readonly type: "literal"; readonly value: string | number | boolean | null; readonly offset: number }
  | { readonly type: "name"; readonly name: string; readonly offset: number }
  | { readonly type: "member"; readonly object: Node; readonly key: Node; readonly offset: number }
  | { readonly type: "array"; readonly items: readonly Node[]; readonly offset: number }
  | { readonly type: "unary"; readonly operator: "!" | "-"; readonly operand: Node; readonly offset: number }
  | {
      readonly type: "binary";
      readonly operator: BinaryOperator;
      readonly left: Node;
      readonly right: Node;
      readonly offset: number;
    }
  | {
      readonly type: "conditional";
      readonly test: Node;
      readonly then: Node;
      readonly otherwise: Node;
      readonly offset: number;
    }
  | { readonly type: "call"; readonly name: string; readonly args: readonly Node[]; readonly offset: number };

export type BinaryOperator =
  | "??"
  | "||"
  | "&&"
  | "=="
  | "!="
  | "<"
  | "<="
  | ">"
  | ">="
  | "in"
  | "+"
  | "-"
  | "*"
  | "/"
  | "%";

export interface ExpressionDiagnostic {
  /** Characters from the start of the source (after the opening braces), 0-based. */
  readonly offset: number;
  readonly length: number;
  /** Chinese, one sentence without a full stop. */
  readonly message: string;
  /** The nearest right word, when there is one. */
  readonly suggestion?: string;
}
