import AlignCenterOutlined from "@ant-design/icons/AlignCenterOutlined";
import AlignLeftOutlined from "@ant-design/icons/AlignLeftOutlined";
import AlignRightOutlined from "@ant-design/icons/AlignRightOutlined";
import BlockOutlined from "@ant-design/icons/BlockOutlined";
import BoldOutlined from "@ant-design/icons/BoldOutlined";
import ClearOutlined from "@ant-design/icons/ClearOutlined";
import CodeOutlined from "@ant-design/icons/CodeOutlined";
import ItalicOutlined from "@ant-design/icons/ItalicOutlined";
import LineOutlined from "@ant-design/icons/LineOutlined";
import MessageOutlined from "@ant-design/icons/MessageOutlined";
import OrderedListOutlined from "@ant-design/icons/OrderedListOutlined";
import RedoOutlined from "@ant-design/icons/RedoOutlined";
import StrikethroughOutlined from "@ant-design/icons/StrikethroughOutlined";
import UnderlineOutlined from "@ant-design/icons/UnderlineOutlined";
import UndoOutlined from "@ant-design/icons/UndoOutlined";
import UnorderedListOutlined from "@ant-design/icons/UnorderedListOutlined";
import type { ChainedCommands, Editor } from "@tiptap/core";
import type { EditorState } from "@tiptap/pm/state";
import type { ReactNode } from "react";
import type { Tool } from "../writing/WritingBar.tsx";
import { writingMessages } from "../writing/writing-messages.ts";

const { tools: names } = writingMessages;

interface RichTool {
  readonly name: string;
  readonly icon: ReactNode;
  /** What of the text at the caret makes the button stand pressed. */
  readonly on?: string | Readonly<Record<string, string>>;
  /** Whether a press would change anything, where trying its command does not tell. */
  can?(editor: Editor): boolean;
  does(chain: ChainedCommands): ChainedCommands;
}

const align = (to: "left" | "center" | "right", icon: ReactNode): RichTool => ({
  name: names.align[to],
  icon,
  on: { textAlign: to },
  does: (chain) => chain.toggleTextAlign(to),
});

/** Whether what is selected, or what is typed next, is more than plain paragraphs. */
function isFormatted({ state }: Editor): boolean {
  const { doc, selection, storedMarks } = state;
  if (selection.empty) return (storedMarks ?? selection.$from.marks()).length > 0 || hasBlocks(state);
  let isMarked = false;
  doc.nodesBetween(selection.from, selection.to, (node) => {
    if (node.isText && node.marks.length > 0) isMarked = true;
  });
  return isMarked || hasBlocks(state);
}

/** Whether the selection reaches a heading, a list, a quotation or an aligned paragraph. */
function hasBlocks({ doc, selection }: Pick<EditorState, "doc" | "selection">): boolean {
  let found = false;
  doc.nodesBetween(selection.from, selection.to, (node, _position, parent) => {
    const isParagraph = node.type.name === "paragraph" && parent === doc && !node.attrs.textAlign;
    if (node.isTextblock && !isParagraph) found = true;
  });
  return found;
}

const history: readonly RichTool[] = [
  { name: names.undo, icon: <UndoOutlined />, does: (chain) => chain.undo() },
  { name: names.redo, icon: <RedoOutlined />, does: (chain) => chain.redo() },
];
const marks: readonly RichTool[] = [
  { name: names.bold, icon: <BoldOutlined />, on: "bold", does: (chain) => chain.toggleBold() },
  { name: names.italic, icon: <ItalicOutlined />, on: "italic", does: (chain) => chain.toggleItalic() },
  { name: names.underline, icon: <UnderlineOutlined />, on: "underline", does: (chain) => chain.toggleUnderline() },
  { name: names.strike, icon: <StrikethroughOutlined />, on: "strike", does: (chain) => chain.toggleStrike() },
  { name: names.code, icon: <CodeOutlined />, on: "code", does: (chain) => chain.toggleCode() },
  {
    name: names.plain,
    icon: <ClearOutlined />,
    can: isFormatted,
    does: (chain) =>
      chain.unsetAllMarks().command(({ tr, state, commands }) => {
        // The marks of letters that are not typed yet are no marks of the text.
        if (state.selection.empty) tr.setStoredMarks([]);
        // Clearing plain paragraphs would be a step that an undo takes back without anything to see.
        return !hasBlocks(state) || commands.clearNodes();
      }),
  },
];
const blocks: readonly RichTool[] = [
  { name: names.bullets, icon: <UnorderedListOutlined />, on: "bulletList", does: (chain) => chain.toggleBulletList() },
  { name: names.numbers, icon: <OrderedListOutlined />, on: "orderedList", does: (chain) => chain.toggleOrderedList() },
  { name: names.quote, icon: <MessageOutlined />, on: "blockquote", does: (chain) => chain.toggleBlockquote() },
  { name: names.codeBlock, icon: <BlockOutlined />, on: "codeBlock", does: (chain) => chain.toggleCodeBlock() },
  { name: names.line, icon: <LineOutlined />, does: (chain) => chain.setHorizontalRule() },
];
const sides: readonly RichTool[] = [
  align("left", <AlignLeftOutlined />),
  align("center", <AlignCenterOutlined />),
  align("right", <AlignRightOutlined />),
];

/** The groups of the fixed toolbar that are buttons of one press. */
export const richTools = { history, marks, blocks, sides } as const;

/** A group as the toolbar draws it for what stands at the caret. */
export const toolsOf = (group: readonly RichTool[], editor: Editor): readonly Tool[] =>
  group.map(({ name, icon, on, can, does }) => ({
    key: name,
    name,
    icon,
    ...(on === undefined ? {} : { isOn: typeof on === "string" ? editor.isActive(on) : editor.isActive(on) }),
    isClosed: !(can ? can(editor) : does(editor.can().chain()).run()),
    press: () => void does(editor.chain().focus()).run(),
  }));
