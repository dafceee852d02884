// TanStack Table 9 with two virtualizers, the smallest table that does what is measured; rows are plain React.
import "./page.css";
import {
  createSortedRowModel,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { registerPage } from "./register.ts";
import { type BenchRow, columns, columnWidthPx, linearPass, rowHeightPx, tagsOf, words } from "./workload.ts";

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });
const byNumber = (a: { getValue(id: string): unknown }, b: { getValue(id: string): unknown }, id: string) =>
  Number(a.getValue(id)) - Number(b.getValue(id));
const tableColumns = columns.map(({ key, title }) => ({ id: key, accessorKey: key, header: title, sortFn: byNumber }));
const cellStyle = {
  position: "absolute",
  top: 0,
  width: columnWidthPx,
  height: rowHeightPx,
  padding: "9px 8px",
  overflow: "hidden",
  whiteSpace: "nowrap",
  borderBottom: "1px solid #eee",
} as const;

const api: {
  set(index: number, key: string, value: string): void;
  sort(sorting: SortingState): void;
  view: HTMLElement | null;
} = { set: () => undefined, sort: () => undefined, view: null };

interface Place {
  readonly at: number;
  readonly start: number;
}

function face(type: (typeof columns)[number]["type"], value: unknown) {
  if (type === "checkbox") return <input type="checkbox" checked={value === "Y"} readOnly />;
  if (type !== "tags") return words(type, value);
  return tagsOf(value).map((tag) => (
    <span className="tag" key={tag}>
      {tag}
    </span>
  ));
}

function Editor({ value, done }: { readonly value: unknown; readonly done: (value: string) => void }) {
  const [draft, setDraft] = useState(String(value));
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the cell was opened to be typed in
      autoFocus
      style={{ width: "100%" }}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onKeyDown={(event) => event.key === "Enter" && done(draft)}
    />
  );
}

interface RowProps {
  readonly row: BenchRow;
  readonly index: number;
  readonly source: number;
  readonly places: readonly Place[];
  readonly open: string | undefined;
  readonly onOpen: (index: number, key: string) => void;
}

const Row = memo(function Row({ row, index, source, places, open, onOpen }: RowProps) {
  return (
    <div style={{ position: "absolute", transform: `translateY(${index * rowHeightPx}px)`, height: rowHeightPx }}>
      {places.map(({ at, start }) => {
        const column = columns[at];
        if (!column) return null;
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: the smallest table
          <div key={at} style={{ ...cellStyle, left: start }} onDoubleClick={() => onOpen(index, column.key)}>
            {open === column.key ? (
              <Editor value={row[column.key]} done={(value) => api.set(source, column.key, value)} />
            ) : (
              face(column.type, row[column.key])
            )}
          </div>
        );
      })}
    </div>
  );
});

function Page({ rows: start }: { readonly rows: BenchRow[] }) {
  const [data, setData] = useState(start);
  const [sorting, setSorting] = useState<SortingState>([]);
  const [open, setOpen] = useState<{ readonly index: number; readonly key: string } | undefined>();
  const [onOpen] = useState(() => (index: number, key: string) => setOpen({ index, key }));
  const view = useRef<HTMLDivElement>(null);
  const table = useTable({ features, data, columns: tableColumns, state: { sorting } });
  const { rows } = table.getRowModel();
  const down = useVirtualizer({
    count: rows.length,
    getScrollElement: () => view.current,
    estimateSize: () => rowHeightPx,
    overscan: 5,
  });
  const across = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => view.current,
    estimateSize: () => columnWidthPx,
    overscan: 1,
  });
  const kept = useRef<{ readonly key: string; readonly places: readonly Place[] }>({ key: "", places: [] });
  const key = across.getVirtualIndexes().join();
  if (kept.current.key !== key) {
    kept.current = {
      key,
      places: across.getVirtualItems().map(({ index, start: left }) => ({ at: index, start: left })),
    };
  }
  const { places } = kept.current;
  api.view = view.current;
  api.sort = setSorting;
  api.set = (index, column, value) => {
    setData((all) => all.with(index, { ...all[index], [column]: value }));
    setOpen(undefined);
  };
  return (
    <div ref={view} style={{ height: 800, overflow: "auto", position: "relative" }}>
      <div style={{ position: "sticky", top: 0, height: rowHeightPx, background: "#fafafa", zIndex: 1 }}>
        {places.map(({ at, start: left }) => (
          <div key={at} style={{ ...cellStyle, left }}>
            {columns[at]?.title}
          </div>
        ))}
      </div>
      <div style={{ height: down.getTotalSize(), width: across.getTotalSize(), position: "relative" }}>
        {down.getVirtualItems().map(({ index }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <Row
              key={row.id}
              row={row.original}
              source={row.index}
              index={index}
              places={places}
              open={open?.index === index ? open.key : undefined}
              onOpen={onOpen}
            />
          );
        })}
      </div>
    </div>
  );
}

registerPage({
  mount: (element, rows) => createRoot(element).render(<Page rows={rows} />),
  scrollTo: (topPx) => {
    if (api.view) api.view.scrollTop = topPx;
  },
  setCell: (index, key, value) => api.set(index, key, value),
  sort: (key) => api.sort([{ id: key, desc: true }]),
  validate: linearPass,
});
