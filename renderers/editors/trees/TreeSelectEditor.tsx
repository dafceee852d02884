import { TreeSelect } from "antd";
import { observer } from "mobx-react-lite";
import { type ReactNode, useEffect, useState } from "react";
import { commaParts } from "../../../runtime/format/text.ts";
import { words } from "../../../runtime/format/words.ts";
import { useModels } from "../../form/models-context.ts";
import { clearMark } from "../../layouts/clear-mark.tsx";
import { LookUpState } from "../../layouts/LookUpState.tsx";
import { listedPopup } from "../../layouts/listed-popup.tsx";
import { opensAtOnce } from "../../layouts/opens-at-once.ts";
import { messages } from "../../messages.ts";
import { pickMessages } from "../../pick-messages.ts";
import type { EditorProps } from "../editor-props.ts";
import { isCondition, ownRow, type TreeNode, treeSource } from "./tree-source.ts";
import { type LowerLevel, useTreeLevels } from "./use-tree-levels.ts";
import "../choice-select.css";

/** Pixels. */
const popupHeight = 400;

interface Item {
  readonly value: string;
  readonly title: ReactNode;
  readonly isLeaf: boolean;
  /** Absent in the line that stands for a level that did not come. */
  readonly node?: TreeNode;
  readonly selectable?: boolean;
  readonly children?: Item[];
}

/** PCK-06, PCK-07: one node or several of a tree, whose levels are read when they are opened. */
export const TreeSelectEditor = observer(function TreeSelectEditor(props: EditorProps) {
  const { id, title, options, field, dict, value, aria, services } = props;
  if (options.type !== "tree-select" && options.type !== "category-select") {
    throw new Error(`no tree for ${options.type}`);
  }
  const isRight = isCondition(options.condition);
  const disabled = props.disabled || !isRight;
  useEffect(() => {
    if (!isRight) services.notify("error", pickMessages.trees.badCondition);
  }, [isRight, services]);
  const [isOpen, setOpen] = useState(props.autoOpen ?? false);
  const models = useModels();
  const source = treeSource({ services, options, dict, models });
  const own = ownRow(field, { dict, models }, props.scope?.().row);
  const levels = useTreeLevels(services, source, isOpen && !disabled);

  const isMultiple = options.multiple ?? field.multiple;
  const itemsOf = (nodes: readonly TreeNode[]): Item[] =>
    without(nodes, own).map((node) => {
      const below = levels.below.get(node.value);
      const item = { value: node.value, title: node.title, node, isLeaf: node.isLeaf || below?.nodes?.length === 0 };
      if (!below) return item;
      return { ...item, children: below.nodes ? itemsOf(below.nodes) : [missingLevel(node, below)] };
    });
  const missingLevel = (node: TreeNode, { problem }: LowerLevel): Item => ({
    value: `${node.value} …`,
    title: (
      <LookUpState
        isLine
        isLoading={problem === undefined}
        problem={problem}
        onRetry={problem === undefined ? undefined : () => void levels.open(node)}
      />
    ),
    isLeaf: true,
    selectable: false,
  });
  const items = itemsOf(levels.top ?? []);
  const titles = new Map(
    [...(levels.top ?? []), ...[...levels.below.values()].flatMap(({ nodes }) => nodes ?? [])].map((node) => [
      node.value,
      node.title,
    ]),
  );
  // A row at the top names the root, which is no node.
  const values = commaParts(value).filter((one) => one !== rootKey || titles.has(one));
  const shown = values.map((one, index) => ({
    value: one,
    label: titles.get(one) ?? nodeWords(props, values, index),
  }));
  const choose = (next: readonly { readonly value: string; readonly label: unknown }[]) => {
    const names = next.map((each) => titles.get(each.value) ?? String(each.label ?? each.value)).join(",");
    props.onPicked?.(names || undefined);
    if (options.type === "category-select" && options.back) props.onFill?.({ [options.back]: names || null });
    props.onChange(next.map((each) => each.value).join(",") || null);
  };
  return (
    <TreeSelect<{ value: string; label: unknown } | { value: string; label: unknown }[], Item>
      {...aria}
      id={id}
      allowClear={clearMark}
      aria-description={shown.map(({ label }) => label).join(words.listComma) || undefined}
      labelInValue
      showSearch={{ treeNodeFilterProp: "title" }}
      multiple={isMultiple}
      maxTagCount={isMultiple ? "responsive" : 0}
      defaultOpen={props.autoOpen ?? false}
      autoFocus={props.autoOpen ?? false}
      {...opensAtOnce(props.autoOpen ?? false)}
      className="sc-select"
      status={aria["aria-invalid"] ? "error" : ""}
      disabled={disabled}
      loading={levels.isLoading}
      placeholder={messages.form.select(title)}
      notFoundContent={<LookUpState isLoading={levels.isLoading} problem={levels.problem} onRetry={levels.retry} />}
      classNames={{ popup: { root: "sc-select-list" } }}
      popupRender={listedPopup(id)}
      listHeight={popupHeight}
      treeData={items}
      loadData={async ({ node }) => (node ? levels.open(node as TreeNode) : undefined)}
      value={isMultiple ? shown : (shown[0] as never)}
      onOpenChange={setOpen}
      onChange={(next) => choose(next === undefined || next === null ? [] : Array.isArray(next) ? next : [next])}
      onBlur={props.onBlur}
    />
  );
});

/** Parent of the rows at the top, which is no node (PCK-06). */
const rootKey = "0";

const without = (nodes: readonly TreeNode[], id: string | undefined): readonly TreeNode[] =>
  id === undefined ? nodes : nodes.filter(({ parentKey }) => parentKey !== id);

/** What a chosen node is called: as the server told it, as its dictionary does, or by its value. */
function nodeWords(
  { text, dict, dictionaries }: Pick<EditorProps, "text" | "dict" | "dictionaries">,
  values: readonly string[],
  index: number,
): string {
  const value = values[index] ?? "";
  const told = text?.split(",");
  return (
    (told?.length === values.length ? told[index] : undefined) ??
    (dict ? dictionaries.text(dict, value) : undefined) ??
    value
  );
}
