// The same page as a screen document, drawn by the console's own runtime; the answers come from memory.
import "./page.css";
import { createRoot } from "react-dom/client";
import { ScreenHost } from "../../renderers/screens/ScreenHost.tsx";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import { firstButton } from "./first-button.tsx";
import { InConsole } from "./InConsole.tsx";
import { registerPage } from "./register.ts";
import { type BenchRow, columns, columnWidthPx, options } from "./workload.ts";

const fieldTypes = {
  text: "string",
  number: "number",
  select: "string",
  date: "date",
  checkbox: "string",
  tags: "string",
} as const;

const model = {
  schemaVersion: 1,
  id: "bench/row",
  title: "数据",
  base: "/bench/row",
  permissionPrefix: "bench:row",
  fields: Object.fromEntries(
    columns.map((column) => [
      column.key,
      {
        type: fieldTypes[column.type],
        title: column.title,
        ...(column.type === "select" ? { dict: "bench" } : {}),
        ...(column.type === "checkbox" ? { cell: { type: "switch" } } : {}),
        ...(column.type === "tags" ? { cell: { type: "tags" } } : {}),
      },
    ]),
  ),
};

const screen = {
  schemaVersion: 1,
  kind: "list",
  id: "bench/row",
  model: "bench/row",
  query: { items: ["c0", "c1", "c2", "c3"], collapsedCount: 4 },
  table: { columns: columns.map((column) => ({ field: column.key, width: columnWidthPx, sortable: true })) },
  toolbar: [{ preset: "add" }, { preset: "import" }, { preset: "export" }],
  rowActions: { items: [{ preset: "edit" }, { preset: "delete" }] },
};

const texts = Object.fromEntries(options.map((option) => [option.value, option.text]));

function createBenchServices(rows: readonly BenchRow[]): ConsoleServices {
  const selects = columns.filter((column) => column.type === "select");
  const records = rows.map((row) => ({
    ...row,
    ...Object.fromEntries(selects.map((column) => [`${column.key}_dictText`, texts[String(row[column.key])]])),
  }));
  const dict = options.map((option) => ({ ...option, title: option.text }));
  const answers: Record<string, unknown> = {
    "/lowcode/screens/bench/row": { screen, models: { "bench/row": model }, hash: "bench", diagnostics: [] },
    "/bench/row/list": { records, total: rows.length * 10, size: rows.length, current: 1, pages: 10 },
  };
  return {
    request: async (call) => answers[call.url] as never,
    send: () => Promise.reject(new Error("nothing to send")),
    lookUp: async (call) => answers[call.url] as never,
    download: () => Promise.reject(new Error("nothing to download")),
    upload: () => Promise.reject(new Error("nothing to upload")),
    notify: () => {},
    confirm: async () => false,
    navigate: () => {},
    user: { id: "1", username: "bench", realname: "测试", orgCode: "A01", roles: ["admin"] },
    hasPermission: () => true,
    permissions: { auth: [], allAuth: [] },
    dictionaries: { peek: () => dict, load: async () => dict, search: async () => dict },
    fileUrl: (path) => path,
  };
}

registerPage({
  readyAt: "last",
  ready: firstButton((button) => <InConsole>{button}</InConsole>),
  mount(element, rows) {
    const services = createBenchServices(rows);
    createRoot(element).render(
      <InConsole>
        <ScreenHost screenId="bench/row" services={services} />
      </InConsole>,
    );
  },
});
