import { Input, Tree } from "antd";
import type { DataNode } from "antd/es/tree";
import { useEffect, useMemo, useState } from "react";
import { type ConsoleServices, RequestError } from "../../../runtime/react/services.ts";
import { Button } from "../../layouts/Button.tsx";
import { messages } from "../../messages.ts";
import { allDeparts, type DepartNode, loadDeparts, searchDeparts } from "./depart-data.ts";

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
  const [tree, setTree] = useState<readonly DepartNode[] | undefined>(undefined);
  const [problem, setProblem] = useState("");
  const [typed, setTyped] = useState("");
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    let isGone = false;
    setProblem("");
    loadDeparts(services).then(
      (nodes) => (isGone ? undefined : setTree(nodes)),
      (reason) => (isGone || !(reason instanceof RequestError) ? undefined : setProblem(reason.message)),
    );
    return () => {
      isGone = true;
    };
  }, [services, round]);
  const shown = useMemo(() => searchDeparts(tree ?? [], typed), [tree, typed]);
  const byId = useMemo(() => new Map(allDeparts(tree ?? []).map((node) => [node.id, node])), [tree]);
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
  if (problem) {
    return (
      <div className="sc-pick-state" role="alert">
        <p>{problem}</p>
        <Button onClick={() => setRound(round + 1)}>{messages.states.retry}</Button>
      </div>
    );
  }
  if (!tree) return <div className="sc-pick-state">{messages.states.loading}</div>;
  const chosen = [...byId.values()].filter(isChosen).map((node) => node.id);
  const press = (id: unknown) => {
    const node = byId.get(String(id));
    if (node) onPress(node);
  };
  return (
    <>
      <Input
        allowClear
        placeholder={messages.pick.searchDepart}
        aria-label={messages.pick.searchDepart}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {shown.length === 0 ? <div className="sc-pick-state">{messages.form.searchEmpty}</div> : null}
      <Tree<DataNode>
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
        onSelect={(_keys, { node }) => press(node.key)}
        onCheck={(_keys, { node }) => press(node.key)}
      />
    </>
  );
}

/**
 * What is below a closed node is one place-holder until it opens: the tree works on every node that it is given, seen or
 * not, and a company has twenty thousand.
 */
function toData({ id, title, children }: DepartNode, open: ReadonlySet<string>): DataNode {
  if (!children || children.length === 0) return { key: id, title };
  if (!open.has(id)) return { key: id, title, children: [{ key: `${id} …`, title: "" }] };
  return { key: id, title, children: children.map((child) => toData(child, open)) };
}
