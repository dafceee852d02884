import { type CSSProperties, type RefObject, useEffect, useMemo, useRef } from "react";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import { RequestError } from "../../runtime/react/services.ts";
import { LazyBoundary } from "../layouts/LazyBoundary.tsx";
import { ProgressBar } from "../layouts/ProgressBar.tsx";
import { saveFile } from "../layouts/save-file.ts";
import { useEvent } from "../layouts/use-event.ts";
import { whenIdle } from "../layouts/when-idle.ts";
import { preloadEditors } from "./CellEditor.tsx";
import type { EditableGridProps } from "./editable-grid-props.ts";
import { GridFoot } from "./GridFoot.tsx";
import { GridHead } from "./GridHead.tsx";
import { GridMenu } from "./GridMenu.tsx";
import { GridNote } from "./GridNote.tsx";
import { GridPager } from "./GridPager.tsx";
import { GridRows } from "./GridRows.tsx";
import { GridTip } from "./GridTip.tsx";
import { GridToolbar, useModelVersion } from "./GridToolbar.tsx";
import { GridTools } from "./GridTools.tsx";
import { isLeft, ofTable } from "./grid-focus.ts";
import { layoutGrid, templateOf } from "./grid-layout.ts";
import type { GridModel } from "./grid-model.ts";
import { cellId, type GridParts } from "./grid-parts.ts";
import { writeSheetRows } from "./sheet-rows.ts";
import { useActiveCell } from "./use-active-cell.ts";
import { useColumnsInSight } from "./use-columns-in-sight.ts";
import { useGridClipboard } from "./use-grid-clipboard.ts";
import { useGridDrag } from "./use-grid-drag.ts";
import { useGridFill } from "./use-grid-fill.ts";
import { useGridKeys } from "./use-grid-keys.ts";
import { useGridPresses } from "./use-grid-presses.ts";
import { useGridRange } from "./use-grid-range.ts";
import { useGridColumns } from "./use-grid-settings.ts";
import { useWrongWalk } from "./use-wrong-walk.ts";

interface GridSheetProps extends EditableGridProps {
  readonly parts: GridParts;
  readonly root: RefObject<HTMLDivElement | null>;
  /** Grows when dictionaries arrive. */
  readonly dictVersion: number;
  readonly isFull: boolean;
  onFull(isFull: boolean): void;
  readonly isFinding: boolean;
  onFind(isFinding: boolean): void;
  onScroll(): void;
}

/** Comes with the first search. */
const GridFind = lazyPart(() => import("./GridFind.tsx").then((module) => ({ default: module.GridFind })));

