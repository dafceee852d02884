import CaretDownOutlined from "@ant-design/icons/CaretDownOutlined";
import CaretRightOutlined from "@ant-design/icons/CaretRightOutlined";
import { useEffect, useMemo, useState } from "react";
import type { SidePlan } from "../../../runtime/compile/plan.ts";
import type { ConsoleServices } from "../../../runtime/react/services.ts";
import { IconButton } from "../../layouts/IconButton.tsx";
import { LookUpState, reasonText } from "../../layouts/LookUpState.tsx";
import { TextInput } from "../../layouts/TextInput.tsx";
import { messages } from "../../messages.ts";

interface SideTreeProps {
  readonly side: SidePlan;
  readonly services: ConsoleServices;
  /** The condition of the chosen row; undefined = all rows. */
  onChoose(value: string | undefined): void;
}

/** A node of `{base}/queryTreeList`, with the fields of its row beside. */
interface TreeNode extends Readonly<Record<string, unknown>> {
  readonly key: string;
  readonly title: string;
  readonly children?: readonly TreeNode[] | null;
}

/** Another model's tree beside a list, with a search; pressing the chosen row again shows all rows. */
export function SideTree({ side, services, onChoose }: SideTreeProps) {
  const [tree, setTree] = useState<readonly TreeNode[] | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const [opened, setOpened] = useState<ReadonlySet<string> | undefined>(undefined);
  const [round, setRound] = useState(0);
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
  const shown = useMemo(() => searchNodes(tree ?? [], typed.trim()), [tree, typed]);
  if (!tree || problem !== undefined) {
    return <LookUpState isLoading={problem === undefined} problem={problem} onRetry={() => setRound(round + 1)} />;
  }
  const open = typed.trim()
    ? new Set(allNodes(shown).map((node) => node.key))
    : (opened ?? new Set(tree.map((node) => node.key)));
  const choose = (node: TreeNode) => {
    const isChosen = node.key === chosen;
    setChosen(isChosen ? undefined : node.key);
    onChoose(isChosen ? undefined : String(node[side.value] ?? node.key));
  };
  const toggle = (key: string) => setOpened(open.has(key) ? without(open, key) : new Set([...open, key]));
  const label = messages.list.searchPlaceholder(side.title);
  return (
    <>
      <TextInput className="sc-still" placeholder={label} aria-label={label} value={typed} onChange={setTyped} />
      {shown.length === 0 ? (
        <div className="sc-nothing">
          {tree.length === 0 ? messages.list.nothingBeside(side.title) : messages.form.searchEmpty}
        </div>
      ) : null}
      <ul className="sc-side-tree" aria-label={side.title}>
        {visibleNodes(shown, open, 0).map(({ node, depth }) => (
          <li key={node.key} className="sc-side-row sc-line" style={{ paddingLeft: depth * indentPx }}>
            {node.children && node.children.length > 0 ? (
              <IconButton
                className="sc-side-caret"
                size="small"
                aria-expanded={open.has(node.key)}
                label={open.has(node.key) ? messages.list.closeRow(node.title) : messages.list.openRow(node.title)}
                icon={
                  open.has(node.key) ? (
                    <CaretDownOutlined aria-hidden="true" />
                  ) : (
                    <CaretRightOutlined aria-hidden="true" />
                  )
                }
                onClick={() => toggle(node.key)}
              />
            ) : (
              <span className="sc-side-caret" />
            )}
            <button
              type="button"
              className={
                node.key === chosen
                  ? "sc-side-name sc-entry sc-grow sc-side-on sc-cut"
                  : "sc-side-name sc-entry sc-grow sc-cut"
              }
              aria-pressed={node.key === chosen}
              title={node.title}
              onClick={() => choose(node)}
            >
              {node.title}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

const indentPx = 16;

interface Shown {
  readonly node: TreeNode;
  readonly depth: number;
}

function visibleNodes(nodes: readonly TreeNode[], open: ReadonlySet<string>, depth: number): readonly Shown[] {
  return nodes.flatMap((node) => [
    { node, depth },
    ...(open.has(node.key) ? visibleNodes(node.children ?? [], open, depth + 1) : []),
  ]);
}

function without(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  next.delete(key);
  return next;
}

/** Nodes whose name contains the text, with the way down to them; everything below a hit stays. */
function searchNodes(nodes: readonly TreeNode[], text: string): readonly TreeNode[] {
  if (text === "") return nodes;
  return nodes.flatMap((node) => {
    if (node.title.includes(text)) return [node];
    const children = searchNodes(node.children ?? [], text);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}

function allNodes(nodes: readonly TreeNode[]): readonly TreeNode[] {
  return nodes.flatMap((node) => [node, ...allNodes(node.children ?? [])]);
}
