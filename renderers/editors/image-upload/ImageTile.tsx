import CloseOutlined from "@ant-design/icons/CloseOutlined";
import LoadingOutlined from "@ant-design/icons/LoadingOutlined";
import ReloadOutlined from "@ant-design/icons/ReloadOutlined";
import { Button, Progress } from "antd";
import { observer } from "mobx-react-lite";
import { type DragEvent, type KeyboardEvent, useState } from "react";
import { thumbUrl } from "../../layouts/thumb-url.ts";
import { uploadCellMessages } from "../../upload-messages.ts";
import { GoOnButton } from "../uploads/GoOnButton.tsx";
import type { UploadList, UploadTile } from "../uploads/upload-list.ts";

/** Marks a drag of our own; files from outside carry another type. */
const tileType = "application/x-sc-tile";

interface ImageTileProps {
  readonly tile: UploadTile;
  readonly label: string;
  readonly url: string | undefined;
  readonly list: UploadList;
  readonly at: number;
  readonly disabled: boolean;
  onOpen(): void;
}

/** One picture: stored, on its way with its progress, or refused. Dragging or Alt with an arrow key moves it. */
export const ImageTile = observer(function ImageTile(props: ImageTileProps) {
  const { tile, label, list, at, disabled } = props;
  const [isTarget, setTarget] = useState(false);
  const drop = (event: DragEvent) => {
    setTarget(false);
    const key = event.dataTransfer.getData(tileType);
    if (!key) return;
    event.preventDefault();
    event.stopPropagation();
    list.move(key, at);
  };
  const press = (event: KeyboardEvent) => {
    const step = event.altKey ? steps[event.key] : undefined;
    if (disabled || step === undefined) return;
    event.preventDefault();
    list.move(tile.key, at + step);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging is the pointer's way of what Alt and an arrow key do
    <div
      className={tileClass(tile, isTarget)}
      draggable={!disabled && tile.status === "done"}
      onDragStart={(event) => event.dataTransfer.setData(tileType, tile.key)}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(tileType)) return;
        event.preventDefault();
        setTarget(true);
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={drop}
      onKeyDown={press}
    >
      <TileFace {...props} />
      {disabled ? null : (
        <Button
          shape="circle"
          size="small"
          className="sc-tile-remove"
          aria-label={
            tile.status === "uploading" || tile.status === "paused"
              ? uploadCellMessages.field.cancel(label)
              : uploadCellMessages.field.remove(label)
          }
          icon={<CloseOutlined aria-hidden="true" />}
          onClick={() => list.remove(tile.key)}
        />
      )}
    </div>
  );
});

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

function TileFace({ tile, label, url, list, onOpen }: ImageTileProps) {
  if (tile.status === "uploading" || tile.status === "paused") {
    const percent = Math.round(tile.share * 100);
    return (
      <div className="sc-tile-state sc-stack">
        {tile.inParts ? <GoOnButton tile={tile} list={list} /> : <LoadingOutlined aria-hidden="true" />}
        <span className="sc-num">
          {tile.status === "paused" ? uploadCellMessages.paused(percent) : uploadCellMessages.field.sending(percent)}
        </span>
        <Progress aria-label={tile.name} percent={percent} size="small" showInfo={false} />
      </div>
    );
  }
  if (tile.status === "error") {
    return (
      <button
        type="button"
        className="sc-tile-state sc-stack sc-tile-retry sc-bad"
        title={tile.message}
        onClick={() => list.retry(tile.key)}
      >
        <ReloadOutlined aria-hidden="true" />
        {uploadCellMessages.field.failed}
        <span className="sc-link">{tile.inParts ? uploadCellMessages.goOn : uploadCellMessages.field.retry}</span>
      </button>
    );
  }
  return (
    <button type="button" className="sc-tile-open sc-picture" aria-label={label} title={tile.name} onClick={onOpen}>
      <img src={thumbUrl(url ?? "")} alt="" draggable={false} />
    </button>
  );
}

function tileClass(tile: UploadTile, isTarget: boolean): string {
  return ["sc-tile", tile.status === "error" ? "sc-tile-error" : "", isTarget ? "sc-tile-target" : ""]
    .filter(Boolean)
    .join(" ");
}
