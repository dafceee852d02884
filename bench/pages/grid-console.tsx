// The console's editable table over a row store, as a sub-table of a form compiles it; no cell is open.
import "./page.css";
import { createRoot } from "react-dom/client";
import { EditableGrid } from "../../renderers/grid/EditableGrid.tsx";
import { GridModel } from "../../renderers/grid/grid-model.ts";
import { compileScreen } from "../../runtime/compile/compile-screen.ts";
import { resolveModel } from "../../runtime/model/resolve-model.ts";
import { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import { cellChecks } from "../../runtime/rowstore/cell-checks.ts";
import { RowStore } from "../../runtime/rowstore/row-store.ts";
import type { ModelDocument } from "../../runtime/schema/types.gen.ts";
import { firstButton } from "./first-button.tsx";
import { InConsole } from "./InConsole.tsx";
import { registerPage } from "./register.ts";
import { columns, columnWidthPx, options, rowHeightPx } from "./workload.ts";

/** c0 required and unique, c1 required, c6 a phone. */
const rules: Readonly<Record<string, object>> = {
  c0: { required: true, unique: true },
  c1: { required: true },
  c6: { rules: [{ pattern: "m" }] },
};
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
        ...rules[key],
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

let model: GridModel | undefined;

/** A document is compiled once, however often its table is opened. */
const shown = gridColumns();

function newModel(rows: readonly object[]): GridModel {
  const store = new RowStore({
    columns: shown.map(({ name, field }) => ({
      key: name,
      ...(name === "c1" ? { summary: "sum" as const } : {}),
      ...(rules[name]
        ? { checks: cellChecks(field, { scopeOf: (row) => ({ row }), isRequired: field.required === true }) }
        : {}),
    })),
  });
  store.load(rows);
  return new GridModel(store, shown, { canAdd: true, canRemove: true, max: undefined });
}

const idAt = (index: number) => model?.store.order[index] ?? "";

registerPage({
  ready: firstButton((button) => <InConsole>{button}</InConsole>),
  opensBy: "click",
  mount(element, rows) {
    const dictionaries = new DictionaryCache(services);
    dictionaries.load(["bench"]);
    model = newModel(rows);
    createRoot(element).render(
      <InConsole>
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
          height={760}
          rowHeight={rowHeightPx}
          rowNumber
          selection="multiple"
          dragSort={false}
        />
      </InConsole>,
    );
  },
  scrollTo: (topPx) => {
    const box = document.querySelector(".sc-grid-scroll");
    if (box) box.scrollTop = topPx;
  },
  setCell: (index, key, value) => model?.write(() => model?.store.set(idAt(index), key, value)),
  setColumn: (key, values) =>
    model?.write(() => {
      values.forEach((value, index) => {
        model?.store.set(idAt(index), key, value);
      });
    }),
  sort: (key) => {
    // The table follows its active cell to wherever that is sorted.
    model?.leave();
    // Ascending comes first, as in the other tables' heads.
    model?.sortBy(key);
    model?.sortBy(key);
  },
  validate: async () => (await model?.store.validate())?.errors ?? 0,
});
