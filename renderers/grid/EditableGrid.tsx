import { observer } from "mobx-react-lite";
import { useRef, useState } from "react";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import { LazyBoundary } from "../layouts/LazyBoundary.tsx";
import { ModalDialog } from "../layouts/ModalDialog.tsx";
import { ProgressBar } from "../layouts/ProgressBar.tsx";
import { useEvent } from "../layouts/use-event.ts";
import { mobileQuery, useMedia } from "../layouts/use-media.ts";
import type { EditableGridProps } from "./editable-grid-props.ts";
import { GridCards } from "./GridCards.tsx";
import { GridSheet } from "./GridSheet.tsx";
import { useModelVersion } from "./GridToolbar.tsx";
import { useGridParts } from "./use-grid-parts.ts";
import { useSubPopover } from "./use-sub-popover.ts";
import "../table/table.css";
import "./grid.css";

/** Come with the first row whose details or rows are asked for. */
const RowPopover = lazyPart(() => import("./RowPopover.tsx").then((module) => ({ default: module.RowPopover })));
const RowDetails = lazyPart(() => import("./RowDetails.tsx").then((module) => ({ default: module.RowDetails })));

/** What a table alone on the screen shares the height with: head and edges of its window, toolbar, titles, sums, keys. */
const besideRows = 56 + 48 + 57 + 44 + 64 + 40;
const heightAlone = () => Math.max(200, window.innerHeight - besideRows);

/** The editable table: toolbar, head, rows in sight, sums. Below 768 px one card per row. */
export const EditableGrid = observer(function EditableGrid(props: EditableGridProps) {
  const { model } = props;
  const root = useRef<HTMLDivElement>(null);
  const [isFull, setFull] = useState(false);
  const [isFinding, setFinding] = useState(false);
  const [detailed, setDetailed] = useState<string | undefined>(undefined);
  const below = useSubPopover(root, props.services);
  useModelVersion({ model });
  // Handles that would move nothing are not shown.
  const dragSort = props.dragSort && model.canMove;
  const parts = useGridParts({ ...props, dragSort }, root, {
    find: useEvent(() => setFinding(true)),
    showDetails: useEvent((rowId: string) => {
      model.cover(true);
      setDetailed(rowId);
    }),
    showBelow: useEvent((rowId: string) => {
      if (!model.store.isInserted(rowId)) void below.toggle(rowId);
    }),
  });
  const isMobile = useMedia(mobileQuery);
  const dictVersion = props.dictionaries.version;
  const isWrong = model.findings.count > 0 || model.findings.problem !== undefined;
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
      <LazyBoundary fallback={<ProgressBar />}>
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
      </LazyBoundary>
    </section>
  );
  if (!isFull) return sheet;
  return (
    <ModalDialog covers="full" width="100%" title={props.title} focus="[role$=grid]" onClose={() => setFull(false)}>
      {sheet}
    </ModalDialog>
  );
});
