// The same page as a person would write it by hand with antd.
import "./page.css";
import {
  Button,
  Checkbox,
  ConfigProvider,
  DatePicker,
  Form,
  Input,
  InputNumber,
  Select,
  Space,
  Table,
  Tag,
} from "antd";
import zhCN from "antd/locale/zh_CN";
import { createRoot } from "react-dom/client";
import { firstButton } from "./first-button.tsx";
import { registerPage } from "./register.ts";
import { type BenchRow, columns, columnWidthPx, options, tagsOf, words } from "./workload.ts";

const selectOptions = options.map((option) => ({ value: option.value, label: option.text }));

function draw(type: (typeof columns)[number]["type"], value: unknown) {
  if (type === "checkbox") return <Checkbox checked={value === "Y"} />;
  if (type !== "tags") return words(type, value);
  return tagsOf(value).map((tag) => (
    <Tag key={tag} color="blue">
      {tag}
    </Tag>
  ));
}

const tableColumns = [
  ...columns.map((column) => ({
    dataIndex: column.key,
    title: column.title,
    width: columnWidthPx,
    ellipsis: true,
    sorter: true,
    render: (value: unknown) => draw(column.type, value),
  })),
  {
    title: "操作",
    key: "actions",
    width: 140,
    fixed: "right" as const,
    render: () => (
      <Space>
        <Button type="link">编辑</Button>
        <Button type="link">删除</Button>
      </Space>
    ),
  },
];

function HandWrittenPage({ rows }: { readonly rows: readonly BenchRow[] }) {
  return (
    <ConfigProvider locale={zhCN}>
      <Form layout="inline">
        <Form.Item label="字段0" name="c0">
          <Input />
        </Form.Item>
        <Form.Item label="字段1" name="c1">
          <InputNumber />
        </Form.Item>
        <Form.Item label="字段2" name="c2">
          <Select style={{ width: 120 }} options={selectOptions} />
        </Form.Item>
        <Form.Item label="字段3" name="c3">
          <DatePicker />
        </Form.Item>
        <Space>
          <Button type="primary">查询</Button>
          <Button>重置</Button>
        </Space>
      </Form>
      <Space>
        <Button type="primary">新增</Button>
        <Button>导入</Button>
        <Button>导出</Button>
      </Space>
      <Table<BenchRow>
        rowKey="id"
        size="middle"
        rowSelection={{}}
        columns={tableColumns}
        dataSource={rows}
        scroll={{ x: columnWidthPx * 20 + 140 }}
        pagination={{ pageSize: rows.length, total: rows.length * 10, showSizeChanger: true, showQuickJumper: true }}
      />
    </ConfigProvider>
  );
}

registerPage({
  readyAt: "last",
  ready: firstButton((button) => <ConfigProvider locale={zhCN}>{button}</ConfigProvider>),
  mount: (element, rows) => createRoot(element).render(<HandWrittenPage rows={rows} />),
});
