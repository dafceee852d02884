// react-data-grid with its own text editor.
import "../pages/page.css";
import "react-data-grid/lib/styles.css";
import { useState } from "react";
import { DataGrid, renderTextEditor } from "react-data-grid";
import { createRoot } from "react-dom/client";
import { registerPage } from "../pages/register.ts";
import { columns, columnWidthPx, rowHeightPx, tagsOf, words } from "../pages/workload.ts";

function face(type, value) {
  if (type === "checkbox") return <input type="checkbox" checked={value === "Y"} readOnly />;
  if (type !== "tags") return words(type, value);
  return tagsOf(value).map((tag) => (
    <span className="tag" key={tag}>
      {tag}
    </span>
  ));
}

const gridColumns = columns.map(({ key, title, type }) => ({
  key,
  name: title,
  width: columnWidthPx,
  sortable: true,
  renderCell: ({ row }) => face(type, row[key]),
  renderEditCell: renderTextEditor,
}));
const api = {};
let root;

function Page({ rows }) {
  const [data, setData] = useState(rows);
  api.set = (index, key, value) => setData((all) => all.with(index, { ...all[index], [key]: value }));
  api.sort = (key) => setData((all) => [...all].sort((a, b) => b[key] - a[key]));
  return (
    <DataGrid
      style={{ height: 800 }}
      columns={gridColumns}
      rows={data}
      rowKeyGetter={(row) => row.id}
      rowHeight={rowHeightPx}
      headerRowHeight={rowHeightPx}
      onRowsChange={setData}
    />
  );
}

registerPage({
  mount(element, rows) {
    root = element;
    createRoot(element).render(<Page rows={rows} />);
  },
  scrollTo(topPx) {
    root.querySelector("[role=grid]").scrollTop = topPx;
  },
  setCell: (index, key, value) => api.set(index, key, value),
  sort: (key) => api.sort(key),
});
