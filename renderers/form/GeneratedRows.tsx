import { Flex, Table } from "antd";
import { formatNumber } from "../../runtime/format/number.ts";
import type { Generated } from "../../runtime/react/list-actions.ts";
import { generateMessages } from "./generate-messages.ts";

const texts = generateMessages;
const columns = [
  { key: "title", dataIndex: "title", title: texts.title },
  { key: "count", dataIndex: "count", title: texts.count, width: 90, align: "right" as const },
  {
    key: "amount",
    dataIndex: "amount",
    title: texts.amount,
    width: 140,
    align: "right" as const,
    render: (amount: number) => <span className="sc-num">{formatNumber(amount, 2)}</span>,
  },
];

/** Heights in pixels: the list scrolls, the sum stays in sight. */
const listHeight = 360;

/** What a generation would make, row by row, with the sum over all. */
export function GeneratedRows({ generated }: { readonly generated: Generated }) {
  const { rows, count, amount } = generated;
  if (rows.length === 0) return <p className="sc-muted">{texts.nothing}</p>;
  return (
    <Flex vertical gap={12}>
      <span role="status">
        {texts.summary(formatNumber(rows.length, 0), formatNumber(count, 0), formatNumber(amount, 2))}
      </span>
      <Table
        size="small"
        rowKey="id"
        columns={columns}
        dataSource={rows}
        pagination={false}
        scroll={{ y: listHeight }}
      />
    </Flex>
  );
}
