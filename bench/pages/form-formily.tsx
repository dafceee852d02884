// The same form written by hand with @formily/antd-v5, on the console's antd.
import "./page.css";
import { DatePicker } from "@formily/antd-v5/esm/date-picker";
import { FormGrid } from "@formily/antd-v5/esm/form-grid";
import { FormItem } from "@formily/antd-v5/esm/form-item";
import { FormLayout } from "@formily/antd-v5/esm/form-layout";
import { Input } from "@formily/antd-v5/esm/input";
import { NumberPicker } from "@formily/antd-v5/esm/number-picker";
import { Select } from "@formily/antd-v5/esm/select";
import { Switch } from "@formily/antd-v5/esm/switch";
import { createForm } from "@formily/core";
import { Field, FormProvider } from "@formily/react";
import { Button, ConfigProvider } from "antd";
import zhCN from "antd/locale/zh_CN";
import type { ComponentType } from "react";
import { createRoot } from "react-dom/client";
import { firstButton } from "./first-button.tsx";
import { registerPage } from "./register.ts";
import { columns, options, tagsOf } from "./workload.ts";

const controls: Readonly<Record<string, readonly [ComponentType<never>, object]>> = {
  text: [Input as never, { placeholder: "请输入", maxLength: 60 }],
  number: [NumberPicker as never, { placeholder: "请输入", style: { width: "100%" } }],
  select: [Select as never, { placeholder: "请选择", options, allowClear: true, showSearch: true }],
  date: [DatePicker as never, { placeholder: "请选择", format: "YYYY-MM-DD" }],
  checkbox: [Switch as never, {}],
  tags: [Select as never, { placeholder: "请输入", mode: "tags" }],
};

/** Its switches and tags want booleans and lists. */
const readable = (row: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    columns.map(({ key, type }) => {
      if (type === "checkbox") return [key, row[key] === "Y"];
      return [key, type === "tags" ? tagsOf(row[key]) : row[key]];
    }),
  );

registerPage({
  ready: firstButton((button) => <ConfigProvider locale={zhCN}>{button}</ConfigProvider>),
  mount(element, [row = {}]) {
    const form = createForm({ values: readable(row) });
    createRoot(element).render(
      <ConfigProvider locale={zhCN}>
        <section>
          <header>编辑数据</header>
          <FormProvider form={form}>
            <FormLayout labelWidth={84} colon={false}>
              <FormGrid minColumns={2} maxColumns={2} columnGap={24} rowGap={0}>
                {columns.map(({ key, title, type }) => (
                  <Field
                    key={key}
                    name={key}
                    title={title}
                    decorator={[FormItem]}
                    component={(controls[type] ?? controls.text) as never}
                  />
                ))}
              </FormGrid>
            </FormLayout>
          </FormProvider>
          <footer>
            <Button>取消</Button>
            <Button type="primary">保存</Button>
          </footer>
        </section>
      </ConfigProvider>,
    );
  },
});
