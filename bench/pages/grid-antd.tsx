// antd's virtual table as a person makes it editable: a double click opens an input, Enter writes.
import "./page.css";
import { Checkbox, ConfigProvider, Input, Table } from "antd";
import type { TableRef } from "antd/es/table";
import zhCN from "antd/locale/zh_CN";
import { createRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { firstButton } from "./first-button.tsx";
import { registerPage } from "./register.ts";
import { type BenchRow, columns, columnWidthPx, tagsOf, words } from "./workload.ts";

type Commit = (id: string, key: string, value: string) => void;
type Column = (typeof columns)[number];

let write: Commit = () => undefined;
let sort: (key: string) => void = () => undefined;
const table = createRef<TableRef>();

function face(column: Column, value: unknown) {
  if (column.type === "checkbox") return <Checkbox checked={value === "Y"} />;
  if (column.type !== "tags") return words(column.type, value);
  return tagsOf(value).map((tag) => (
    <span className="tag" key={tag}>
      {tag}
    </span>
  ));
}

function Cell({ column, row, value }: { readonly column: Column; readonly row: BenchRow; readonly value: unknown }) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) {
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: written as pages of this kind are
      <div onDoubleClick={() => setOpen(true)} style={{ height: 22, overflow: "hidden", whiteSpace: "nowrap" }}>
        {face(column, value)}
      </div>
    );
  }
  return (
    <Input
      size="small"
      autoFocus
      defaultValue={String(value)}
      onPressEnter={(event) => {
        setOpen(false);
        write(String(row.id), column.key, event.currentTarget.value);
      }}
    />
  );
}

const tableColumns = columns.map((column) => ({
  dataIndex: column.key,
  title: column.title,
  width: columnWidthPx,
  render: (value: unknown, row: BenchRow) => <Cell column={column} row={row} value={value} />,
  shouldCellUpdate: (row: BenchRow, before: BenchRow) => row !== before,
}));

function Page({ rows }: { readonly rows: BenchRow[] }) {
  const [data, setData] = useState(rows);
  write = (id, key, value) => setData((all) => all.map((row) => (row.id === id ? { ...row, [key]: value } : row)));
  sort = (key) => setData((all) => [...all].sort((a, b) => Number(b[key]) - Number(a[key])));
  return (
    <ConfigProvider locale={zhCN}>
      <Table<BenchRow>
        virtual
        ref={table}
        rowKey="id"
        size="small"
        rowSelection={{}}
        columns={tableColumns}
        dataSource={data}
        pagination={false}
        scroll={{ x: columnWidthPx * 20 + 60, y: 760 }}
      />
    </ConfigProvider>
  );
}

registerPage({
  ready: firstButton((button) => <ConfigProvider locale={zhCN}>{button}</ConfigProvider>),
  mount: (element, rows) => createRoot(element).render(<Page rows={rows} />),
  scrollTo: (topPx) => table.current?.scrollTo({ top: topPx }),
  setCell: (index, key, value) => write(`r${index}`, key, value),
  sort: (key) => sort(key),
});
