import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { SidePlan } from "../../../runtime/compile/plan.ts";
import type { ConsoleServices } from "../../../runtime/react/services.ts";
import { LookUpState, reasonText } from "../../layouts/LookUpState.tsx";
import { SearchTree } from "../../layouts/SearchTree.tsx";
import { messages } from "../../messages.ts";

interface SideTreeProps {
  readonly side: SidePlan;
  readonly services: ConsoleServices;
  /** The condition of the chosen row; undefined = all rows. */
  readonly chosen: string | undefined;
  onChoose(value: string | undefined): void;
}

/** A node of `{base}/queryTreeList`, with the fields of its row beside. */
interface TreeNode extends Readonly<Record<string, unknown>> {
  readonly key: string;
  readonly title: string;
  readonly children?: readonly TreeNode[] | null;
}

/** Another model's tree beside a list, with a search; pressing the chosen row again shows all rows. */
export function SideTree({ side, services, chosen, onChoose }: SideTreeProps) {
  const [tree, setTree] = useState<readonly TreeNode[] | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [round, setRound] = useState(0);
  const place = useRef<HTMLDivElement>(null);
  const height = useRoom(place);
  useEffect(() => {
    void round;
    const request = new AbortController();
    setProblem(undefined);
    services.lookUp<readonly TreeNode[]>({ method: "GET", url: side.url, signal: request.signal }).then(
      (nodes) => (request.signal.aborted ? undefined : setTree(nodes ?? [])),
      (reason) => (request.signal.aborted ? undefined : setProblem(reasonText(reason))),
    );
    return () => request.abort();
  }, [services, side, round]);
  const conditionOf = (node: TreeNode) => String(node[side.value] ?? node.key);
  const isReady = tree !== undefined && problem === undefined;
  return (
    <div ref={place} className="sc-side-tree">
      {!isReady ? (
        <LookUpState isLoading={problem === undefined} problem={problem} onRetry={() => setRound(round + 1)} />
      ) : tree.length === 0 ? (
        <div className="sc-nothing">{messages.list.nothingBeside(side.title)}</div>
      ) : (
        <SearchTree
          nodes={tree}
          keyOf={keyOf}
          label={side.title}
          placeholder={messages.list.searchPlaceholder(side.title)}
          height={height}
          rootOpened
          isChosen={(node) => conditionOf(node) === chosen}
          onPress={(node) => onChoose(conditionOf(node) === chosen ? undefined : conditionOf(node))}
        />
      )}
    </div>
  );
}

const keyOf = ({ key }: TreeNode) => key;

/** The search above the tree, with the distance between them. */
const searchPx = 44;

/** Pixels that a tree has below its search where its place has a height of its own; undefined where it grows with the tree. */
function useRoom(place: RefObject<HTMLElement | null>): number | undefined {
  const [height, setHeight] = useState<number | undefined>(undefined);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const sizes = new ResizeObserver(() => {
      const grows = getComputedStyle(element).overflowY === "visible";
      setHeight(grows ? undefined : Math.max(0, element.clientHeight - searchPx));
    });
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [place]);
  return height;
}