/** The table as rows and columns: toolbar, head, the rows in sight, sums, and what is said of the active cell. */
export function GridSheet({ parts, root, dictVersion, view, ...props }: GridSheetProps) {
  const { model } = parts;
  const version = useModelVersion(parts);
  useGridColumns(model, view?.settings);
  const lookAtRows = useRef(() => {});
  const drag = useGridDrag(model);
  const range = useGridRange(model);
  const fill = useGridFill(model);
  const clipboard = useGridClipboard(parts);
  const presses = useGridPresses(parts, range.isDrawn);
  const { columns, active } = model;
  const layout = useMemo(
    () =>
      layoutGrid(columns, {
        selection: props.selection !== "none",
        dragSort: parts.dragSort,
        rowNumber: props.rowNumber,
      }),
    [columns, props.selection, parts.dragSort, props.rowNumber],
  );
  const { drawn, showColumn } = useColumnsInSight({ root, columns, layout });
  const template = useMemo(() => templateOf(layout, drawn), [layout, drawn]);
  const show = useActiveCell(parts, { root, lookAtRows, showColumn });
  const handleKey = useGridKeys(parts, root, show);
  const findWrong = useWrongWalk(parts, root, props.onBeyond);
  const handleReach = usePreloadedEditors(model);
  const handleExport = useEvent(async () => {
    const data = writeSheetRows(parts, props.title);
    try {
      saveFile(await parts.services.download({ method: "POST", url: "/lowcode/sheet/write", data }));
    } catch (reason) {
      if (!(reason instanceof RequestError)) throw reason; // the console has shown it
    }
  });
  const handleResize = useEvent((name: string, width: number | undefined) => {
    const { [name]: _before, ...widths } = view?.settings.widths ?? {};
    view?.change({ widths: width === undefined ? widths : { ...widths, [name]: width } });
  });
  const { isFull, onFull } = props;
  const { allColumns } = model;
  const tools = useMemo(
    () => (view ? <GridTools {...view} columns={allColumns} isFull={isFull} onFull={onFull} /> : null),
    [view, allColumns, isFull, onFull],
  );
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
        onFindWrong={findWrong}
        onImport={props.onImport}
        onExport={props.canExport ? handleExport : undefined}
        tools={tools}
      />
      {props.isFinding ? (
        <LazyBoundary fallback={<ProgressBar />}>
          <GridFind
            parts={parts}
            onClose={() => {
              props.onFind(false);
              parts.focus();
            }}
          />
        </LazyBoundary>
      ) : null}
      {model.findings.problem === undefined ? null : (
        <p className="sc-grid-problem sc-hint sc-bad" role="alert">
          {model.findings.problem}
        </p>
      )}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take a name */}
      <div
        ref={root}
        role={model.tree ? "treegrid" : "grid"}
        aria-label={props.title}
        aria-rowcount={model.store.size + 1}
        aria-colcount={columns.length}
        aria-multiselectable="true"
        aria-readonly={model.isLocked || undefined}
        aria-activedescendant={active ? cellId(parts, active.id, active.key) : undefined}
        tabIndex={0}
        className="sc-grid-scroll"
        style={style}
        onKeyDown={handleKey}
        onClick={presses.onClick}
        onPointerDown={(event) => {
          if (fill.onPointerDown(event)) return;
          drag.onPointerDown(event);
          range.onPointerDown(event);
          presses.onPointerDown(event);
        }}
        onScroll={props.onScroll}
        onDoubleClick={fill.onDoubleClick}
        onCopy={ofTable(clipboard.onCopy)}
        onCut={ofTable(clipboard.onCut)}
        onPaste={ofTable(clipboard.onPaste)}
        onContextMenu={presses.onContextMenu}
        onPointerEnter={handleReach}
        onFocus={handleReach}
        onBlur={(event) => {
          if (!model.active?.isEditing && !presses.menu && isLeft(event)) model.leave();
        }}
      >
        <GridHead
          parts={parts}
          template={template}
          drawn={drawn}
          layout={layout}
          chosen={chosenOf(model)}
          sort={model.order.sort}
          onResize={view ? handleResize : undefined}
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
      {model.isLocked ? null : <GridNote parts={parts} hasPager={props.pageSizes !== undefined} />}
      <GridTip parts={parts} root={root} place={version} />
      {presses.menu ? <GridMenu parts={parts} place={presses.menu} isOfCell onClose={presses.closeMenu} /> : null}
    </>
  );
}

/** Whether the rows of the page are chosen, for the checkbox of the head. */
function chosenOf({ order, selected }: GridModel): "none" | "some" | "all" {
  const { shown } = order;
  // Rows that are gone are never chosen, so only a page has to be looked through.
  const chosen =
    order.pageSize === undefined ? selected.size : shown.reduce((count, id) => count + (selected.has(id) ? 1 : 0), 0);
  if (chosen === 0) return "none";
  return chosen === shown.length ? "all" : "some";
}

/**
 * Fetches the editors of the columns once the browser is idle, so that the first press opens one as fast as the next; or
 * when a pointer or the focus comes near before that. Once for each choice of columns.
 */
function usePreloadedEditors(model: GridModel): () => void {
  const { columns, isLocked } = model;
  const preloaded = useRef<GridModel["columns"]>(undefined);
  const preload = useEvent(() => {
    if (preloaded.current === columns || isLocked) return;
    preloaded.current = columns;
    void preloadEditors(columns);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what `preload` reads
  useEffect(() => whenIdle(preload), [columns, isLocked, preload]);
  return preload;
}
