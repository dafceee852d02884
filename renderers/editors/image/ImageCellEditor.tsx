import CloseCircleFilled from "@ant-design/icons/CloseCircleFilled";
import { Dropdown } from "antd";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { ImagePreview } from "../../cells/image/ImagePreview.tsx";
import { uploadCellMessages } from "../../upload-messages.ts";
import type { EditorProps } from "../editor-props.ts";
import { ChooseButton } from "../uploads/ChooseButton.tsx";
import { UploadZone } from "../uploads/UploadZone.tsx";
import type { UploadTile } from "../uploads/upload-list.ts";
import { countOf } from "../uploads/upload-rules.ts";
import { useUploadList } from "../uploads/use-upload-list.ts";
import "../../cells/cells.css";
import { thumbUrl } from "../../layouts/thumb-url.ts";

const texts = uploadCellMessages;

/** UPL-05: the pictures of a cell; each has a menu to look at it, to move it and to take it out. */
export const ImageCellEditor = observer(function ImageCellEditor(props: EditorProps) {
  const { options, title, disabled, services } = props;
  const own = options.type === "image" ? options : undefined;
  const list = useUploadList(props, own?.biz ?? "temp", { images: true, count: own?.count ?? 0 });
  const [openAt, setOpenAt] = useState<number | undefined>(undefined);
  const { tiles, rules } = list;
  const count = countOf(rules);
  const hasRoom = count === 0 || tiles.length < count;
  const entriesOf = (tile: UploadTile) => [
    ...(tile.status === "error"
      ? [{ key: "retry", label: texts.field.retry }]
      : [{ key: "preview", label: texts.preview }]),
    ...(disabled
      ? []
      : [
          { key: "left", label: texts.left },
          { key: "right", label: texts.right },
          { key: "remove", label: texts.remove },
        ]),
  ];
  const run = (entry: string, at: number) => {
    const tile = tiles[at];
    if (!tile) return;
    if (entry === "preview") setOpenAt(at);
    else if (entry === "retry") list.retry(tile.key);
    else if (entry === "remove") list.remove(tile.key);
    else if (entry === "left" && at === 0) services.notify("warning", texts.atFirst);
    else if (entry === "right" && at === tiles.length - 1) services.notify("warning", texts.atLast);
    else list.move(tile.key, entry === "left" ? at - 1 : at + 1);
  };
  const nameOf = ({ status, message }: UploadTile, at: number) =>
    [`${title} ${at + 1}`, ...(status === "error" ? [texts.failed, message] : [])].filter(Boolean).join(" ");
  const urls = tiles.map((tile) => (tile.path ? services.fileUrl(tile.path) : ""));
  return (
    <UploadZone
      {...props}
      onBlur={() => (list.isBusy || openAt !== undefined ? undefined : props.onBlur())}
      list={list}
      className="sc-upload-cell sc-line sc-tight"
    >
      {tiles.map((tile, at) => (
        <Dropdown
          key={tile.key}
          trigger={["click"]}
          menu={{ items: entriesOf(tile), onClick: ({ key }) => run(key, at) }}
        >
          <button
            type="button"
            className={tile.status === "error" ? "sc-thumb sc-picture sc-bad" : "sc-thumb sc-picture"}
            aria-label={nameOf(tile, at)}
            title={tile.message || tile.name}
          >
            <TileFace tile={tile} url={urls[at] ?? ""} />
          </button>
        </Dropdown>
      ))}
      {hasRoom && !disabled ? (
        <ChooseButton {...props} list={list} rules={rules} look={{ size: "small" }}>
          {uploadCellMessages.field.add}
        </ChooseButton>
      ) : null}
      {list.problem ? (
        <span className="sc-hint sc-bad" role="alert">
          {list.problem}
        </span>
      ) : null}
      {openAt === undefined ? null : (
        <ImagePreview title={title} urls={urls} at={openAt} onClose={() => setOpenAt(undefined)} />
      )}
    </UploadZone>
  );
});

/** The picture, the share that is sent, or that it was refused. */
function TileFace({ tile, url }: { readonly tile: UploadTile; readonly url: string }) {
  if (tile.status === "done") return <img src={thumbUrl(url)} alt="" />;
  if (tile.status === "error") return <CloseCircleFilled aria-hidden="true" />;
  return `${Math.round(tile.share * 100)}%`;
}
