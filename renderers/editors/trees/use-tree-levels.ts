import { useEffect, useRef, useState } from "react";
import type { ConsoleServices } from "../../../runtime/react/services.ts";
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
  levels.set(key, { at: Date.now(), nodes });
  nodes.catch(() => levels.delete(key));
  return nodes;
}

export interface TreeLevels {
  readonly top: readonly TreeNode[] | undefined;
  readonly below: ReadonlyMap<string, readonly TreeNode[]>;
  readonly isLoading: boolean;
  open(node: TreeNode): Promise<void>;
}

/**
 * The levels that were opened so far. The top one is read when `isOpen` first becomes true; a failure shows the server's
 * message as an error and is tried again with the next opening.
 */
export function useTreeLevels(services: ConsoleServices, source: TreeSource, isOpen: boolean): TreeLevels {
  const [state, setState] = useState<{
    key: string;
    top?: readonly TreeNode[];
    below: Map<string, readonly TreeNode[]>;
  }>({ key: source.key, below: new Map() });
  const current = useRef(source.key);
  current.current = source.key;
  const say = (reason: unknown) => services.notify("error", reason instanceof Error ? reason.message : String(reason));
  const isMine = state.key === source.key;
  const [isFailed, setFailed] = useState(false);
  const isMissing = isOpen && !isFailed && !(isMine && state.top);
  useEffect(() => {
    if (!isOpen) setFailed(false);
  }, [isOpen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the source is made anew on each draw, its key says which
  useEffect(() => {
    if (!isMissing) return;
    const { key } = source;
    cached(services, key, () => source.loadTop()).then(
      (top) => (current.current === key ? setState({ key, top, below: new Map() }) : undefined),
      (reason) => {
        setFailed(true);
        say(reason);
      },
    );
  }, [services, source.key, isMissing]);

  const open = async (node: TreeNode) => {
    const { key } = source;
    try {
      const nodes = await cached(services, `${key} ${node.parentKey}`, () => source.loadBelow(node));
      if (current.current !== key) return;
      setState((now) => ({ ...now, below: new Map(now.below).set(node.value, nodes) }));
    } catch (reason) {
      say(reason);
    }
  };
  return {
    top: isMine ? state.top : undefined,
    below: isMine ? state.below : new Map(),
    isLoading: isMissing,
    open,
  };
}
