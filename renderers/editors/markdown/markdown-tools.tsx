import BlockOutlined from "@ant-design/icons/BlockOutlined";
import BoldOutlined from "@ant-design/icons/BoldOutlined";
import CheckSquareOutlined from "@ant-design/icons/CheckSquareOutlined";
import CodeOutlined from "@ant-design/icons/CodeOutlined";
import FontSizeOutlined from "@ant-design/icons/FontSizeOutlined";
import ItalicOutlined from "@ant-design/icons/ItalicOutlined";
import LineOutlined from "@ant-design/icons/LineOutlined";
import LinkOutlined from "@ant-design/icons/LinkOutlined";
import MenuFoldOutlined from "@ant-design/icons/MenuFoldOutlined";
import MenuUnfoldOutlined from "@ant-design/icons/MenuUnfoldOutlined";
import MessageOutlined from "@ant-design/icons/MessageOutlined";
import OrderedListOutlined from "@ant-design/icons/OrderedListOutlined";
import PictureOutlined from "@ant-design/icons/PictureOutlined";
import StrikethroughOutlined from "@ant-design/icons/StrikethroughOutlined";
import TableOutlined from "@ant-design/icons/TableOutlined";
import UnorderedListOutlined from "@ant-design/icons/UnorderedListOutlined";
import type { ReactNode } from "react";
import { writingMessages } from "../writing/writing-messages.ts";
import { type Edit, indentLines, insertBlock, markLines, type Selected, wrap } from "./markdown-edits.ts";

const { tools: names, words } = writingMessages;

interface MarkdownTool {
  readonly name: string;
  readonly icon: ReactNode;
  /** What it does to the selection, or the window that it opens. */
  readonly does: ((selected: Selected) => Edit) | "picture" | "link";
}

/** Columns of a new table. */
const columns = [1, 2, 3];
const tableBlock = [
  `| ${columns.map(words.column).join(" | ")} |`,
  `| ${columns.map(() => "---").join(" | ")} |`,
  `| ${columns.map(() => words.cell).join(" | ")} |`,
].join("\n");

const sign = (mark: string) => () => mark;

/** PCK-12: the toolbar in its order; the picture is at place 15, counted from 0 with the lines between the groups. */
export const markdownGroups: readonly (readonly MarkdownTool[])[] = [
  [
    { name: names.heading, icon: <FontSizeOutlined />, does: (each) => markLines(each, sign("## ")) },
    { name: names.bold, icon: <BoldOutlined />, does: (each) => wrap(each, "**", words.bold) },
    { name: names.italic, icon: <ItalicOutlined />, does: (each) => wrap(each, "*", words.italic) },
    { name: names.strike, icon: <StrikethroughOutlined />, does: (each) => wrap(each, "~~", words.strike) },
  ],
  [
    { name: names.line, icon: <LineOutlined />, does: (each) => insertBlock(each, "---") },
    { name: names.quote, icon: <MessageOutlined />, does: (each) => markLines(each, sign("> ")) },
  ],
  [
    { name: names.bullets, icon: <UnorderedListOutlined />, does: (each) => markLines(each, sign("- ")) },
    { name: names.numbers, icon: <OrderedListOutlined />, does: (each) => markLines(each, (line) => `${line}. `) },
    { name: names.tasks, icon: <CheckSquareOutlined />, does: (each) => markLines(each, sign("- [ ] ")) },
    { name: names.indent, icon: <MenuUnfoldOutlined />, does: (each) => indentLines(each, true) },
    { name: names.outdent, icon: <MenuFoldOutlined />, does: (each) => indentLines(each, false) },
  ],
  [
    { name: names.table, icon: <TableOutlined />, does: (each) => insertBlock(each, tableBlock, words.column(1)) },
    { name: names.picture, icon: <PictureOutlined />, does: "picture" },
    { name: names.link, icon: <LinkOutlined />, does: "link" },
  ],
  [
    { name: names.code, icon: <CodeOutlined />, does: (each) => wrap(each, "`", words.code) },
    { name: names.codeBlock, icon: <BlockOutlined />, does: codeBlock },
  ],
];

function codeBlock(selected: Selected): Edit {
  const code = selected.text.slice(selected.start, selected.end) || words.code;
  return insertBlock(selected, `\`\`\`\n${code}\n\`\`\``, code);
}
