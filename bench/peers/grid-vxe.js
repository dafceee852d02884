// vxe-table, both axes virtual; its unique rule looks into one count map, the best that its interface allows.
import "../pages/page.css";
import "vxe-table/lib/style.css";
import { createApp, h, ref } from "vue";
import { VxeColumn, VxeTable } from "vxe-table";
import { registerPage } from "../pages/register.ts";
import { columns, columnWidthPx, phonePattern, rowHeightPx, tagsOf, words } from "../pages/workload.ts";

const table = ref();
let data = [];
let counts = new Map();

const editRules = {
  c0: [
    { required: true, message: "required" },
    {
      validator({ cellValue }) {
        if ((counts.get(cellValue) ?? 0) > 1) return new Error("duplicate");
      },
    },
  ],
  c1: [{ required: true, message: "required" }],
  c6: [{ pattern: phonePattern, message: "phone" }],
};

function face(type, value) {
  if (type === "checkbox") return h("input", { type: "checkbox", checked: value === "Y" });
  return type === "tags" ? tagsOf(value).map((tag) => h("span", { class: "tag" }, tag)) : words(type, value);
}

const editor = (row, key) =>
  h("input", {
    value: row[key],
    style: "width:100%",
    onVnodeMounted: ({ el }) => el.focus(),
    onInput: (event) => {
      row[key] = event.target.value;
    },
    onKeydown: (event) => {
      if (event.key === "Enter") table.value.clearEdit();
    },
  });

const Page = {
  render: () =>
    h(
      VxeTable,
      {
        ref: table,
        data,
        height: 800,
        border: "inner",
        size: "small",
        showOverflow: true,
        showHeaderOverflow: true,
        rowConfig: { keyField: "id", height: rowHeightPx },
        headerCellConfig: { height: rowHeightPx },
        cellConfig: { height: rowHeightPx },
        virtualYConfig: { enabled: true, gt: 0 },
        virtualXConfig: { enabled: true, gt: 0 },
        editConfig: { trigger: "dblclick", mode: "cell", showIcon: false },
        editRules,
        validConfig: { showMessage: true },
        keepSource: false,
      },
      () =>
        columns.map(({ key, title, type }) =>
          h(
            VxeColumn,
            { key, field: key, title, width: columnWidthPx, sortable: true, editRender: {} },
            { default: ({ row }) => face(type, row[key]), edit: ({ row }) => editor(row, key) },
          ),
        ),
    ),
};

registerPage({
  mount(element, rows) {
    data = rows;
    createApp(Page).mount(element);
  },
  scrollTo: (topPx) => table.value.scrollTo(null, topPx),
  setCell(index, key, value) {
    table.value.getTableData().tableData[index][key] = value;
  },
  sort: (key) => table.value.setSort({ field: key, order: "desc" }, true),
  async validate(rows) {
    counts = new Map();
    for (const row of rows) counts.set(row.c0, (counts.get(row.c0) ?? 0) + 1);
    const errors = await table.value.fullValidate(true);
    return errors ? Object.keys(errors).length : 0;
  },
});
