import type { Node } from "./ast.ts";
import { functionTable } from "./functions.ts";

export interface Reference {
  readonly path: readonly string[];
  /** Place of the root in the source, 0-based. */
  readonly offset: number;
}

/** Everything that an expression reads, in source order, each path once. */
export function referencesOf(root: Node): readonly Reference[] {
  const found = new Map<string, Reference>();
  const add = (reference: Reference | undefined): void => {
    if (reference) {
      const key = reference.path.join("\u0000");
      if (!found.has(key)) found.set(key, reference);
    }
  };
  const visit = (node: Node): void => {
    switch (node.type) {
      case "literal":
        return;
      case "name":
        add({ path: [node.name], offset: node.offset });
        return;
      case "member": {
        add(pathOf(node));
        visitKeys(node);
        return;
      }
      case "array":
        for (const item of node.items) visit(item);
        return;
      case "unary":
        visit(node.operand);
        return;
      case "binary":
        visit(node.left);
        visit(node.right);
        return;
      case "conditional":
        visit(node.test);
        visit(node.then);
        visit(node.otherwise);
        return;
      case "call":
        visitCall(node);
    }
  };
  /** The computed keys of a member chain are expressions of their own; so is a base that is no name. */
  const visitKeys = (node: Node): void => {
    if (node.type !== "member") {
      if (node.type !== "name") visit(node);
      return;
    }
    visitKeys(node.object);
    if (node.key.type !== "literal") visit(node.key);
  };
  /** `sum(rows,'amount')` reads `amount` of each row. */
  const visitCall = (node: Node & { type: "call" }): void => {
    const [list, key] = node.args;
    const column = functionTable.get(node.name)?.columnArgument;
    const columnNode = column === undefined ? undefined : node.args[column];
    const base = list && pathOf(list);
    if (base && columnNode?.type === "literal" && typeof columnNode.value === "string") {
      add({ path: [...base.path, columnNode.value], offset: base.offset });
      if (list) visitKeys(list);
      for (const other of node.args.slice(1)) visit(other);
      return;
    }
    if (list) visit(list);
    if (key) for (const other of node.args.slice(1)) visit(other);
  };
  visit(root);
  return [...found.values()];
}

/** The static part of a member chain; undefined when its base is no name. */
function pathOf(node: Node): Reference | undefined {
  if (node.type === "name") return { path: [node.name], offset: node.offset };
  if (node.type !== "member") return undefined;
  const base = pathOf(node.object);
  if (!base || node.key.type !== "literal") return base;
  if (hasComputedKey(node.object)) return base;
  return { path: [...base.path, String(node.key.value)], offset: base.offset };
}

function hasComputedKey(node: Node): boolean {
  return node.type === "member" && (node.key.type !== "literal" || hasComputedKey(node.object));
}
