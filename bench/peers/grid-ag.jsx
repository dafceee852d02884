// AG Grid Community with its React wrapper and the modules that the measured parts need.
import "../pages/page.css";
import {
  CheckboxEditorModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  DateEditorModule,
  ModuleRegistry,
  NumberEditorModule,
  RowApiModule,
  ScrollApiModule,
  SelectEditorModule,
  TextEditorModule,
  themeQuartz,
} from "ag-grid-community";
import { AgGridReact } from "ag-grid-react";
import { createRoot } from "react-dom/client";
import { registerPage } from "../pages/register.ts";
import { columns, columnWidthPx, options, rowHeightPx, tagsOf, words } from "../pages/workload.ts";

ModuleRegistry.registerModules([
  ...[ClientSideRowModelModule, RowApiModule, ColumnApiModule, ScrollApiModule],
  ...[TextEditorModule, NumberEditorModule, SelectEditorModule, DateEditorModule, CheckboxEditorModule],
]);

function Tags({ value }) {
  return tagsOf(value).map((tag) => (
    <span className="tag" key={tag}>
      {tag}
    </span>
  ));
}

const editors = {
  text: "agTextCellEditor",
  number: "agNumberCellEditor",
  select: "agSelectCellEditor",
  date: "agDateStringCellEditor",
  checkbox: "agCheckboxCellEditor",
  tags: "agTextCellEditor",
};
const columnDefs = columns.map(({ key, title, type }) => ({
  field: key,
  headerName: title,
  width: columnWidthPx,
  editable: true,
  sortable: true,
  cellDataType: false,
  cellEditor: editors[type],
  ...(type === "select" ? { cellEditorParams: { values: options.map(({ value }) => value) } } : {}),
  ...(type === "number" || type === "select" ? { valueFormatter: ({ value }) => words(type, value) } : {}),
  ...(type === "tags" ? { cellRenderer: Tags } : {}),
  // Its check box cell wants booleans.
  ...(type === "checkbox"
    ? { cellRenderer: "agCheckboxCellRenderer", valueGetter: ({ data }) => data[key] === "Y" }
    : {}),
}));
const theme = themeQuartz.withParams({ wrapperBorder: false });
let api;
let root;
let scroller;

registerPage({
  mount(element, rows) {
    root = element;
    createRoot(element).render(
      <div style={{ height: 800 }}>
        <AgGridReact
          theme={theme}
          rowData={rows}
          columnDefs={columnDefs}
          rowHeight={rowHeightPx}
          headerHeight={rowHeightPx}
          getRowId={({ data }) => data.id}
          onGridReady={(event) => {
            api = event.api;
          }}
        />
      </div>,
    );
  },
  scrollTo(topPx) {
    scroller ??= [...root.querySelectorAll("*")]
      .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowY))
      .sort((a, b) => b.scrollHeight - b.clientHeight - (a.scrollHeight - a.clientHeight))[0];
    scroller.scrollTop = topPx;
  },
  setCell: (index, key, value) => api.getDisplayedRowAtIndex(index).setDataValue(key, value),
  sort: (key) => api.applyColumnState({ state: [{ colId: key, sort: "desc" }] }),
});
