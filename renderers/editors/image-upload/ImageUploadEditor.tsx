import PlusOutlined from "@ant-design/icons/PlusOutlined";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { lazyPart } from "../../../runtime/react/lazy-part.ts";
import { LazyBoundary } from "../../layouts/LazyBoundary.tsx";
import { ProgressBar } from "../../layouts/ProgressBar.tsx";
import { messages } from "../../messages.ts";
import { uploadCellMessages } from "../../upload-messages.ts";
import type { EditorProps } from "../editor-props.ts";
import { ChooseButton } from "../uploads/ChooseButton.tsx";
import { UploadNotes } from "../uploads/UploadNotes.tsx";
import { UploadZone } from "../uploads/UploadZone.tsx";
import { countOf, hintOf } from "../uploads/upload-rules.ts";
import { useUploadList } from "../uploads/use-upload-list.ts";
import { ImageTile } from "./ImageTile.tsx";

const ImagePreview = lazyPart(async () => ({
  default: (await import("../../cells/image/ImagePreview.tsx")).ImagePreview,
}));

/** Pictures as tiles of 104 px: sent as soon as they are chosen, put in order by dragging, opened large by a press. */
export const ImageUploadEditor = observer(function ImageUploadEditor(props: EditorProps) {
  const { title, options, disabled, aria, services } = props;
  const own = options.type === "image-upload" || options.type === "image" ? options : undefined;
  const list = useUploadList(props, own?.biz ?? "temp", { images: true, count: own?.count ?? 1 });
  const [openAt, setOpenAt] = useState<number | undefined>(undefined);
  const { tiles, rules } = list;
  const count = countOf(rules);
  const urls = tiles.flatMap((tile) => (tile.path ? [services.fileUrl(tile.path)] : []));
  const hasRoom = count === 0 || tiles.length < count;
  return (
    <UploadZone {...props} list={list} className="sc-upload">
      <div className="sc-tiles sc-line sc-wrap">
        {tiles.map((tile, index) => (
          <ImageTile
            key={tile.key}
            tile={tile}
            label={`${title} ${index + 1}`}
            url={tile.path ? services.fileUrl(tile.path) : undefined}
            list={list}
            at={index}
            disabled={disabled}
            onOpen={() => setOpenAt(urls.indexOf(services.fileUrl(tile.path ?? "")))}
          />
        ))}
        {hasRoom && !disabled ? (
          <ChooseButton
            {...props}
            list={list}
            rules={rules}
            className="sc-tile sc-tile-add"
            look={{ type: "dashed", danger: aria["aria-invalid"] === true }}
          >
            <PlusOutlined aria-hidden="true" />
            {uploadCellMessages.field.add}
          </ChooseButton>
        ) : null}
        {disabled && tiles.length === 0 ? <span className="sc-muted">{messages.dash}</span> : null}
      </div>
      <UploadNotes list={list} hint={disabled ? "" : hintOf(rules)} />
      {openAt === undefined ? null : (
        <LazyBoundary fallback={<ProgressBar />}>
          <ImagePreview title={title} urls={urls} at={openAt} onClose={() => setOpenAt(undefined)} />
        </LazyBoundary>
      )}
    </UploadZone>
  );
});
