import { AppError } from "./errors.ts";

/** Deeper than any document or form of ours; a body beyond it is an attack on recursion. */
const maxDepth = 64;
/** Keys and array entries of one body together. */
const maxNodes = 200_000;

/**
 * Refuses bodies that are small as text and costly as values. Walks with a stack of its own, so depth is safe.
 *
 * @throws AppError TOO_LARGE
 */
export function checkBodyShape(body: unknown): void {
  const stack: { value: unknown; depth: number }[] = [{ value: body, depth: 0 }];
  let nodes = 0;
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { value, depth } = next;
    if (typeof value !== "object" || value === null) continue;
    const children = Array.isArray(value) ? value : Object.values(value);
    nodes += children.length;
    if (depth >= maxDepth || nodes > maxNodes) throw new AppError("TOO_LARGE");
    for (const child of children) {
      if (typeof child === "object" && child !== null) stack.push({ value: child, depth: depth + 1 });
    }
  }
}
