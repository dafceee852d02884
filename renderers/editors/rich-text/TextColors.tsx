import BgColorsOutlined from "@ant-design/icons/BgColorsOutlined";
import FontColorsOutlined from "@ant-design/icons/FontColorsOutlined";
import type { Editor } from "@tiptap/core";
import { Badge, Button, Dropdown } from "antd";
import { writingMessages } from "../writing/writing-messages.ts";

const { tools: names, colors: texts } = writingMessages;

/** Colours that can be read on white paper and on the dark page alike. */
const colors = {
  red: "#cf1322",
  orange: "#d4380d",
  gold: "#d48806",
  green: "#389e0d",
  cyan: "#08979c",
  blue: "#1677ff",
  purple: "#722ed1",
  grey: "#8c8c8c",
} as const;
type ColorName = keyof typeof colors;
const colorNames = Object.keys(colors) as ColorName[];

interface TextColorsProps {
  readonly editor: Editor;
  readonly disabled: boolean;
}

/** Colour of the words and of their ground. */
export function TextColors({ editor, disabled }: TextColorsProps) {
  const { color, backgroundColor } = editor.getAttributes("textStyle");
  const kinds = [
    { kind: "color", name: names.color, icon: <FontColorsOutlined />, value: color },
    { kind: "ground", name: names.ground, icon: <BgColorsOutlined />, value: backgroundColor },
  ] as const;
  const set = (kind: "color" | "ground", value: string | undefined) => {
    const chain = editor.chain().focus();
    if (kind === "color") (value ? chain.setColor(value) : chain.unsetColor()).run();
    else (value ? chain.setBackgroundColor(value) : chain.unsetBackgroundColor()).run();
  };
  return kinds.map(({ kind, name, icon, value }) => (
    <Dropdown
      key={kind}
      trigger={["click"]}
      disabled={disabled}
      menu={{
        items: [
          { key: "none", label: texts.none },
          ...colorNames.map((key) => ({ key, label: <Badge color={colors[key]} text={texts[key]} /> })),
        ],
        onClick: ({ key }) => set(kind, key === "none" ? undefined : colors[key as ColorName]),
      }}
    >
      <Button
        size="small"
        color={value ? "primary" : "default"}
        variant={value ? "filled" : "text"}
        icon={icon}
        title={name}
        aria-label={name}
        onMouseDown={(event) => event.preventDefault()}
      />
    </Dropdown>
  ));
}
