import { Button, Collapse } from "antd";
import { observer } from "mobx-react-lite";
import { type CSSProperties, type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { ListPlan, TreeCardPlan } from "../../../runtime/compile/plan.ts";
import type { AddressBar } from "../../../runtime/react/address-bar.ts";
import { lazyPart } from "../../../runtime/react/lazy-part.ts";
import type { ConsoleServices } from "../../../runtime/react/services.ts";
import { TreeListStore } from "../../../runtime/react/tree-list-store.ts";
import { LazyBoundary } from "../../layouts/LazyBoundary.tsx";
import { ProgressBar } from "../../layouts/ProgressBar.tsx";
import { mobileQuery, useMedia, wideQuery } from "../../layouts/use-media.ts";
import { messages } from "../../messages.ts";
import { Pager } from "../../table/Pager.tsx";
import type { TableBranches } from "../../table/table-layout.ts";
import { useRowPress } from "../erp-list/use-row-press.ts";
import { ListScreen, type ListScreenProps } from "../list/ListScreen.tsx";
import type { ListExtension } from "../list/list-extension.ts";
import type { ListShared } from "../list/list-shared.ts";
import { SideTree } from "./SideTree.tsx";
import "../erp-list/erp-list.css";
import "./tree-list.css";

/** Forms and details come with the first row that is chosen. */
const TreeCard = lazyPart(() => import("./TreeCard.tsx").then((module) => ({ default: module.TreeCard })));

/** Rows with rows below them. Arrow keys walk: up and down along the carets, right opens, left closes. */
export function TreeListScreen(props: ListScreenProps) {
  const place = useRef<HTMLDivElement>(null);
  useArrowKeys(place);
  const card = props.plan.tree?.card;
  const [showsCard, setShowsCard] = useState(false);
  const extension = useMemo<ListExtension>(
    () => ({
      ...(props.plan.tree ? { createStore: createTreeStore, branches, foot, tableOnPhone: true } : {}),
      ...(props.plan.side ? { aside } : {}),
      ...(card ? { below: (shared) => <CardPlace shared={shared} card={card} onShown={setShowsCard} /> } : {}),
    }),
    [props.plan, card],
  );
  return (
    <div
      ref={place}
      className={showsCard ? "sc-tree-list sc-stack sc-erp-beside sc-tree-card" : "sc-tree-list sc-stack"}
      style={card ? ({ "--sc-erp-right": `${card.width}px` } as CSSProperties) : sideStyle(props.plan)}
    >
      <ListScreen {...props} extension={extension} />
    </div>
  );
}

interface CardPlaceProps {
  readonly shared: ListShared;
  readonly card: TreeCardPlan;
  onShown(isShown: boolean): void;
}

/** Where the chosen row opens while the window has room; a press on a row chooses it. */
const CardPlace = observer(function CardPlace({ shared, card, onShown }: CardPlaceProps) {
  const store = treeOf(shared);
  const isWide = useMedia(wideQuery);
  const place = useRowPress(store, (row) => void (isWide ? store.showCard(row) : undefined));
  useLayoutEffect(() => store.setRoom(isWide), [store, isWide]);
  const isShown = isWide && store.card !== undefined;
  useLayoutEffect(() => onShown(isShown), [onShown, isShown]);
  return (
    <div ref={place} className="sc-card sc-erp-detail sc-stack" style={isShown ? undefined : { display: "none" }}>
      {isShown ? (
        <LazyBoundary fallback={<ProgressBar />}>
          <TreeCard shared={shared} store={store} card={card} />
        </LazyBoundary>
      ) : null}
    </div>
  );
});

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

const aside = (shared: ListShared) => <SidePlace shared={shared} />;

/** The tree beside the list; on a phone it is folded above it, so that the rows are in sight. */
const SidePlace = observer(function SidePlace({ shared: { store } }: { readonly shared: ListShared }) {
  const { side } = store.plan;
  const isPhone = useMedia(mobileQuery);
  if (!side) return null;
  const choose = (value: string | undefined) => void store.setSide(value === undefined ? {} : { [side.field]: value });
  const chosen = store.side[side.field] as string | undefined;
  const tree = <SideTree side={side} services={store.services} chosen={chosen} onChoose={choose} />;
  if (isPhone) {
    return (
      <aside className="sc-card" aria-label={side.title}>
        <Collapse ghost items={[{ key: "side", label: side.title, children: tree }]} />
      </aside>
    );
  }
  return (
    <aside className="sc-card sc-side sc-stack" aria-label={side.title}>
      {tree}
    </aside>
  );
});

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
      {store.tree.isPaged && !store.isSearching ? (
        <Pager
          pageNo={store.pageNo}
          pageSize={store.pageSize}
          pageSizes={store.plan.table.pageSizes}
          total={store.topTotal}
          onChange={(pageNo, pageSize) => void store.setPage(pageNo, pageSize)}
        />
      ) : (
        <span className="sc-num" role="status">
          {text}
        </span>
      )}
      <span className="sc-grow" />
      {store.isSearching || store.tree.isPaged ? null : (
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
