import { Input, Tree } from "antd";
import type { DataNode } from "antd/es/tree";
import { useEffect, useMemo, useState } from "react";
import type { ConsoleServices } from "../../../runtime/react/services.ts";
import { LookUpState, reasonText } from "../../layouts/LookUpState.tsx";
import { messages } from "../../messages.ts";
import { pickMessages } from "../../pick-messages.ts";
import { allDeparts, type DepartNode, knownDeparts, loadDeparts, searchDeparts } from "./depart-data.ts";

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
export function DepartTree({ services, height, isChosen, multiple, rootOpened, onPress }: DepartTreeProps) {
  const [tree, setTree] = useState(() => knownDeparts(services));
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [typed, setTyped] = useState("");
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isGone = false;
    setProblem(undefined);
    loadDeparts(services, round > 0).then(
      (nodes) => (isGone ? undefined : setTree(nodes)),
      (reason) => (isGone ? undefined : setProblem(reasonText(reason))),
    );
    return () => {
      isGone = true;
    };
  }, [services, round]);
  const shown = useMemo(() => searchDeparts(tree ?? [], typed), [tree, typed]);
  const [opened, setOpened] = useState<readonly string[] | undefined>(undefined);
  const expanded = useMemo(
    () =>
      typed
        ? allDeparts(shown).map((node) => node.id)
        : (opened ?? (rootOpened ? (tree ?? []).map((node) => node.id) : [])),
    [typed, shown, opened, rootOpened, tree],
  );
  const data = useMemo(() => {
    const open = new Set(expanded);
    return shown.map((node) => toData(node, open));
  }, [shown, expanded]);
  if (!tree || problem !== undefined) {
    const isLoading = problem === undefined;
    return <LookUpState isLoading={isLoading} problem={problem} onRetry={() => setRound(round + 1)} />;
  }
  const chosen = drawnDeparts(data)
    .filter(isChosen)
    .map((depart) => depart.id);
  return (
    <>
      <Input
        allowClear
        placeholder={pickMessages.searchDepart}
        aria-label={pickMessages.searchDepart}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {shown.length === 0 ? <div className="sc-nothing">{messages.form.searchEmpty}</div> : null}
      <Tree<DepartRow>
        blockNode
        checkStrictly
        checkable={multiple}
        className="sc-pick-tree"
        height={height}
        treeData={data}
        expandedKeys={[...expanded]}
        onExpand={(keys) => setOpened(keys.map(String))}
        selectedKeys={multiple ? [] : chosen}
        checkedKeys={multiple ? chosen : []}
        onSelect={(_keys, { node }) => onPress(node.depart)}
        onCheck={(_keys, { node }) => onPress(node.depart)}
      />
    </>
  );
}

/** A row of the tree. */
interface DepartRow extends DataNode {
  readonly depart: DepartNode;
  readonly children?: DepartRow[];
}

/**
 * What is below a closed node is left out until it opens: the tree works on every node that it is given, seen or not,
 * and a company has twenty thousand.
 */
function toData(depart: DepartNode, open: ReadonlySet<string>): DepartRow {
  const { id, title, children } = depart;
  if (!children || children.length === 0) return { key: id, title, depart, isLeaf: true };
  if (!open.has(id)) return { key: id, title, depart, isLeaf: false };
  return { key: id, title, depart, isLeaf: false, children: children.map((child) => toData(child, open)) };
}

/** The departments that stand in the tree as it is opened now. */
const drawnDeparts = (rows: readonly DepartRow[]): readonly DepartNode[] =>
  rows.flatMap((row) => [row.depart, ...drawnDeparts(row.children ?? [])]);
