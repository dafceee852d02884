import { Image } from "antd";

interface ImagePreviewProps {
  readonly urls: readonly string[];
  readonly at: number;
  onClose(): void;
}

/** The pictures of one cell, large, with turning and paging. Loaded with the first press. */
export function ImagePreview({ urls, at, onClose }: ImagePreviewProps) {
  return (
    <Image.PreviewGroup
      items={[...urls]}
      preview={{ open: true, current: at, onOpenChange: (open: boolean) => (open ? undefined : onClose()) }}
    />
  );
}
