import type { Node } from "./ast.ts";

/** Names of the functions called, each once. */
export function callsOf(node: Node, found = new Set<string>()): Set<string> {
  if (node.type === "call") found.add(node.name);
  for (const child of childrenOf(node)) callsOf(child, found);
  return found;
}

/** The nodes right below one. */
export function childrenOf(node: Node): readonly Node[] {
  switch (node.type) {
    case "literal":
    case "name":
      return [];
    case "member":
      return [node.object, node.key];
    case "array":
      return node.items;
    case "unary":
      return [node.operand];
    case "binary":
      return [node.left, node.right];
    case "conditional":
      return [node.test, node.then, node.otherwise];
    case "call":
      return node.args;
  }
}
