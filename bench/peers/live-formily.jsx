// Every cell a live field: Formily's ArrayTable over antd 5, the version it is made for.
import "../pages/page.css";
import { ArrayTable, Checkbox, DatePicker, FormItem, Input, NumberPicker, Select } from "@formily/antd-v5";
import { createForm } from "@formily/core";
import { createSchemaField, FormProvider } from "@formily/react";
import { createRoot } from "react-dom/client";
import { registerPage } from "../pages/register.ts";
import { columns, columnWidthPx, options } from "../pages/workload.ts";

const SchemaField = createSchemaField({
  components: { ArrayTable, FormItem, Input, NumberPicker, Select, DatePicker, Checkbox },
});
const fields = {
  text: { type: "string", "x-component": "Input" },
  number: { type: "number", "x-component": "NumberPicker" },
  select: { type: "string", "x-component": "Select", "x-component-props": { options } },
  date: { type: "string", "x-component": "DatePicker", "x-component-props": { format: "YYYY-MM-DD" } },
  checkbox: { type: "boolean", "x-component": "Checkbox" },
  tags: { type: "array", "x-component": "Select", "x-component-props": { mode: "tags" } },
};
const schema = {
  type: "object",
  properties: {
    list: {
      type: "array",
      "x-component": "ArrayTable",
      "x-component-props": { size: "small", pagination: false, scroll: { x: columnWidthPx * 20, y: 700 } },
      items: {
        type: "object",
        properties: Object.fromEntries(
          columns.map(({ key, title, type }) => [
            `column_${key}`,
            {
              type: "void",
              "x-component": "ArrayTable.Column",
              "x-component-props": { title, width: columnWidthPx },
              properties: { [key]: { "x-decorator": "FormItem", ...fields[type] } },
            },
          ]),
        ),
      },
    },
  },
};

/** Its check box and tag fields want booleans and arrays. */
const readable = (row) => {
  const values = { ...row };
  for (const { key, type } of columns) {
    if (type === "checkbox") values[key] = row[key] === "Y";
    if (type === "tags") values[key] = row[key].split(",");
  }
  return values;
};

registerPage({
  mount(element, rows) {
    const form = createForm({ values: { list: rows.map(readable) } });
    createRoot(element).render(
      <FormProvider form={form}>
        <SchemaField schema={schema} />
      </FormProvider>,
    );
  },
});
