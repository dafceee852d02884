import fc from "fast-check";
import { expect, test } from "vitest";
import { createGraph, type GraphNode } from "./graph.ts";

const node = (id: string, ...reads: string[]): GraphNode => ({ id, reads });

test("nodes come after those they read, whatever order they are given in", () => {
  expect(createGraph([node("c", "b"), node("b", "a", "x"), node("a", "x")]).order).toEqual(["a", "b", "c"]);
});

test("a change reaches readers of readers, once each and in order", () => {
  const graph = createGraph([node("d", "b", "c"), node("b", "x"), node("c", "x"), node("e", "y")]);
  expect(graph.affectedBy(["x"])).toEqual(["b", "c", "d"]);
  expect(graph.affectedBy(["y"])).toEqual(["e"]);
  expect(graph.affectedBy(["unknown"])).toEqual([]);
});

test("a cycle is told as a path and everything outside it is still ordered first", () => {
  const graph = createGraph([node("a", "b"), node("b", "c"), node("c", "a"), node("free", "x"), node("behind", "a")]);
  expect(graph.cycle).toEqual(["a", "b", "c", "a"]);
  expect(graph.order[0]).toBe("free");
  expect([...graph.order].sort()).toEqual(["a", "b", "behind", "c", "free"]);
});

test("a node that reads itself is a cycle of one", () => {
  expect(createGraph([node("a", "a")]).cycle).toEqual(["a", "a"]);
});

/** Random nodes n0…n11 over inputs x0…x3, each a sum of what it reads; edges go both ways, so cycles occur. */
const randomNodes = fc.array(
  fc.array(
    fc.oneof(
      fc.nat(11).map((index) => `n${index}`),
      fc.nat(3).map((index) => `x${index}`),
    ),
    { maxLength: 4 },
  ),
  { minLength: 1, maxLength: 12 },
);

const evaluate = (reads: readonly string[], values: ReadonlyMap<string, number>): number =>
  reads.reduce((sum, id) => sum + (values.get(id) ?? 0), 1);

test("without a cycle one pass in order equals a naive fixpoint; with one, the cycle is real", () => {
  fc.assert(
    fc.property(randomNodes, fc.array(fc.nat(9), { minLength: 4, maxLength: 4 }), (lists, inputs) => {
      const nodes = lists.map((reads, index) => node(`n${index}`, ...reads));
      const graph = createGraph(nodes);
      const known = new Map(nodes.map((item) => [item.id, item]));
      expect([...graph.order].sort()).toEqual([...known.keys()].sort());
      if (graph.cycle) {
        graph.cycle.slice(1).forEach((next, index) => {
          expect(known.get(graph.cycle?.[index] ?? "")?.reads).toContain(next);
        });
        return;
      }
      const start = new Map(inputs.map((value, index) => [`x${index}`, value]));
      const ordered = new Map(start);
      for (const id of graph.order) ordered.set(id, evaluate(known.get(id)?.reads ?? [], ordered));
      const naive = new Map(start);
      for (let round = 0; round <= nodes.length; round++) {
        for (const item of nodes) naive.set(item.id, evaluate(item.reads, naive));
      }
      expect(ordered).toEqual(naive);

      // A change of one input, evaluating only what it reaches, ends in the same place.
      const changed = new Map(ordered).set("x0", 100);
      for (const id of graph.affectedBy(["x0"])) changed.set(id, evaluate(known.get(id)?.reads ?? [], changed));
      const again = new Map(start).set("x0", 100);
      for (const id of graph.order) again.set(id, evaluate(known.get(id)?.reads ?? [], again));
      expect(changed).toEqual(again);
    }),
    { numRuns: 500 },
  );
});
