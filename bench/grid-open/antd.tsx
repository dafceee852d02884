// antd's virtual table with the same cells as plain words: the least that an editable antd table has to draw.
import { ConfigProvider, Table, Tag } from "antd";
import type { TableRef } from "antd/es/table";
import zhCN from "antd/locale/zh_CN";
import { createRef } from "react";
import { createRoot } from "react-dom/client";
import { type BenchRow, columns, columnWidthPx, options } from "../list-open/workload.ts";
import { registerGrid } from "./register.ts";

const textOf = Object.fromEntries(options.map((option) => [option.value, option.text]));

function draw(type: (typeof columns)[number]["type"], value: unknown) {
  if (type === "select") return textOf[String(value)];
  if (type === "number") return Number(value).toFixed(2);
  if (type !== "tags") return String(value);
  return String(value)
    .split(",")
    .map((tag) => <Tag key={tag}>{tag}</Tag>);
}

const tableColumns = columns.map((column) => ({
  dataIndex: column.key,
  title: column.title,
  width: columnWidthPx,
  ellipsis: true,
  render: (value: unknown) => draw(column.type, value),
}));

const table = createRef<TableRef>();

registerGrid(
  (element, rows) =>
    createRoot(element).render(
      <ConfigProvider locale={zhCN}>
        <Table<BenchRow>
          virtual
          ref={table}
          bordered
          rowKey="id"
          size="small"
          rowSelection={{}}
          columns={tableColumns}
          dataSource={rows}
          pagination={false}
          scroll={{ x: columnWidthPx * 20 + 60, y: 720 }}
        />
      </ConfigProvider>,
    ),
  (topPx) => table.current?.scrollTo({ top: topPx }),
);
