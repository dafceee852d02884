// Every cell a live control: amis input-table.
import { registerPage } from "../pages/register.ts";
import { columns, options } from "../pages/workload.ts";
import { mountAmis } from "./amis.jsx";

const controls = {
  text: { type: "input-text" },
  number: { type: "input-number" },
  select: { type: "select", options },
  date: { type: "input-date", format: "YYYY-MM-DD" },
  checkbox: { type: "checkbox", trueValue: "Y", falseValue: "N" },
  tags: { type: "input-tag" },
};

registerPage({
  mount: (element, rows) =>
    mountAmis(element, {
      type: "form",
      wrapWithPanel: false,
      data: { list: rows },
      body: [
        {
          type: "input-table",
          name: "list",
          needConfirm: false,
          columns: columns.map(({ key, title, type }) => ({ name: key, label: title, ...controls[type] })),
        },
      ],
    }),
});
