import CloseOutlined from "@ant-design/icons/CloseOutlined";
import { Button } from "antd";
import type { ConsoleServices } from "../../../runtime/react/services.ts";
import { FileLink } from "../../cells/file/FileLink.tsx";
import { uploadCellMessages } from "../../upload-messages.ts";
import { GoOnButton } from "./GoOnButton.tsx";
import type { UploadList, UploadTile } from "./upload-list.ts";

interface UploadLineProps {
  readonly tile: UploadTile;
  readonly list: UploadList;
  readonly services: ConsoleServices;
  readonly disabled: boolean;
}

/** One file as a line: its name, how far it is, try again, take out. */
export function UploadLine({ tile, list, services, disabled }: UploadLineProps) {
  return (
    <li className={tile.status === "error" ? "sc-upload-file sc-line sc-bad" : "sc-upload-file sc-line"}>
      <FileName tile={tile} url={tile.path ? services.fileUrl(tile.path) : undefined} />
      <GoOnButton tile={tile} list={list} />
      {disabled ? null : (
        <Button
          type="text"
          size="small"
          aria-label={
            tile.status === "uploading" || tile.status === "paused"
              ? uploadCellMessages.field.cancel(tile.name)
              : uploadCellMessages.field.remove(tile.name)
          }
          icon={<CloseOutlined aria-hidden="true" />}
          onClick={() => list.remove(tile.key)}
        />
      )}
    </li>
  );
}

function FileName({ tile, url }: { readonly tile: UploadTile; readonly url: string | undefined }) {
  if (tile.status === "done" && url) {
    return <FileLink className="sc-link sc-cut" name={tile.name} path={tile.path ?? ""} url={url} />;
  }
  const percent = Math.round(tile.share * 100);
  return (
    <>
      <span className="sc-cut" title={tile.message || tile.name}>
        {tile.name}
      </span>
      <span className="sc-hint sc-still sc-num">{stateText(tile, percent)}</span>
    </>
  );
}

function stateText({ status }: UploadTile, percent: number): string {
  if (status === "error") return uploadCellMessages.field.failed;
  return status === "paused" ? uploadCellMessages.paused(percent) : uploadCellMessages.field.sending(percent);
}
