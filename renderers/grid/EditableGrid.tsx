import { observer } from "mobx-react-lite";
import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  Suspense,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import type { SubTablePlan } from "../../runtime/compile/view-plan.ts";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import { type ConsoleServices, RequestError } from "../../runtime/react/services.ts";
import type { CellContext } from "../cells/cell-props.ts";
import { ModalDialog } from "../layouts/ModalDialog.tsx";
import { ProgressBar } from "../layouts/ProgressBar.tsx";
import { saveFile } from "../layouts/save-file.ts";
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
import { type GridSettings, GridTools } from "./GridTools.tsx";
import { perform, toggle } from "./grid-commands.ts";
import { commandOf, type GridCommand } from "./grid-keys.ts";
import { layoutGrid, templateOf } from "./grid-layout.ts";
import type { GridModel } from "./grid-model.ts";
import { cellId, type GridParts, isToggle, placeOf } from "./grid-parts.ts";
import { writeSheetRows } from "./sheet-rows.ts";
import { useColumnsInSight } from "./use-columns-in-sight.ts";
import { useGridClipboard } from "./use-grid-clipboard.ts";
import { useGridDrag } from "./use-grid-drag.ts";
import { useGridFill } from "./use-grid-fill.ts";
import { useGridRange } from "./use-grid-range.ts";
import { rowHeightOf, useGridColumns } from "./use-grid-settings.ts";
import { showRow } from "./use-rows-in-sight.ts";
import { useSubPopover } from "./use-sub-popover.ts";
import { keepKey } from "./waiting-keys.ts";
import { offerWrongCells, type WrongCells } from "./wrong-cells.ts";
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
  /** Rows that belong to one row, shown beside it; absent = none do. */
  readonly popover?: SubTablePlan | undefined;
  /** Sizes of pages that a person may choose; undefined = the table has no pages. */
  readonly pageSizes?: readonly number[] | undefined;
  /** How this person wants the table; absent = as it is, and nothing changes it. */
  readonly view?: GridSettings | undefined;
  /** Opens the import of a spreadsheet; absent = rows are not imported here. */
  readonly onImport?: (() => void) | undefined;
  readonly canExport?: boolean;
  /** Leads on where the table has no further wrong cell; absent = it begins again. */
  readonly onBeyond?: ((step: 1 | -1, table: Element | undefined) => void) | undefined;
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
  const [isFull, setFull] = useState(false);
  const [isFinding, setFinding] = useState(false);
  const [detailed, setDetailed] = useState<string | undefined>(undefined);
  const below = useSubPopover(root, services);
  const showBelow = useEvent((rowId: string) => {
    if (!model.store.isInserted(rowId)) void below.toggle(rowId);
  });
  const rowHeight = rowHeightOf(props.rowHeight, props.view?.settings.density);
  const parts = useMemo<GridParts>(
    () => ({
      id,
      model,
      cells,
      services,
      dictionaries,
      rowHeight,
      rowNumber: props.rowNumber,
      selection: props.selection,
      dragSort: props.dragSort,
      alwaysEdit: props.alwaysEdit ?? false,
      showDetails: (rowId) => {
        model.cover(true);
        setDetailed(rowId);
      },
      ...(props.popover ? { showBelow } : {}),
      find: () => setFinding(true),
      focus: () => root.current?.focus({ preventScroll: true }),
      isOnItsWay: () => model.active?.isEditing === true && document.activeElement === root.current,
    }),
    [
      id,
      model,
      cells,
      services,
      dictionaries,
      rowHeight,
      props.rowNumber,
      props.selection,
      props.dragSort,
      props.alwaysEdit,
      props.popover,
      showBelow,
    ],
  );
  const isMobile = useMedia(mobileQuery);
  const dictVersion = dictionaries.version;
  const isWrong = useModelVersion(parts) >= 0 && (model.findings.count > 0 || model.findings.problem !== undefined);
  const className = ["sc-grid sc-box", isWrong ? "sc-grid-wrong" : "", props.alwaysEdit ? "sc-grid-live" : ""]
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
          onBeyond={props.onBeyond}
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
  const sheet = (
    <section className={className} aria-label={props.title}>
      <GridSheet
        {...props}
        {...(isFull ? { height: heightAlone(), hidesTitle: true } : {})}
        parts={parts}
        root={root}
        dictVersion={dictVersion}
        isFull={isFull}
        onFull={setFull}
        isFinding={isFinding}
        onFind={setFinding}
        onScroll={below.close}
      />
      <Suspense fallback={<ProgressBar />}>
        {below.open && props.popover ? (
          <RowPopover parts={parts} table={props.popover} open={below.open} onClose={below.close} />
        ) : null}
        {detailed === undefined ? null : (
          <RowDetails
            parts={parts}
            id={detailed}
            table={props.popover}
            dictVersion={dictVersion}
            onClose={() => {
              setDetailed(undefined);
              model.cover(false);
              parts.focus();
            }}
          />
        )}
      </Suspense>
    </section>
  );
  if (!isFull) return sheet;
  return (
    <ModalDialog covers="full" width="100%" title={props.title} focus="[role$=grid]" onClose={() => setFull(false)}>
      {sheet}
    </ModalDialog>
  );
});

/** What a table alone on the screen shares the height with: head and edges of its window, toolbar, titles, sums, keys. */
const besideRows = 56 + 48 + 57 + 44 + 64 + 40;
const heightAlone = () => Math.max(200, window.innerHeight - besideRows);

