// The console's editable table over a row store: every cell but none opened.
import { createRoot } from "react-dom/client";
import { EditableGrid } from "../../renderers/grid/EditableGrid.tsx";
import { GridModel } from "../../renderers/grid/grid-model.ts";
import { compileScreen } from "../../runtime/compile/compile-screen.ts";
import { resolveModel } from "../../runtime/model/resolve-model.ts";
import { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import { RowStore } from "../../runtime/rowstore/row-store.ts";
import type { ModelDocument } from "../../runtime/schema/types.gen.ts";
import { columns, columnWidthPx, options } from "../list-open/workload.ts";
import { registerGrid } from "./register.ts";

const types = { text: "string", number: "number", select: "string", date: "date", checkbox: "string", tags: "string" };
const base = { schemaVersion: 1, permissionPrefix: "bench:row" };
const line = {
  ...base,
  id: "bench/line",
  title: "明细",
  table: "bench_line",
  base: "/bench/line",
  fields: Object.fromEntries(
    columns.map(({ key, title, type }) => [
      key,
      {
        type: types[type],
        title,
        ...(type === "select" ? { dict: "bench" } : {}),
        ...(type === "checkbox" ? { widget: { type: "switch" } } : {}),
        ...(type === "tags" ? { cell: { type: "tags" }, widget: { type: "tags" } } : {}),
      },
    ]),
  ),
} as unknown as ModelDocument;
const master = {
  ...base,
  id: "bench/master",
  title: "单据",
  table: "bench_master",
  base: "/bench/master",
  fields: { name: { type: "string", title: "名称" } },
  relations: { lines: { kind: "one-to-many", model: "bench/line", foreignKey: "masterId" } },
} as unknown as ModelDocument;

const models = new Map([master, line].map((document) => [document.id ?? "", resolveModel(document, () => "name")]));
const screen = {
  schemaVersion: 1,
  kind: "list",
  id: "bench/master",
  model: "bench/master",
  views: {
    form: {
      items: [
        {
          subTable: {
            kind: "table",
            relation: "lines",
            columns: columns.map(({ key }) => ({ field: key, width: columnWidthPx })),
          },
        },
      ],
    },
  },
} as const;

function gridColumns() {
  const plan = compileScreen(screen as never, models);
  const item = plan.kind === "list" ? plan.views.get("form")?.items[0] : undefined;
  if (item?.kind !== "subTable" || !item.grid) throw new Error("no table in the plan");
  return item.grid.columns;
}

const dict = options.map((option) => ({ ...option, title: option.text }));
const services = {
  dictionaries: { peek: () => dict, load: async () => dict, search: async () => [] },
  notify: () => undefined,
  confirm: async () => true,
} as unknown as ConsoleServices;

registerGrid(
  (element, rows) => {
    const shown = gridColumns();
    const store = new RowStore({ columns: [{ key: "c1", summary: "sum" }] });
    store.load(rows);
    const dictionaries = new DictionaryCache(services);
    dictionaries.load(["bench"]);
    const model = new GridModel(store, shown, { canAdd: true, canRemove: true, max: undefined });
    createRoot(element).render(
      <EditableGrid
        model={model}
        title="明细"
        cells={{
          isState: () => false,
          dictOption: (wanted, value) => dictionaries.option(wanted, value),
          fileUrl: (path) => path,
          run: () => undefined,
        }}
        services={services}
        dictionaries={dictionaries}
        height={720}
        rowHeight={40}
        rowNumber
        selection="multiple"
        dragSort={false}
      />,
    );
  },
  (topPx) => {
    const box = document.querySelector(".sc-grid-scroll");
    if (box) box.scrollTop = topPx;
  },
);
