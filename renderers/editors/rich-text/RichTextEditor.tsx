import LinkOutlined from "@ant-design/icons/LinkOutlined";
import PictureOutlined from "@ant-design/icons/PictureOutlined";
import { NodeSelection } from "@tiptap/pm/state";
import { Select } from "antd";
import { useState } from "react";
import { FillWindow } from "../../layouts/FillWindow.tsx";
import { messages } from "../../messages.ts";
import type { EditorProps } from "../editor-props.ts";
import { LinkDialog } from "../writing/LinkDialog.tsx";
import { PictureDialog } from "../writing/PictureDialog.tsx";
import { type Tool, WritingBar } from "../writing/WritingBar.tsx";
import { writingMessages } from "../writing/writing-messages.ts";
import { AltDialog } from "./AltDialog.tsx";
import { richTools, toolsOf } from "./rich-text-tools.tsx";
import { TableMenu } from "./TableMenu.tsx";
import { TextColors } from "./TextColors.tsx";
import { isEmpty, useRichText } from "./use-rich-text.ts";
import "../../html/html.css";

const texts = writingMessages;

/** PCK-12, pixels. */
const usualHeight = 300;
const levels = [1, 2, 3, 4] as const;

/** Text with headings, lists, tables, pictures and links. It is cleaned here, when it is saved and when it is shown. */
export function RichTextEditor(props: EditorProps) {
  const { options, title, disabled, aria } = props;
  const { place, editor, sending, insertPictures } = useRichText(props);
  const [isFull, setFull] = useState(false);
  const [dialog, setDialog] = useState<"link" | "picture" | "alt">();
  const height = (options.type === "rich-text" ? options.height : undefined) ?? usualHeight;
  const selection = editor?.state.selection;
  const picture =
    selection instanceof NodeSelection && selection.node.type.name === "image" ? selection.node : undefined;
  const link = String(editor?.getAttributes("link").href ?? "");
  const close = () => setDialog(undefined);
  const opens = (key: "link" | "picture", icon: React.ReactNode, isOn: boolean): Tool => ({
    key,
    name: texts.tools[key],
    icon,
    isOn,
    press: () => setDialog(key === "picture" && picture ? "alt" : key),
  });
  const level = editor && levels.find((each) => editor.isActive("heading", { level: each }));
  const style = editor ? (
    <Select
      key="style"
      size="small"
      variant="borderless"
      style={{ width: 84 }}
      aria-label={texts.tools.style}
      disabled={disabled}
      value={level ?? 0}
      options={[0, ...levels].map((each) => ({
        value: each,
        label: each === 0 ? texts.paragraph : texts.headingOf(each),
      }))}
      onChange={(to) => {
        const chain = editor.chain().focus();
        const wanted = levels.find((each) => each === to);
        (wanted ? chain.setHeading({ level: wanted }) : chain.setParagraph()).run();
      }}
    />
  ) : null;
  const groups = editor
    ? [
        toolsOf(richTools.history, editor),
        [style],
        [...toolsOf(richTools.marks, editor), <TextColors key="colors" editor={editor} disabled={disabled} />],
        toolsOf(richTools.blocks, editor),
        toolsOf(richTools.sides, editor),
        [
          opens("link", <LinkOutlined />, link !== ""),
          opens("picture", <PictureOutlined />, picture !== undefined),
          <TableMenu key="table" editor={editor} disabled={disabled} />,
        ],
      ]
    : [];
  return (
    <FillWindow
      className="sc-rich sc-typed"
      isFull={isFull}
      isInvalid={aria["aria-invalid"]}
      isDisabled={disabled}
      onLeave={() => setFull(false)}
    >
      <WritingBar groups={groups} disabled={disabled} isFull={isFull} onFull={setFull} />
      <div
        ref={place}
        className="sc-rich-area sc-stack"
        style={isFull ? { flex: 1, minHeight: 0 } : { height }}
        data-placeholder={messages.form.input(title)}
        data-empty={(editor && isEmpty(editor)) || undefined}
      />
      <div className="sc-over sc-line sc-hint" style={{ padding: "3px 12px" }} role="status">
        <span className="sc-grow">{sending > 0 ? texts.sending(sending) : ""}</span>
        {texts.wordCount(editor ? [...editor.getText().replaceAll(/\s/g, "")].length : 0)}
      </div>
      {editor && dialog === "link" ? (
        <LinkDialog
          link={{ text: "", href: link }}
          isTextFixed={link !== "" || editor.state.selection.empty === false}
          mayEmpty={link !== ""}
          onClose={close}
          onDone={({ text, href }) => {
            close();
            const chain = editor.chain().focus().extendMarkRange("link");
            if (href === "") chain.unsetLink().run();
            else if (link === "" && editor.state.selection.empty) {
              const mark = { type: "link", attrs: { href } };
              editor
                .chain()
                .focus()
                .insertContent({ type: "text", text, marks: [mark] })
                .unsetMark("link")
                .run();
            } else chain.setLink({ href }).run();
          }}
        />
      ) : null}
      {editor && dialog === "picture" ? (
        <PictureDialog
          editor={props}
          onClose={close}
          onDone={(pictures) => {
            close();
            insertPictures(pictures);
          }}
        />
      ) : null}
      {editor && dialog === "alt" ? (
        <AltDialog
          alt={String(picture?.attrs.alt ?? "")}
          onClose={close}
          onDone={(alt) => {
            close();
            editor.chain().focus().updateAttributes("image", { alt }).run();
          }}
        />
      ) : null}
    </FillWindow>
  );
}