interface GridSheetProps extends EditableGridProps {
  readonly parts: GridParts;
  readonly root: React.RefObject<HTMLDivElement | null>;
  readonly dictVersion: number;
  readonly isFull: boolean;
  onFull(isFull: boolean): void;
  readonly isFinding: boolean;
  onFind(isFinding: boolean): void;
  onScroll(): void;
}

/** Commands that need no active cell. */
const anywhere: ReadonlySet<GridCommand["kind"]> = new Set(["undo", "redo", "find"]);

/** Windows that a cell opens tell of their events here too, although they are drawn elsewhere. */
const ofTable =
  <Event extends SyntheticEvent>(handle: (event: Event) => void) =>
  (event: Event) => {
    if (event.currentTarget.contains(event.target as Element)) handle(event);
  };

/**
 * Whether a person went away from the table. The buttons of the table work on the active cell, a window over the table
 * gives the focus back, and another window of the desk leaves it where it is.
 */
function isLeft({ currentTarget: root, target, relatedTarget: to }: FocusEvent<HTMLElement>): boolean {
  if (!root.contains(target) || target === document.activeElement) return false;
  if (!to) return true;
  const dialog = to.closest("[role=dialog]");
  return root.closest("section")?.contains(to) !== true && (dialog === null || dialog.contains(root));
}

const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Comes with the first search. */
const GridFind = lazyPart(() => import("./GridFind.tsx").then((module) => ({ default: module.GridFind })));

/** Come with the first row whose details or rows are asked for. */
const RowPopover = lazyPart(() => import("./RowPopover.tsx").then((module) => ({ default: module.RowPopover })));
const RowDetails = lazyPart(() => import("./RowDetails.tsx").then((module) => ({ default: module.RowDetails })));

function GridSheet({ parts, root, dictVersion, view, ...props }: GridSheetProps) {
  const { model } = parts;
  const version = useModelVersion(parts);
  useGridColumns(model, view?.settings);
  const [menu, setMenu] = useState<MenuPlace | undefined>(undefined);
  const [hovered, setHovered] = useState<string | undefined>(undefined);
  const [hasFocus, setFocus] = useState(false);
  const lookAtRows = useRef(() => {});
  const drag = useGridDrag(model);
  const range = useGridRange(model);
  const fill = useGridFill(model);
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
    if (!model.active && !anywhere.has(command.kind)) {
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
    const target = event.target as Element;
    const number = target.closest<HTMLElement>("[role=rowheader]")?.closest<HTMLElement>("[data-row]")?.dataset.row;
    if (number !== undefined) parts.showBelow?.(number);
    const place = placeOf(target);
    if (target.closest(".sc-branch")) return;
    if (!place || range.isDrawn.current || (event.target as Element).closest("[data-fill]")) return;
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
  const isOpen = active?.isEditing === true;
  const wasOpen = useRef(false);
  // An editor that closes takes the focus along when its control, or the window it had opened, is gone.
  useEffect(() => {
    if (wasOpen.current && !isOpen && model.active && isFocusLost()) parts.focus();
    wasOpen.current = isOpen;
  }, [isOpen, model, parts]);
  const template = useMemo(() => templateOf(layout, drawn), [layout, drawn]);
  const handleFindWrong = useEvent((step: 1 | -1) => {
    if (model.nextError(step, props.onBeyond ? "on" : "round")) parts.focus();
    else props.onBeyond?.(step, root.current?.closest("section") ?? undefined);
  });
  const go: WrongCells["go"] = useEvent((step, from) => {
    if (!model.nextError(step, from === "start" ? "start" : "on")) return false;
    parts.focus();
    return true;
  });
  useLayoutEffect(() => {
    const table = root.current?.closest("section");
    return table ? offerWrongCells(table, { go }) : undefined;
  }, [root, go]);
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
        onImport={props.onImport}
        onExport={props.canExport ? handleExport : undefined}
        tools={
          view ? <GridTools {...view} columns={model.allColumns} isFull={props.isFull} onFull={props.onFull} /> : null
        }
      />
      {props.isFinding ? (
        <Suspense fallback={<ProgressBar />}>
          <GridFind
            parts={parts}
            onClose={() => {
              props.onFind(false);
              parts.focus();
            }}
          />
        </Suspense>
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
          if (fill.onPointerDown(event)) return;
          drag.onPointerDown(event);
          range.onPointerDown(event);
        }}
        onScroll={props.onScroll}
        onDoubleClick={fill.onDoubleClick}
        onCopy={ofTable(clipboard.onCopy)}
        onCut={ofTable(clipboard.onCut)}
        onPaste={ofTable(clipboard.onPaste)}
        onContextMenu={(event) => {
          const place = placeOf(event.target as Element);
          if (!place || model.isLocked || model.active?.isEditing) return;
          event.preventDefault();
          if (!model.isInBlock(place.id, place.key)) model.activate(place);
          const block = model.range();
          const ids = block ? model.order.ids.slice(block.top, block.bottom + 1) : [place.id];
          setMenu({ anchor: place.cell, at: { x: event.clientX, y: event.clientY }, ids });
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
          if (!model.active?.isEditing && !menu && isLeft(event)) model.leave();
        }}
      >
        <GridHead
          parts={parts}
          template={template}
          drawn={drawn}
          layout={layout}
          chosen={chosen === 0 ? "none" : chosen === shown.length ? "all" : "some"}
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
      <GridTip
        hovered={hovered}
        active={hasFocus && active && !active.isEditing ? cellId(parts, active.id, active.key) : undefined}
        place={version}
      />
      {menu ? <GridMenu parts={parts} place={menu} isOfCell onClose={() => setMenu(undefined)} /> : null}
    </>
  );
}
