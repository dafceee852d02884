import { useVirtualizer } from "@tanstack/react-virtual";
import { observer } from "mobx-react-lite";
import { type CSSProperties, type KeyboardEvent, type MouseEvent, useId, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { GridColumnPlan } from "../../runtime/compile/plan.ts";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import type { CellContext } from "../cells/cell-props.ts";
import { mobileQuery, useMedia } from "../layouts/use-media.ts";
import { messages } from "../messages.ts";
import { GridCards } from "./GridCards.tsx";
import { GridFoot } from "./GridFoot.tsx";
import { GridHead } from "./GridHead.tsx";
import { GridMenu, type MenuPlace } from "./GridMenu.tsx";
import { GridRow } from "./GridRow.tsx";
import { GridTip } from "./GridTip.tsx";
import { GridToolbar, useModelVersion } from "./GridToolbar.tsx";
import { perform, toggle } from "./grid-commands.ts";
import { commandOf, type GridCommand } from "./grid-keys.ts";
import { type GridLayout, gridMetrics, layoutGrid, templateOf } from "./grid-layout.ts";
import type { GridModel } from "./grid-model.ts";
import { cellId, type GridParts, isToggle } from "./grid-parts.ts";
import { useGridClipboard } from "./use-grid-clipboard.ts";
import { useGridDrag } from "./use-grid-drag.ts";
import "../table/table.css";
import "./grid.css";

export interface EditableGridProps {
  readonly model: GridModel;
  readonly title: string;
  /** The heading above already says what this is. */
  readonly hidesTitle?: boolean;
  readonly cells: CellContext;
  readonly services: ConsoleServices;
  readonly dictionaries: DictionaryCache;
  /** Greatest height of the rows together, pixels. */
  readonly height: number;
  /** Pixels. */
  readonly rowHeight: number;
  readonly rowNumber: boolean;
  readonly selection: "none" | "single" | "multiple";
  readonly dragSort: boolean;
  /** Rows as cards of fields, at any width. */
  readonly asCards?: boolean;
}

/** Rows before and after those in sight that are kept drawn. */
const overscan = 6;

/** The editable table: toolbar, head, rows in sight, sums. Below 768 px one card per row. */
export const EditableGrid = observer(function EditableGrid(props: EditableGridProps) {
  const { model, cells, services, dictionaries } = props;
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const parts = useMemo<GridParts>(
    () => ({
      id,
      model,
      cells,
      services,
      dictionaries,
      rowHeight: props.rowHeight,
      rowNumber: props.rowNumber,
      selection: props.selection,
      dragSort: props.dragSort,
      focus: () => root.current?.focus({ preventScroll: true }),
    }),
    [id, model, cells, services, dictionaries, props.rowHeight, props.rowNumber, props.selection, props.dragSort],
  );
  const isMobile = useMedia(mobileQuery);
  const dictVersion = dictionaries.version;
  const isWrong = useModelVersion(parts) >= 0 && (model.errorCount > 0 || model.problem !== undefined);
  const className = isWrong ? "sc-grid sc-grid-wrong" : "sc-grid";
  if (isMobile || props.asCards) {
    return (
      <section className={className} aria-label={props.title}>
        <GridCards
          parts={parts}
          title={props.title}
          hidesTitle={props.hidesTitle ?? false}
          isSingle={props.asCards ?? false}
          dictVersion={dictVersion}
        />
      </section>
    );
  }
  return (
    <section className={className} aria-label={props.title}>
      <GridSheet {...props} parts={parts} root={root} dictVersion={dictVersion} />
    </section>
  );
});

interface GridSheetProps extends EditableGridProps {
  readonly parts: GridParts;
  readonly root: React.RefObject<HTMLDivElement | null>;
  readonly dictVersion: number;
}

function GridSheet({ parts, root, dictVersion, ...props }: GridSheetProps) {
  const { model } = parts;
  const version = useModelVersion(parts);
  const [menu, setMenu] = useState<MenuPlace | undefined>(undefined);
  const [hovered, setHovered] = useState<string | undefined>(undefined);
  const [hasFocus, setFocus] = useState(false);
  const drag = useGridDrag(model);
  const clipboard = useGridClipboard(parts);
  const { columns } = model;
  const layout = useMemo(
    () =>
      layoutGrid(columns, {
        selection: props.selection !== "none",
        dragSort: props.dragSort,
        rowNumber: props.rowNumber,
      }),
    [columns, props.selection, props.dragSort, props.rowNumber],
  );
  const { order } = model.store;
  const rows = useVirtualizer({
    count: order.length,
    getScrollElement: () => root.current,
    estimateSize: () => parts.rowHeight,
    getItemKey: (index) => order[index] ?? index,
    overscan,
    scrollPaddingStart: gridMetrics.head,
    scrollPaddingEnd: gridMetrics.foot,
    useFlushSync: false,
  });
  const cut = useColumnsInSight(columns, layout, root);
  const { active } = model;

  const show = () => {
    const at = model.active;
    if (!at) return;
    rows.scrollToIndex(model.store.indexOf(at.id), { align: "auto" });
    cut.scrollTo(model.columnAt(at.key));
  };
  const run = (command: GridCommand, event: KeyboardEvent) => {
    if (!model.active && command.kind !== "undo" && command.kind !== "redo") {
      if (command.kind !== "move") return;
      model.move(0, 0);
    } else if (!perform(command, parts)) return;
    event.preventDefault();
    event.stopPropagation();
    show();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (model.active?.isEditing || event.target !== root.current) return;
    const command = commandOf(event);
    // The editor has to be there before the letter that opened it is put in.
    if (command) flushSync(() => run(command, event));
  };
  const placeOf = (event: MouseEvent): { id: string; key: string; cell: HTMLElement } | undefined => {
    const cell = (event.target as Element).closest<HTMLElement>("[data-key]");
    const rowId = cell?.closest<HTMLElement>("[data-row]")?.dataset.row;
    const key = cell?.dataset.key;
    return cell && rowId !== undefined && key !== undefined ? { id: rowId, key, cell } : undefined;
  };
  const handleClick = (event: MouseEvent) => {
    const place = placeOf(event);
    if (!place) return;
    const isHere = model.active?.id === place.id && model.active.key === place.key;
    if (isHere && model.active?.isEditing) return;
    model.activate(place, { extend: event.shiftKey });
    if (event.shiftKey) return;
    const column = columns[model.columnAt(place.key)];
    if (column && isToggle(column)) toggle(parts, place.id, column);
    else model.edit();
  };
  const shared = { columns: cut.columns, firstColumn: cut.first, hasGapBefore: cut.before > 0, layout };
  const template = templateOf(layout, cut.columns, cut.before, cut.after);
  const style = { "--sc-grid-max": `${props.height}px`, "--sc-grid-width": `${layout.minWidth}px` } as CSSProperties;
  return (
    <>
      <GridToolbar
        parts={parts}
        title={props.hidesTitle ? undefined : props.title}
        onAdded={() => {
          parts.focus();
          show();
        }}
        onFindWrong={() => {
          if (!model.nextError()) return;
          parts.focus();
          show();
        }}
      />
      {model.problem === undefined ? null : (
        <p className="sc-grid-problem" role="alert">
          {model.problem}
        </p>
      )}
      <div
        ref={root}
        role="grid"
        aria-label={props.title}
        aria-rowcount={order.length + 1}
        aria-colcount={columns.length}
        aria-multiselectable="true"
        aria-readonly={model.isLocked || undefined}
        aria-activedescendant={active ? cellId(parts, active.id, active.key) : undefined}
        tabIndex={0}
        className="sc-grid-scroll"
        style={style}
        onKeyDown={handleKey}
        onClick={handleClick}
        onPointerDown={drag.onPointerDown}
        onCopy={clipboard.onCopy}
        onPaste={clipboard.onPaste}
        onContextMenu={(event) => {
          const place = placeOf(event);
          if (!place || model.isLocked || model.active?.isEditing) return;
          event.preventDefault();
          model.activate(place);
          setMenu({ anchor: place.cell, id: place.id });
        }}
        onFocus={() => setFocus(true)}
        onPointerOver={(event) =>
          setHovered((event.target as Element).closest("[role=gridcell][aria-invalid=true]")?.id || undefined)
        }
        onPointerLeave={() => setHovered(undefined)}
        onScroll={() => setHovered(undefined)}
        onBlur={(event) => {
          setFocus(root.current?.contains(event.relatedTarget) === true);
          if (!root.current?.contains(event.relatedTarget) && !model.active?.isEditing && !menu) model.leave();
        }}
      >
        <GridHead parts={parts} template={template} {...shared} />
        <div
          role="rowgroup"
          className="sc-grid-rows"
          style={{ height: Math.max(rows.getTotalSize(), order.length === 0 ? 96 : 0) }}
        >
          {rows.getVirtualItems().map((item) => {
            const rowId = order[item.index];
            if (rowId === undefined) return null;
            return (
              <GridRow
                key={rowId}
                parts={parts}
                id={rowId}
                index={item.index}
                template={template}
                dictVersion={dictVersion}
                dropMark={drag.place?.id === rowId ? drag.place.side : undefined}
                {...shared}
              />
            );
          })}
          {order.length === 0 ? (
            <p className="sc-grid-empty">
              {messages.grid.empty(props.title)}
              {model.canAdd ? <>。{messages.grid.emptyHint}</> : null}
            </p>
          ) : null}
        </div>
        <GridFoot
          parts={parts}
          columns={cut.columns}
          hasGapBefore={cut.before > 0}
          template={template}
          layout={layout}
        />
      </div>
      {model.isLocked ? null : <p className="sc-grid-keys">{messages.grid.keys}</p>}
      <GridTip
        hovered={hovered}
        active={hasFocus && active && !active.isEditing ? cellId(parts, active.id, active.key) : undefined}
        place={version}
      />
      {menu ? <GridMenu parts={parts} place={menu} onClose={() => setMenu(undefined)} /> : null}
    </>
  );
}

/** The columns in sight once there are many: those pinned, and a range with the room of the others around it. */
function useColumnsInSight(
  columns: readonly GridColumnPlan[],
  layout: GridLayout,
  root: React.RefObject<HTMLDivElement | null>,
) {
  const lead = layout.lead.reduce((sum, width) => sum + width, 0);
  const virtual = useVirtualizer({
    horizontal: true,
    enabled: layout.isCut,
    count: layout.isCut ? columns.length : 0,
    getScrollElement: () => root.current,
    estimateSize: (index) => columns[index]?.width ?? 0,
    paddingStart: lead,
    overscan: 2,
    useFlushSync: false,
  });
  const scrollTo = (index: number) => {
    if (layout.isCut) virtual.scrollToIndex(index, { align: "auto" });
    else
      root.current
        ?.querySelector(`[data-key="${columns[index]?.name}"]`)
        ?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  };
  const items = virtual.getVirtualItems();
  const first = items[0];
  const last = items.at(-1);
  if (!layout.isCut || !first || !last) return { columns, first: 0, before: 0, after: 0, scrollTo };
  return {
    columns: columns.slice(first.index, last.index + 1),
    first: first.index,
    before: first.start - lead,
    after: virtual.getTotalSize() - last.end,
    scrollTo,
  };
}
