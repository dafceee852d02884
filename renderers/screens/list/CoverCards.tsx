import PictureOutlined from "@ant-design/icons/PictureOutlined";
import { Flex, Skeleton } from "antd";
import { observer } from "mobx-react-lite";
import { type CSSProperties, useMemo, useState } from "react";
import type { ButtonPlan, ColumnPlan } from "../../../runtime/compile/plan.ts";
import { commaParts } from "../../../runtime/format/text.ts";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import type { DictionaryCache } from "../../../runtime/react/dictionary-cache.ts";
import { lazyPart } from "../../../runtime/react/lazy-part.ts";
import type { ListActions } from "../../../runtime/react/list-actions.ts";
import type { ListStore } from "../../../runtime/react/list-store.ts";
import type { CellContext } from "../../cells/cell-props.ts";
import { LazyBoundary } from "../../layouts/LazyBoundary.tsx";
import { ProgressBar } from "../../layouts/ProgressBar.tsx";
import { messages } from "../../messages.ts";
import { ListState } from "./ListState.tsx";
import { RowCard } from "./RowCard.tsx";
import { SelectionBar } from "./SelectionBar.tsx";
import { isForSelection } from "./Toolbar.tsx";

const ImagePreview = lazyPart(() =>
  import("../../cells/image/ImagePreview.tsx").then((module) => ({ default: module.ImagePreview })),
);

interface CoverCardsProps {
  readonly store: ListStore;
  readonly actions: ListActions;
  readonly dictionaries: DictionaryCache;
  readonly context: CellContext;
  readonly columns: readonly ColumnPlan[];
  readonly isPhone: boolean;
  rowActions(row: Row): readonly ButtonPlan[];
  onToggle(row: Row): void;
  onPress(button: ButtonPlan, row: Row): void;
}

/** Cards as wide as the window allows: two beside each other on a phone, five or six on a desk. */
const gridStyle = (isPhone: boolean): CSSProperties => ({
  display: "grid",
  gap: isPhone ? 8 : 16,
  gridTemplateColumns: `repeat(auto-fill, minmax(${isPhone ? 156 : 220}px, 1fr))`,
  padding: isPhone ? 0 : "4px 16px 16px",
  overflow: isPhone ? "visible" : "auto",
});
const coverStyle: CSSProperties = { display: "block", width: "100%", aspectRatio: "3 / 2" };

/** The rows of a list as pictures with their key, state and sum. A press on a picture opens it large, among the others of the page. */
export const CoverCards = observer(function CoverCards(props: CoverCardsProps) {
  const { store, actions, context, isPhone } = props;
  const [openAt, setOpenAt] = useState<number | undefined>(undefined);
  const cover = props.columns.find(({ cell }) => cell.kind === "cell" && cell.type === "image");
  const columns = useMemo(() => props.columns.filter((column) => column !== cover), [props.columns, cover]);
  const hasFailed = store.status === "error" || store.status === "denied";
  const rows = hasFailed ? [] : store.rows;
  const isWaiting = store.status === "loading" || store.status === "idle";
  const canSelect = store.plan.table.selection === "multiple" && actions.shown(store.plan.toolbar).some(isForSelection);
  const pictures = rows.flatMap((row) => (cover ? commaParts(row[cover.name]) : []));
  const pictureOf = (row: Row) => (cover ? commaParts(row[cover.name])[0] : undefined);
  const coverOf = (row: Row) => {
    const path = pictureOf(row);
    if (!path || !cover) return <NoPicture />;
    return (
      <button
        type="button"
        className="sc-picture"
        style={coverStyle}
        aria-label={`${cover.title} ${String(row[store.plan.model.titleField] ?? "")}`.trim()}
        onClick={() => setOpenAt(pictures.indexOf(path))}
      >
        <img src={context.fileUrl(path)} alt="" loading="lazy" />
      </button>
    );
  };
  if (rows.length === 0 && !isWaiting) {
    return (
      <div className={isPhone ? "sc-card" : "sc-table-empty"}>{<ListState store={store} actions={actions} />}</div>
    );
  }
  return (
    <>
      {isPhone ? <SelectionBar store={store} actions={actions} /> : null}
      <ul style={gridStyle(isPhone)} aria-label={store.plan.title} aria-busy={isWaiting}>
        {rows.length === 0 ? waiting.map((key) => <Waiting key={key} />) : null}
        {rows.map((row) => (
          <RowCard
            key={store.keyOf(row)}
            row={row}
            columns={columns}
            context={context}
            dictVersion={props.dictionaries.version}
            actions={props.rowActions(row)}
            inline={isPhone ? 0 : 1}
            isSelected={store.selected.has(store.keyOf(row))}
            onToggle={canSelect ? props.onToggle : undefined}
            cover={coverOf(row)}
            onPress={props.onPress}
          />
        ))}
      </ul>
      {openAt === undefined || !cover ? null : (
        <LazyBoundary fallback={<ProgressBar />}>
          <ImagePreview
            title={cover.title}
            urls={pictures.map(context.fileUrl)}
            at={openAt}
            onClose={() => setOpenAt(undefined)}
          />
        </LazyBoundary>
      )}
    </>
  );
});

const waiting = [0, 1, 2, 3, 4, 5];

/** A card that has no picture yet keeps its place in the line. */
function NoPicture() {
  return (
    <Flex
      className="sc-picture sc-muted"
      style={{ ...coverStyle, display: "flex", cursor: "default" }}
      align="center"
      justify="center"
    >
      <PictureOutlined aria-label={messages.dash} style={{ fontSize: 32 }} />
    </Flex>
  );
}

function Waiting() {
  return (
    <li className="sc-card sc-row-card sc-boxes" aria-hidden="true">
      <Skeleton.Node style={{ width: "100%", height: 140 }} />
      <Skeleton title={false} paragraph={{ rows: 2 }} />
    </li>
  );
}
