// The list page as an amis document (crud).
import { registerPage } from "../pages/register.ts";
import { columns, options } from "../pages/workload.ts";
import { mountAmis } from "./amis.jsx";

const cells = {
  text: { type: "text" },
  number: { type: "number", precision: 2 },
  select: { type: "mapping", map: Object.fromEntries(options.map(({ value, text }) => [value, text])) },
  date: { type: "text" },
  checkbox: { type: "status" },
  // biome-ignore lint/suspicious/noTemplateCurlyInString: amis' own way to name a value
  tags: { type: "each", items: { type: "tag", label: "${item}" } },
};
const columnsOf = columns.map(({ key, title, type }) => ({ name: key, label: title, sortable: true, ...cells[type] }));

const pageOf = (rowCount) => ({
  type: "page",
  body: {
    type: "crud",
    name: "crud",
    syncLocation: false,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: amis' own way to name a value
    source: "${rows}",
    perPage: rowCount,
    loadDataOnce: true,
    bulkActions: [{ label: "批量删除", type: "button" }],
    filter: {
      title: "",
      mode: "inline",
      body: [
        { type: "input-text", name: "c0", label: "字段0" },
        { type: "input-number", name: "c1", label: "字段1" },
        { type: "select", name: "c2", label: "字段2", options },
        { type: "input-date", name: "c3", label: "字段3" },
      ],
    },
    headerToolbar: [
      "bulkActions",
      { type: "button", label: "新增", level: "primary" },
      { type: "button", label: "导入" },
      { type: "button", label: "导出" },
    ],
    footerToolbar: ["statistics", "pagination"],
    columns: [
      ...columnsOf,
      {
        type: "operation",
        label: "操作",
        fixed: "right",
        buttons: [
          { type: "button", level: "link", label: "编辑" },
          { type: "button", level: "link", label: "删除" },
        ],
      },
    ],
  },
});

/** amis wants booleans and arrays. */
const readable = (row) =>
  Object.fromEntries(
    columns.map(({ key, type }) => [
      key,
      type === "checkbox" ? row[key] === "Y" : type === "tags" ? row[key].split(",") : row[key],
    ]),
  );

registerPage({
  readyAt: "last",
  mount: (element, rows) => mountAmis(element, pageOf(rows.length), { rows: rows.map(readable) }),
});
