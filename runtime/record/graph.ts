/** Something that is computed from named values; its own id is the name of its result. */
export interface GraphNode {
  readonly id: string;
  /** Ids of nodes or of plain inputs. */
  readonly reads: readonly string[];
}

export interface DependencyGraph {
  /**
   * Every node once, each after those it reads. Nodes on a cycle and those behind it come last, in the order given,
   * so that an evaluation still ends.
   */
  readonly order: readonly string[];
  /** One cycle, each id reading the next, the first repeated at the end; undefined when there is none. */
  readonly cycle: readonly string[] | undefined;
  /** The nodes that read a changed value directly or through others, in evaluation order. A changed node is not its own reader. */
  affectedBy(changed: Iterable<string>): readonly string[];
}

/** Orders nodes so that one pass evaluates all of them. Ids are unique. */
export function createGraph(nodes: readonly GraphNode[]): DependencyGraph {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const readers = new Map<string, string[]>();
  const waitingFor = new Map<string, number>();
  for (const node of nodes) {
    const sources = new Set(node.reads);
    for (const source of sources) {
      const list = readers.get(source);
      if (list) list.push(node.id);
      else readers.set(source, [node.id]);
    }
    waitingFor.set(node.id, [...sources].filter((source) => byId.has(source)).length);
  }

  const order: string[] = [];
  const ready = nodes.filter((node) => waitingFor.get(node.id) === 0).map((node) => node.id);
  for (let next = 0; next < ready.length; next++) {
    const id = ready[next] ?? "";
    order.push(id);
    for (const reader of readers.get(id) ?? []) {
      const left = (waitingFor.get(reader) ?? 0) - 1;
      waitingFor.set(reader, left);
      if (left === 0) ready.push(reader);
    }
  }
  const placed = new Set(order);
  const blocked = nodes.map((node) => node.id).filter((id) => !placed.has(id));
  const cycle = blocked.length > 0 ? findCycle(blocked, byId) : undefined;
  order.push(...blocked);
  const rank = new Map(order.map((id, index) => [id, index]));

  return {
    order,
    cycle,
    affectedBy(changed) {
      const reached = new Set<string>();
      const frontier = [...changed];
      for (let next = 0; next < frontier.length; next++) {
        for (const reader of readers.get(frontier[next] ?? "") ?? []) {
          if (reached.has(reader)) continue;
          reached.add(reader);
          frontier.push(reader);
        }
      }
      return [...reached].sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
    },
  };
}

/** Every blocked node reads another blocked one; following them must meet a node twice. */
function findCycle(blocked: readonly string[], byId: ReadonlyMap<string, GraphNode>): readonly string[] {
  const isBlocked = new Set(blocked);
  const path: string[] = [];
  let current = blocked[0] ?? "";
  while (!path.includes(current)) {
    path.push(current);
    current = byId.get(current)?.reads.find((source) => isBlocked.has(source)) ?? "";
  }
  const loop = path.slice(path.indexOf(current));
  return [...loop, current];
}
