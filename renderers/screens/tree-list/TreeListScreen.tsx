import { Button } from "antd";
import { type CSSProperties, type RefObject, useLayoutEffect, useMemo, useRef } from "react";
import type { ListPlan } from "../../../runtime/compile/plan.ts";
import type { AddressBar } from "../../../runtime/react/address-bar.ts";
import type { ConsoleServices } from "../../../runtime/react/services.ts";
import { TreeListStore } from "../../../runtime/react/tree-list-store.ts";
import { messages } from "../../messages.ts";
import type { TableBranches } from "../../table/table-layout.ts";
import { ListScreen, type ListScreenProps } from "../list/ListScreen.tsx";
import type { ListExtension } from "../list/list-extension.ts";
import type { ListShared } from "../list/list-shared.ts";
import { SideTree } from "./SideTree.tsx";
import "./tree-list.css";

/** Rows with rows below them. Arrow keys walk: up and down along the carets, right opens, left closes. */
export function TreeListScreen(props: ListScreenProps) {
  const place = useRef<HTMLDivElement>(null);
  useArrowKeys(place);
  const extension = useMemo<ListExtension>(
    () => ({
      ...(props.plan.tree ? { createStore: createTreeStore, branches, foot, tableOnPhone: true } : {}),
      ...(props.plan.side ? { aside } : {}),
    }),
    [props.plan],
  );
  return (
    <div ref={place} className="sc-tree-list sc-stack" style={sideStyle(props.plan)}>
      <ListScreen {...props} extension={extension} />
    </div>
  );
}

function createTreeStore(
  plan: ListPlan,
  services: ConsoleServices,
  address: AddressBar,
  fixed: Readonly<Record<string, unknown>>,
): TreeListStore {
  if (!plan.tree) throw new Error(`${plan.id} has no tree`);
  return new TreeListStore(plan, plan.tree, services, address, fixed);
}

function treeOf({ store }: ListShared): TreeListStore {
  if (!(store instanceof TreeListStore)) throw new Error(`${store.plan.id} keeps no tree`);
  return store;
}

function sideStyle({ side }: ListPlan): CSSProperties | undefined {
  return side ? ({ "--sc-side": `${side.width}px` } as CSSProperties) : undefined;
}

function aside({ store }: ListShared) {
  const { side } = store.plan;
  if (!side) return null;
  const choose = (value: string | undefined) => void store.setSide(value === undefined ? {} : { [side.field]: value });
  return (
    <aside className="sc-card sc-side sc-stack" aria-label={side.title}>
      <SideTree side={side} services={store.services} onChoose={choose} />
    </aside>
  );
}

function branches(shared: ListShared): TableBranches {
  const store = treeOf(shared);
  return {
    place: "column",
    stateOf(row) {
      const key = store.keyOf(row);
      if (store.opening.has(key)) return "loading";
      if (!store.hasChildren(row)) return "leaf";
      return store.open.has(key) ? "open" : "closed";
    },
    depthOf: (row) => store.depthOf(row),
    isFound: (row) => store.found?.has(store.keyOf(row)) ?? false,
    onToggle: (row) => void store.toggle(row),
  };
}

function foot(shared: ListShared) {
  const store = treeOf(shared);
  const found = store.found?.size ?? 0;
  const text = !store.isSearching
    ? messages.list.treeCount(store.rows.length)
    : found < store.foundTotal
      ? messages.list.treeFoundMore(found, store.foundTotal)
      : messages.list.treeFound(found);
  return (
    <div className="sc-tree-foot sc-bar sc-over sc-line sc-muted">
      <span className="sc-num" role="status">
        {text}
      </span>
      <span className="sc-grow" />
      {store.isSearching ? null : (
        <>
          <Button type="link" size="small" disabled={!store.canExpand} onClick={() => void store.expandAll()}>
            {messages.list.expandAll}
          </Button>
          <Button type="link" size="small" disabled={!store.canCollapse} onClick={() => store.collapseAll()}>
            {messages.list.collapseAll}
          </Button>
        </>
      )}
    </div>
  );
}

function useArrowKeys(place: RefObject<HTMLDivElement | null>): void {
  useLayoutEffect(() => {
    const list = place.current;
    const handle = (event: KeyboardEvent) => {
      const mark = (event.target as Element).closest<HTMLElement>(".sc-branch");
      if (!mark || !list) return;
      const marks = [...list.querySelectorAll<HTMLElement>(".sc-branch")];
      const move = moveOf(event.key, mark, marks);
      if (!move) return;
      event.preventDefault();
      move();
    };
    list?.addEventListener("keydown", handle);
    return () => list?.removeEventListener("keydown", handle);
  }, [place]);
}

/** What an arrow key does on a caret; undefined for other keys. */
function moveOf(key: string, mark: HTMLElement, marks: readonly HTMLElement[]): (() => void) | undefined {
  const at = marks.indexOf(mark);
  const isOpen = mark.getAttribute("aria-expanded");
  switch (key) {
    case "ArrowDown":
      return () => marks[at + 1]?.focus();
    case "ArrowUp":
      return () => marks[at - 1]?.focus();
    case "ArrowRight":
      return isOpen === "false" ? () => mark.click() : () => marks[at + 1]?.focus();
    case "ArrowLeft":
      return isOpen === "true" ? () => mark.click() : () => parentMark(marks, at)?.focus();
    default:
      return undefined;
  }
}

/** The caret of the nearest row above that stands one level higher. */
function parentMark(marks: readonly HTMLElement[], at: number): HTMLElement | undefined {
  const levelOf = (mark: HTMLElement | undefined) => Number(mark?.closest("tr")?.getAttribute("aria-level"));
  const level = levelOf(marks[at]);
  return marks.slice(0, at).findLast((mark) => levelOf(mark) === level - 1);
}
