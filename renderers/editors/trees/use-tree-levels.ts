import { useEffect, useRef, useState } from "react";
import type { ConsoleServices } from "../../../runtime/react/services.ts";
import { reasonText } from "../../layouts/LookUpState.tsx";
import type { TreeNode, TreeSource } from "./tree-source.ts";

/** Levels stay known as long as the wire's select widgets keep theirs (PCK-15). */
const keepMs = 30_000;

interface Level {
  readonly at: number;
  readonly nodes: Promise<readonly TreeNode[]>;
}

const known = new WeakMap<ConsoleServices, Map<string, Level>>();

/** One call a level for everyone who asks within half a minute; a failed one is tried again. */
function cached(services: ConsoleServices, key: string, read: () => Promise<readonly TreeNode[]>) {
  const levels = known.get(services) ?? new Map<string, Level>();
  known.set(services, levels);
  const before = levels.get(key);
  if (before && Date.now() - before.at < keepMs) return before.nodes;
  const nodes = read();
  const made = { at: Date.now(), nodes };
  levels.set(key, made);
  nodes.catch(() => (levels.get(key) === made ? levels.delete(key) : undefined));
  return nodes;
}

/** What is below a node that was opened: its nodes, or why they could not be read; neither while they are asked for again. */
export interface LowerLevel {
  readonly nodes?: readonly TreeNode[];
  readonly problem?: string;
}

export interface TreeLevels {
  readonly top: readonly TreeNode[] | undefined;
  readonly below: ReadonlyMap<string, LowerLevel>;
  readonly isLoading: boolean;
  /** Why the top could not be read. */
  readonly problem: string | undefined;
  /** Reads the top once more, also while an answer is still awaited. */
  retry(): void;
  /** Reads the level below a node; once more when it failed. */
  open(node: TreeNode): Promise<void>;
}

/**
 * The levels that were opened so far. The top one is read when `isOpen` first becomes true; its failure also shows the
 * server's message as an error (PCK-06) and is tried again with the next opening.
 */
export function useTreeLevels(services: ConsoleServices, source: TreeSource, isOpen: boolean): TreeLevels {
  const [state, setState] = useState<{
    key: string;
    top?: readonly TreeNode[];
    below: ReadonlyMap<string, LowerLevel>;
  }>({ key: source.key, below: new Map() });
  const current = useRef(source.key);
  current.current = source.key;
  const isMine = state.key === source.key;
  const [round, setRound] = useState(0);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const isMissing = isOpen && problem === undefined && !(isMine && state.top);
  useEffect(() => {
    if (!isOpen) setProblem(undefined);
  }, [isOpen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the source is made anew on each draw, its key says which
  useEffect(() => {
    if (!isMissing) return;
    const { key } = source;
    let isLate = false;
    cached(services, key, () => source.loadTop()).then(
      (top) => (isLate ? undefined : setState({ key, top, below: new Map() })),
      (reason) => {
        if (isLate) return;
        setProblem(reasonText(reason));
        services.notify("error", reasonText(reason), reason);
      },
    );
    return () => {
      isLate = true;
    };
  }, [services, source.key, isMissing, round]);

  const open = async (node: TreeNode) => {
    const { key } = source;
    const put = (level: LowerLevel) => {
      if (current.current === key) setState((now) => ({ ...now, below: new Map(now.below).set(node.value, level) }));
    };
    if (state.below.get(node.value)?.problem !== undefined) put({});
    await cached(services, `${key} ${node.parentKey}`, () => source.loadBelow(node)).then(
      (nodes) => put({ nodes }),
      (reason) => put({ problem: reasonText(reason) }),
    );
  };
  return {
    top: isMine ? state.top : undefined,
    below: isMine ? state.below : new Map(),
    isLoading: isMissing,
    problem,
    retry: () => {
      known.get(services)?.delete(source.key);
      setProblem(undefined);
      setRound((now) => now + 1);
    },
    open,
  };
}
