import { observer } from "mobx-react-lite";
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import type { CellContext } from "../cells/cell-props.ts";
import { useEvent } from "../layouts/use-event.ts";
import { mobileQuery, useMedia } from "../layouts/use-media.ts";
import { preloadEditors } from "./CellEditor.tsx";
import { GridCards } from "./GridCards.tsx";
import { GridFoot } from "./GridFoot.tsx";
import { GridHead } from "./GridHead.tsx";
import { GridMenu, type MenuPlace } from "./GridMenu.tsx";
import { GridNote } from "./GridNote.tsx";
import { GridPager } from "./GridPager.tsx";
import { GridRows } from "./GridRows.tsx";
import { GridTip } from "./GridTip.tsx";
import { GridToolbar, useModelVersion } from "./GridToolbar.tsx";
import { perform, toggle } from "./grid-commands.ts";
import { commandOf, type GridCommand } from "./grid-keys.ts";
import { layoutGrid, templateOf } from "./grid-layout.ts";
import type { GridModel } from "./grid-model.ts";
import { cellId, type GridParts, isToggle, placeOf } from "./grid-parts.ts";
import { useColumnsInSight } from "./use-columns-in-sight.ts";
import { useGridClipboard } from "./use-grid-clipboard.ts";
import { useGridDrag } from "./use-grid-drag.ts";
import { useGridRange } from "./use-grid-range.ts";
import { showRow } from "./use-rows-in-sight.ts";
import { keepKey } from "./waiting-keys.ts";
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
  /** Every open cell looks like the control that it becomes when it is touched. */
  readonly alwaysEdit?: boolean;
  /** Sizes of pages that a person may choose; undefined = the table has no pages. */
  readonly pageSizes?: readonly number[] | undefined;
  /** More buttons of the toolbar. */
  readonly extra?: ReactNode;
  /** Its last button. */
  readonly save?: ReactNode;
}

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
      alwaysEdit: props.alwaysEdit ?? false,
      focus: () => root.current?.focus({ preventScroll: true }),
      isOnItsWay: () => model.active?.isEditing === true && document.activeElement === root.current,
    }),
    [
      id,
      model,
      cells,
      services,
      dictionaries,
      props.rowHeight,
      props.rowNumber,
      props.selection,
      props.dragSort,
      props.alwaysEdit,
    ],
  );
  const isMobile = useMedia(mobileQuery);
  const dictVersion = dictionaries.version;
  const isWrong = useModelVersion(parts) >= 0 && (model.errorCount > 0 || model.problem !== undefined);
  const className = ["sc-grid", isWrong ? "sc-grid-wrong" : "", props.alwaysEdit ? "sc-grid-live" : ""]
    .filter(Boolean)
    .join(" ");
  if (isMobile || props.asCards) {
    return (
      <section className={className} aria-label={props.title}>
        <GridCards
          parts={parts}
          title={props.title}
          hidesTitle={props.hidesTitle ?? false}
          isSingle={props.asCards ?? false}
          dictVersion={dictVersion}
          extra={
            <>
              {props.extra}
              {props.save}
            </>
          }
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
  const lookAtRows = useRef(() => {});
  const drag = useGridDrag(model);
  const range = useGridRange(model);
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
  const { size } = model.store;
  const { shown } = model.order;
  // Rows that are gone are never chosen, so only a page has to be looked through.
  const chosen =
    model.order.pageSize === undefined
      ? model.selected.size
      : shown.reduce((count, id) => count + (model.selected.has(id) ? 1 : 0), 0);
  const { drawn, showColumn } = useColumnsInSight({ root, columns, layout });
  const { active } = model;

  /** Brings the active cell into sight and draws it at once: the next key needs it. */
  const show = () => {
    const at = model.active;
    if (!at) return;
    showRow(root.current, model.order.indexOf(at.id) - model.order.start, parts.rowHeight);
    lookAtRows.current();
    showColumn(model.columnAt(at.key));
  };
  const place = active ? model.order.indexOf(active.id) : -1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: wherever the active cell went, and whoever moved it
  useLayoutEffect(show, [active?.id, active?.key, active?.isEditing, place]);
  const run = (command: GridCommand, event: KeyboardEvent) => {
    if (!model.active && command.kind !== "undo" && command.kind !== "redo") {
      if (command.kind !== "move") return;
      model.move(0, 0);
    } else if (!perform(command, parts)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.target !== root.current) return;
    if (model.active?.isEditing) {
      if (!keepKey(event, model)) return;
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const command = commandOf(event);
    // The editor has to be there before the letter that opened it is put in.
    if (!command) return;
    show();
    flushSync(() => run(command, event));
  };
  const handleClick = (event: MouseEvent) => {
    const place = placeOf(event.target as Element);
    if (!place || range.isDrawn.current) return;
    const isHere = model.active?.id === place.id && model.active.key === place.key;
    if (isHere && model.active?.isEditing) return;
    model.activate(place, { extend: event.shiftKey });
    if (event.shiftKey) return;
    const column = columns[model.columnAt(place.key)];
    if (column && isToggle(column)) toggle(parts, place.id, column);
    else model.edit();
  };
  const reached = useRef<typeof columns>(undefined);
  const handleReach = () => {
    if (reached.current === columns || model.isLocked) return;
    reached.current = columns;
    preloadEditors(columns);
  };
  const template = useMemo(() => templateOf(layout, drawn), [layout, drawn]);
  const handleFindWrong = useEvent((step: 1 | -1) => {
    if (model.nextError(step)) parts.focus();
  });
  const style = {
    "--sc-grid-max": `${props.height}px`,
    "--sc-grid-width": `${layout.minWidth}px`,
    "--sc-grid-row": `${parts.rowHeight}px`,
  } as CSSProperties;
  return (
    <>
      <GridToolbar
        parts={parts}
        title={props.hidesTitle ? undefined : props.title}
        extra={props.extra}
        save={props.save}
        onAdded={parts.focus}
        onFindWrong={handleFindWrong}
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
        aria-rowcount={size + 1}
        aria-colcount={columns.length}
        aria-multiselectable="true"
        aria-readonly={model.isLocked || undefined}
        aria-activedescendant={active ? cellId(parts, active.id, active.key) : undefined}
        tabIndex={0}
        className="sc-grid-scroll"
        style={style}
        onKeyDown={handleKey}
        onClick={handleClick}
        onPointerDown={(event) => {
          drag.onPointerDown(event);
          range.onPointerDown(event);
        }}
        onCopy={clipboard.onCopy}
        onCut={clipboard.onCut}
        onPaste={clipboard.onPaste}
        onContextMenu={(event) => {
          const place = placeOf(event.target as Element);
          if (!place || model.isLocked || model.active?.isEditing) return;
          event.preventDefault();
          model.activate(place);
          setMenu({ anchor: place.cell, at: { x: event.clientX, y: event.clientY }, id: place.id });
        }}
        onPointerEnter={handleReach}
        onFocus={() => {
          setFocus(true);
          handleReach();
        }}
        onPointerOver={(event) =>
          setHovered((event.target as Element).closest("[role=gridcell][aria-invalid=true]")?.id || undefined)
        }
        onPointerLeave={() => setHovered(undefined)}
        onBlur={(event) => {
          setFocus(root.current?.contains(event.relatedTarget) === true);
          if (!root.current?.contains(event.relatedTarget) && !model.active?.isEditing && !menu) model.leave();
        }}
      >
        <GridHead
          parts={parts}
          template={template}
          drawn={drawn}
          layout={layout}
          chosen={chosen === 0 ? "none" : chosen === shown.length ? "all" : "some"}
          sort={model.order.sort}
        />
        <GridRows
          parts={parts}
          title={props.title}
          height={props.height}
          template={template}
          drawn={drawn}
          layout={layout}
          dictVersion={dictVersion}
          drop={drag.place}
          lookAtRows={lookAtRows}
        />
        <GridFoot parts={parts} drawn={drawn} template={template} layout={layout} />
      </div>
      {props.pageSizes ? <GridPager parts={parts} pageSizes={props.pageSizes} scroller={root} /> : null}
      {model.isLocked ? null : <GridNote parts={parts} />}
      <GridTip
        hovered={hovered}
        active={hasFocus && active && !active.isEditing ? cellId(parts, active.id, active.key) : undefined}
        place={version}
      />
      {menu ? <GridMenu parts={parts} place={menu} onClose={() => setMenu(undefined)} /> : null}
    </>
  );
}
