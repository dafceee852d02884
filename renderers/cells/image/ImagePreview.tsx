import CloseOutlined from "@ant-design/icons/CloseOutlined";
import LeftOutlined from "@ant-design/icons/LeftOutlined";
import RightOutlined from "@ant-design/icons/RightOutlined";
import { Image } from "antd";
import { icons } from "antd/es/image/PreviewGroup";
import { cloneElement, type ReactElement } from "react";
import { uploadCellMessages } from "../../upload-messages.ts";

const { large: texts } = uploadCellMessages;

interface ImagePreviewProps {
  /** What the pictures are called: the field, or the file. */
  readonly title: string;
  readonly urls: readonly string[];
  readonly at: number;
  onClose(): void;
}

/** The pictures of one cell, large, with turning and paging. Loaded with the first press. */
export function ImagePreview({ title, urls, at, onClose }: ImagePreviewProps) {
  return (
    <Image.PreviewGroup
      items={urls.map((src) => ({ src, alt: title }))}
      icons={namedIcons}
      styles={readable}
      preview={{
        open: true,
        current: at,
        closeIcon,
        actionsRender: nameActions,
        countRender: (current, total) => (total > 1 ? `${current} / ${total}` : null),
        onOpenChange: (open) => (open ? undefined : onClose()),
      }}
    />
  );
}

// antd names its buttons by their icons, and those in English.
const closeIcon = <CloseOutlined aria-label={texts.close} />;
const namedIcons = {
  ...icons,
  prev: <LeftOutlined aria-label={texts.previous} />,
  next: <RightOutlined aria-label={texts.next} />,
};

type Action = ReactElement<{ readonly "aria-label"?: string; readonly title?: string }>;

function nameActions(bar: ReactElement): ReactElement {
  const { children } = bar.props as { readonly children: readonly Action[] };
  const named = children.map((button) => {
    const name = texts.actions[button.props["aria-label"] as keyof typeof texts.actions];
    return cloneElement(button, { "aria-label": name, title: name });
  });
  return cloneElement(bar, {}, ...named);
}

/** A picture is looked at alone: the page below it would show through antd's mask of a dialog. */
const readable = { popup: { mask: { background: "rgb(0 0 0 / 75%)" } } };
