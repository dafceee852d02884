import TableOutlined from "@ant-design/icons/TableOutlined";
import type { ChainedCommands, Editor } from "@tiptap/core";
import { Button, Dropdown } from "antd";
import { writingMessages } from "../writing/writing-messages.ts";

const { tools: names, tableMenu: texts } = writingMessages;

type Key = keyof typeof texts;

const commands: Readonly<Record<Key, (chain: ChainedCommands) => ChainedCommands>> = {
  insert: (chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
  rowAbove: (chain) => chain.addRowBefore(),
  rowBelow: (chain) => chain.addRowAfter(),
  columnLeft: (chain) => chain.addColumnBefore(),
  columnRight: (chain) => chain.addColumnAfter(),
  merge: (chain) => chain.mergeCells(),
  split: (chain) => chain.splitCell(),
  header: (chain) => chain.toggleHeaderRow(),
  deleteRow: (chain) => chain.deleteRow(),
  deleteColumn: (chain) => chain.deleteColumn(),
  deleteTable: (chain) => chain.deleteTable(),
};
const keys = Object.keys(commands) as Key[];

/** A table to put in, and what can be done with the one at the caret; what is impossible there is closed. */
export function TableMenu({ editor, disabled }: { readonly editor: Editor; readonly disabled: boolean }) {
  const isInTable = editor.isActive("table");
  const shown = keys.filter((key) => (key === "insert") !== isInTable);
  return (
    <Dropdown
      trigger={["click"]}
      disabled={disabled}
      menu={{
        items: shown.map((key) => ({
          key,
          label: texts[key],
          danger: key.startsWith("delete"),
          disabled: !commands[key](editor.can().chain()).run(),
        })),
        onClick: ({ key }) => void commands[key as Key](editor.chain().focus()).run(),
      }}
    >
      <Button
        size="small"
        color={isInTable ? "primary" : "default"}
        variant={isInTable ? "filled" : "text"}
        icon={<TableOutlined />}
        title={names.table}
        aria-label={names.table}
        onMouseDown={(event) => event.preventDefault()}
      />
    </Dropdown>
  );
}
