import type { ConsoleServices } from "../../../runtime/react/services.ts";

export interface DepartNode {
  readonly id: string;
  readonly title: string;
  readonly orgCode: string;
  readonly children?: readonly DepartNode[] | null;
}

/** How long a tree is used again; select widgets of the wire keep theirs as long. */
const keepMs = 30_000;
const loaded = new WeakMap<ConsoleServices, Loaded>();

interface Loaded {
  readonly at: number;
  readonly tree: Promise<readonly DepartNode[]>;
  /** The tree once it is there. */
  nodes?: readonly DepartNode[];
}

const isFresh = ({ at }: Loaded) => Date.now() - at < keepMs;

/** The departments that somebody has asked for shortly before, without waiting. */
export function knownDeparts(services: ConsoleServices): readonly DepartNode[] | undefined {
  const known = loaded.get(services);
  return known && isFresh(known) ? known.nodes : undefined;
}

/**
 * The departments, asked for once by all pickers of half a minute.
 *
 * @param again what was asked before is not waited for any longer
 */
export function loadDeparts(services: ConsoleServices, again: boolean): Promise<readonly DepartNode[]> {
  const known = loaded.get(services);
  if (known && !again && isFresh(known)) return known.tree;
  const tree = services.lookUp<readonly DepartNode[]>({ method: "GET", url: "/sys/sysDepart/queryTreeList" });
  const made: Loaded = { at: Date.now(), tree };
  loaded.set(services, made);
  tree.then(
    (nodes) => {
      made.nodes = nodes;
    },
    // A failed call is tried again by the next who asks.
    () => (loaded.get(services) === made ? loaded.delete(services) : undefined),
  );
  return tree;
}
