import CloseOutlined from "@ant-design/icons/CloseOutlined";
import ReloadOutlined from "@ant-design/icons/ReloadOutlined";
import { Button } from "antd";
import type { ConsoleServices } from "../../../runtime/react/services.ts";
import { FileLink } from "../../cells/file/FileLink.tsx";
import { messages } from "../../messages.ts";
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
      {tile.status === "error" ? (
        <Button
          type="text"
          size="small"
          aria-label={messages.upload.retryOne(tile.name)}
          title={messages.upload.retry}
          icon={<ReloadOutlined aria-hidden="true" />}
          onClick={() => list.retry(tile.key)}
        />
      ) : null}
      {disabled ? null : (
        <Button
          type="text"
          size="small"
          aria-label={
            tile.status === "uploading" ? messages.upload.cancel(tile.name) : messages.upload.remove(tile.name)
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
  const state = tile.status === "error" ? messages.upload.failed : messages.upload.sending(percent);
  return (
    <>
      <span className="sc-cut" title={tile.message || tile.name}>
        {tile.name}
      </span>
      <span className="sc-hint sc-still sc-num">{state}</span>
    </>
  );
}
