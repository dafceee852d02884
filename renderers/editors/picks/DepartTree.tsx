import { useEffect, useState } from "react";
import type { ConsoleServices } from "../../../runtime/react/services.ts";
import { LookUpState, reasonText } from "../../layouts/LookUpState.tsx";
import { SearchTree } from "../../layouts/SearchTree.tsx";
import { pickMessages } from "../../pick-messages.ts";
import { type DepartNode, knownDeparts, loadDeparts } from "./depart-data.ts";

interface DepartTreeProps {
  readonly services: ConsoleServices;
  readonly height: number;
  /** Ids of the chosen departments. */
  isChosen(node: DepartNode): boolean;
  readonly multiple: boolean;
  readonly rootOpened: boolean;
  onPress(node: DepartNode): void;
}

/** The departments with a search; only the visible rows are drawn, so a tree of thousands opens at once. */
export function DepartTree({ services, ...tree }: DepartTreeProps) {
  const [nodes, setNodes] = useState(() => knownDeparts(services));
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isGone = false;
    setProblem(undefined);
    loadDeparts(services, round > 0).then(
      (loaded) => (isGone ? undefined : setNodes(loaded)),
      (reason) => (isGone ? undefined : setProblem(reasonText(reason))),
    );
    return () => {
      isGone = true;
    };
  }, [services, round]);
  if (!nodes || problem !== undefined) {
    const isLoading = problem === undefined;
    return <LookUpState isLoading={isLoading} problem={problem} onRetry={() => setRound(round + 1)} />;
  }
  return (
    <SearchTree
      nodes={nodes}
      keyOf={idOf}
      label={pickMessages.depart}
      placeholder={pickMessages.searchDepart}
      {...tree}
    />
  );
}

const idOf = ({ id }: DepartNode) => id;
