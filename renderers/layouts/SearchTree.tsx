import "./search-tree.css";
import CaretDownFilled from "@ant-design/icons/CaretDownFilled";
import { Input, Tree } from "antd";
import type { DataNode } from "antd/es/tree";
import { useMemo, useState } from "react";
import { messages } from "../messages.ts";

/** What a tree shows of its nodes. */
export interface SearchNode<Node> {
  readonly title: string;
  readonly children?: readonly Node[] | null;
}

interface SearchTreeProps<Node> {
  readonly nodes: readonly Node[];
  keyOf(node: Node): string;
  /** Of the tree, and what its search asks for. */
  readonly label: string;
  readonly placeholder: string;
  /** Pixels of what is in sight; without it every open row is drawn. */
  readonly height?: number | undefined;
  /** A tick for each node instead of one that is chosen. */
  readonly multiple?: boolean;
  /** Whether the first level stands open at first. */
  readonly rootOpened: boolean;
  isChosen(node: Node): boolean;
  onPress(node: Node): void;
}

/** A tree with a search: what it finds stands on its way down, and everything below it can be opened. */
export function SearchTree<Node extends SearchNode<Node>>(props: SearchTreeProps<Node>) {
  const { nodes, keyOf, multiple = false, rootOpened, isChosen, onPress } = props;
  const [typed, setTyped] = useState("");
  const text = typed.trim();
  /** Searched text → what people have left open of it. */
  const [left, setLeft] = useState<ReadonlyMap<string, readonly string[]>>(new Map());
  const shown = useMemo(() => searchNodes(nodes, text), [nodes, text]);
  const expanded = useMemo(() => {
    const known = left.get(text);
    if (known) return known;
    const open = text === "" ? (rootOpened ? nodes : []) : waysTo(shown, text);
    return open.map(keyOf);
  }, [left, text, rootOpened, nodes, shown, keyOf]);
  const rows = useMemo(() => {
    const open = new Set(expanded);
    return shown.map((node) => toRow(node, keyOf, open));
  }, [shown, expanded, keyOf]);
  const chosen = drawnRows(rows)
    .filter(({ node }) => isChosen(node))
    .map(({ key }) => key);
  return (
    <>
      <Input
        allowClear
        placeholder={props.placeholder}
        aria-label={props.placeholder}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {shown.length === 0 ? <div className="sc-nothing">{messages.form.searchEmpty}</div> : null}
      <Tree<Row<Node>>
        aria-label={props.label}
        blockNode
        checkStrictly
        checkable={multiple}
        className="sc-search-tree"
        // The tree's own would be read before each name.
        switcherIcon={<CaretDownFilled aria-hidden="true" />}
        {...(props.height === undefined ? {} : { height: props.height })}
        treeData={rows}
        expandedKeys={[...expanded]}
        onExpand={(keys) => setLeft(new Map([...left, [text, keys.map(String)]]))}
        selectedKeys={multiple ? [] : chosen}
        checkedKeys={multiple ? chosen : []}
        onSelect={(_keys, { node }) => onPress(node.node)}
        onCheck={(_keys, { node }) => onPress(node.node)}
      />
    </>
  );
}

interface Row<Node> extends DataNode {
  readonly key: string;
  readonly node: Node;
  readonly children?: Row<Node>[];
}

/**
 * What is below a closed node is left out until it opens: the tree works on every node that it is given, seen or not,
 * and a company has twenty thousand departments.
 */
function toRow<Node extends SearchNode<Node>>(
  node: Node,
  keyOf: (node: Node) => string,
  open: ReadonlySet<string>,
): Row<Node> {
  const { title, children } = node;
  const row = { key: keyOf(node), title, node };
  if (!children || children.length === 0) return { ...row, isLeaf: true };
  if (!open.has(row.key)) return { ...row, isLeaf: false };
  return { ...row, isLeaf: false, children: children.map((child) => toRow(child, keyOf, open)) };
}

const drawnRows = <Node,>(rows: readonly Row<Node>[]): readonly Row<Node>[] =>
  rows.flatMap((row) => [row, ...drawnRows(row.children ?? [])]);

/** Nodes whose name contains the text, with the way down to them; everything below a hit stays. */
export function searchNodes<Node extends SearchNode<Node>>(nodes: readonly Node[], text: string): readonly Node[] {
  if (text === "") return nodes;
  return nodes.flatMap((node) => {
    if (node.title.includes(text)) return [node];
    const children = searchNodes(node.children ?? [], text);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}

/** The nodes above a hit. */
function waysTo<Node extends SearchNode<Node>>(nodes: readonly Node[], text: string): readonly Node[] {
  return nodes.flatMap((node) => {
    const children = node.children ?? [];
    const below = waysTo(children, text);
    return below.length > 0 || children.some(({ title }) => title.includes(text)) ? [node, ...below] : [];
  });
}
